"""The score sheet. `plan` decides where everything goes, `front` draws it, `overlay` adds what differs per sheet."""
