"""Read photos of finished sheets. Start with `reading`. Needs the extra `scan`.

`image` opens the file, `locate` finds corner marks and QR code, `known_sheets` identifies the sheet, `align` rectifies
it by its `template`, `judge` decides which cells are crossed, and `overlay` draws the result.
"""
