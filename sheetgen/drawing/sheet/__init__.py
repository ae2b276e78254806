"""The score sheet. `plan` decides where everything goes, `front` draws it, and `overlay` adds what differs per sheet.

`placement` places rows, which boards have too; `rows` and `cells` draw them.
"""
