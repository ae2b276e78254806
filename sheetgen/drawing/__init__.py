"""From a layout to scenes: where everything is, in millimetres. Nothing here writes files.

Start with `scene` (the display list) and `edition` (a layout in one theme and one language). `sheet` and `boards` draw
the parts of a game, `pages` puts them on paper, `fonts` measures text.
"""
