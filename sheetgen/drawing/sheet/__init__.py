"""The score sheet. `plan` decides where everything goes, `front` draws it, `stamp` adds what differs per sheet."""
