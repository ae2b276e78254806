"""Audit a finished game: points, and every broken rule that the sheets can prove.

Start with `audit`. `findings` lists all findings; `sheet_checks` checks each sheet by itself, `game_checks` all sheets
together, and `turns` whether any number of turns fits them. `history`, `piece_checks` and `token_checks` check the
order of crosses, the pieces on a track, and games with tokens.
"""
