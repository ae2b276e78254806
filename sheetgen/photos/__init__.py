"""Read photos of finished sheets. Start with `read_photo`.

`image` opens the file, `locate` finds corner marks and code, `known_sheets` looks up the layout, `align` straightens
the sheet against its `template`, and `judge` decides which cells are crossed. Needs the extra `scan`.
"""
