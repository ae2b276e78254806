"""The public API in full: everything that a command can do. The most useful names are in `sheetgen` itself.

Start with `game`, whose class `Game` is what `sheetgen.load` returns. Commands are written on this package and on
nothing below it.
"""
