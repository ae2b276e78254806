"""Read photos of finished sheets. Start with `reading`. Needs the extra `scan`.

`image` opens the file, `locate` finds corner marks and QR code, `known_sheets` identifies the sheet, `align` rectifies
it by its `template`, `ink` measures what is written in the cells, `judge` decides which of them are crossed, and `overlay`
draws the result. `parameters` are shared with the page's reader, whose modules have the same names.
"""
