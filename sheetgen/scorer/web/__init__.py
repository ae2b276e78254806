"""The server for the local network. Start with `server`; `app` is the application that it runs."""
