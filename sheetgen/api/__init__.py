"""The complete public API: everything that the commands can do. The most useful names are exported by `sheetgen`.

Start with `game`, which defines `load` and the class `Game`. It may import every package but `cli`, whose commands
use only this package.
"""
