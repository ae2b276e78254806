"""Read photos of finished sheets. Start with `page_reader`. Needs the extra `scan`.

`image` opens the file, `page_reader` runs the reader of the scorer page in V8, and `known_sheets` identifies the sheets
that it finds. All this runs in a separate process, which `limited_reading` starts and limits, because photos are
untrusted. The results are in `sheet_reading`, and `overlay` draws them.
"""
