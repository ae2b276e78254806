"""Read photos of finished sheets. Start with `reading`. Needs the extra `scan`.

`image` opens the file, `locate` finds corner marks and QR code, `known_sheets` identifies the sheet, `align` rectifies
it by its `template`, `ink` measures what is written in the cells, `judge` decides which of them are crossed, and
`overlay` draws the result. The page's reader has modules of the same names, and shares the `parameters`.
"""
