"""The server on the local network. Start with `server`; `responses` holds what it serves."""
