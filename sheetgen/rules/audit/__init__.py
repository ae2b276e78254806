"""Audit a finished game: points, and every broken rule that the sheets can prove.

Start with `audit`. `findings` lists all findings; the other modules each check one part of a game.
"""
