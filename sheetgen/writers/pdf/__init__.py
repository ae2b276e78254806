"""The PDF writer. Start with `writer`; `operators` draws scenes, `file` writes objects, `attachments` embeds files."""
