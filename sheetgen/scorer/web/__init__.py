"""The server for the local network. Start with `server`; `app` is the WSGI application that it runs."""
