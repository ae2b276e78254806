"""TOML files: read them with the position of every key, follow `extends`, and embed them in a PDF."""
