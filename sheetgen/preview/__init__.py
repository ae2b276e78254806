"""`sheetgen preview`: show a layout in the browser while its file is edited. Start with `session`."""
