"""The server for the local network. Start with `server`; it runs the application `app`, which `hosts` protects."""
