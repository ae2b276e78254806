"""The log of a game (every roll and every choice) and its replay, which stops at the first broken rule."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sheetgen.rules.audit.audit import Audit, score
from sheetgen.rules.audit.findings import Finding, IllegalMoveError, game_finding
from sheetgen.rules.audit.game_checks import not_over_finding
from sheetgen.rules.engine.checked_game import CheckedGame
from sheetgen.rules.rulebook import Arrangement, Rulebook


@dataclass(frozen=True, slots=True)
class LoggedMove:
    """A move of a piece, and the cell that is crossed for it; None if its number was crossed before."""

    space: int
    cross: str | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """One roll, or the cards of one turn, and what the players did with them.

    `white` has the faces of the white dice, or the number of the top card. `action1` maps players to the cells crossed
    with it, and `via` to the cells of a feature's own row that they used for it. `action2` has one cell, or in games
    with cards perhaps several.
    """

    active: str
    white: tuple[int, ...]
    dice: Mapping[str, int]
    action1: Mapping[str, str] = field(default_factory=dict)
    action2: tuple[str, ...] = ()
    action3: LoggedMove | None = None
    penalty: bool = False
    via: Mapping[str, str] = field(default_factory=dict)
    hand: tuple[str, ...] | None = None  # cards of the active player; None in games with dice

    def to_data(self) -> dict[str, Any]:
        """Return the turn as JSON-able data; actions that were not taken are left out."""
        data: dict[str, Any] = {"active": self.active}
        if self.hand is None:
            data |= {"white": list(self.white), "dice": dict(self.dice)}
        else:
            data |= {"card": self.white[0], "hand": list(self.hand)}
        if self.action1:
            data["action1"] = dict(self.action1)
        for name, cell in self.via.items():
            data.setdefault(cell.rpartition(" ")[0], {})[name] = cell  # the key is the id of the cell's row
        if self.action2:
            data["action2"] = self.action2[0] if self.hand is None else list(self.action2)
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


def replay(rulebook: Rulebook, log: Log) -> Audit:
    """Return the scores at the end of a log or where it first breaks a rule, and the finding about that, if any."""
    game = CheckedGame(rulebook, log.players, log.side, log.arrangements)
    finding: Finding | None = None
    for number, turn in enumerate(log.turns, start=1):
        try:
            play_actions(game, turn)
            game.end_turn(turn.penalty)
        except IllegalMoveError as error:
            finding = game.finding(error, number)
            break
    record = game.record()
    if finding is None and game.state.end is None:
        left = game.state.turns_left
        finding = game_finding("game-not-over-final", left=left) if left else not_over_finding(rulebook, record)
    return Audit(score(rulebook, record), (finding,) if finding else ())


def play_actions(game: CheckedGame, turn: Turn) -> None:
    """Play a turn except for its end, or raise an IllegalMoveError at the first step that breaks a rule."""
    game.begin_turn(turn.active, turn.white, turn.dice, turn.hand or ())
    game.use_white_sum(turn.action1, turn.via)
    for cell in turn.action2:
        game.use_coloured_die(cell)
    if turn.action3:
        game.move_piece(turn.action3.space, turn.action3.cross)
