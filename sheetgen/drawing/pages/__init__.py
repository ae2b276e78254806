"""Pages: paper sizes, the imposition of sheets and boards on them, and the document. Start with `document`."""
