"""The pieces on a track."""

from __future__ import annotations

from typing import Literal

from sheetgen.rules.rulebook import Rulebook

MoveRefusal = Literal["backwards", "occupied", "too-far"]
"""Why a piece cannot go to a space. Space 0 is the start, and any number of pieces may stand there."""


class Track:
    """Where the pieces stand: all on the start at first."""

    def __init__(self, rulebook: Rulebook, side: str, players: int) -> None:
        self.rulebook = rulebook
        self.side = side
        self.length = len(rulebook.tracks[side])
        self.move = rulebook.move
        self.pieces = [0] * players

    def landings(self, player: int) -> list[int]:
        """The free spaces that the piece can reach. Occupied ones are jumped and not counted."""
        ahead = range(self.pieces[player] + 1, self.length + 1)
        return [space for space in ahead if space not in self.pieces][: self.move]

    def refusal(self, player: int, space: int) -> MoveRefusal | None:
        """Why the piece may not go there, if so."""
        if space <= self.pieces[player]:
            return "backwards"
        if space in self.pieces:
            return "occupied"
        if space not in self.landings(player):
            return "too-far"
        return None

    def is_final(self, player: int) -> bool:
        """Does the piece stand on one of the last spaces?"""
        return self.rulebook.is_final(self.side, self.pieces[player])
