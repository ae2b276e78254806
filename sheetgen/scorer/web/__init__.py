"""The server for the local network. Start with `server`; it runs the application `app`, which `hosts` protects.

`background_service` lets the system run it whenever the user is logged in.
"""
