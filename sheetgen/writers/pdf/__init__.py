"""The PDF writer. Start with `writer`, which draws scenes; `file` writes objects, `attachments` reads files back."""
