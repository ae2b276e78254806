"""The PDF writer. Start with `writer`, which draws scenes; `file` writes objects, `attachments` reads files back.

`reportlab_document` is the only module that knows how reportlab works inside.
"""
