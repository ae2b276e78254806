"""Drawing a layout as scenes in millimetres, from sheets and boards to whole pages. Nothing here writes files.

Start with `scene` (the display list) and `edition` (a layout in one theme and one language). `sheet` and `boards` draw
the parts of a game, `pages` composes them on paper, `fonts` measures text.
"""
