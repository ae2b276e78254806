"""Audit a finished game: points, and every broken rule that the sheets can prove.

Start with `audit`. `findings` lists all findings; `sheet`, `game` and `turns` each check one part of a game.
"""
