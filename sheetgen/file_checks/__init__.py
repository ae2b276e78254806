"""What `sheetgen check` reports: errors and unwise choices in a file, and a summary of its game. Start with `check`."""
