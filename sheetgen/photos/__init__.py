"""Read photos of finished sheets. Start with `reading`. Needs the extra `scan`.

`image` opens the file, `locate` finds corner marks and QR code, `known_sheets` identifies the sheet, `align` rectifies
it by its `template`, `ink` measures what is written in the cells, and `judge` decides which of them are crossed. The
page's reader has modules of the same names, and shares the `parameters`.

All this runs in a separate process, which `limited_reading` starts and limits, because photos are untrusted. The result
is a `sheet_reading`, and `overlay` draws it.
"""
