"""The log of a game: every roll and every choice."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sheetgen.rules.rulebook import Arrangement


def row_id(cell: str) -> str:
    """Return the id of a cell's row, which is also the key of features' cells in a log."""
    return cell.rpartition(" ")[0]


@dataclass(frozen=True, slots=True)
class LoggedMove:
    """A move of a piece, and the cell that is crossed for it; None if it was crossed before."""

    space: int
    cross: str | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """One roll and what was done with it.

    `action1` names who crossed what with the white sum, and `via` who used a cell of a feature's own row for it.
    """

    active: str
    white: tuple[int, int]
    dice: Mapping[str, int]
    action1: Mapping[str, str] = field(default_factory=dict)
    action2: str | None = None
    action3: LoggedMove | None = None
    penalty: bool = False
    via: Mapping[str, str] = field(default_factory=dict)

    def to_data(self) -> dict[str, Any]:
        """Return the turn as JSON-able data; actions that were not taken are left out."""
        data: dict[str, Any] = {"active": self.active, "white": list(self.white), "dice": dict(self.dice)}
        if self.action1:
            data["action1"] = dict(self.action1)
        for name, cell in self.via.items():
            data.setdefault(row_id(cell), {})[name] = cell
        if self.action2:
            data["action2"] = self.action2
        if self.action3:
            data["action3"] = {"space": self.action3.space, "cross": self.action3.cross}
        return {**data, "penalty": self.penalty}


@dataclass(frozen=True, slots=True)
class Log:
    """A logged game: the players in the order of their seats, and all turns."""

    players: tuple[str, ...]
    turns: tuple[Turn, ...]
    side: str | None = None
    arrangements: tuple[Arrangement | None, ...] = ()  # of each player's sheet, if it was shuffled

    def to_data(self, game: Mapping[str, str]) -> dict[str, Any]:
        """Return the log as JSON-able data. `game` names the variant or the layout file."""
        side = {"side": self.side} if self.side else {}
        named = zip(self.players, self.arrangements, strict=False)
        codes = {name: arrangement.code for name, arrangement in named if arrangement}
        sheets = {"sheets": codes} if codes else {}
        turns = [turn.to_data() for turn in self.turns]
        return {**game, **side, "players": list(self.players), **sheets, "turns": turns}
