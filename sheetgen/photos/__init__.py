"""Photos of finished sheets: find the sheet, straighten it, and tell which cells are crossed."""
