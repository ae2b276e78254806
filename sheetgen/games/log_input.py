"""Read the log of a game from untrusted data, or report everything that is wrong with its form."""

from sheetgen.games.json_input import Node
from sheetgen.games.record_input import GAME_KEYS, MAX_ENTRIES, read_names, read_sheet_code, read_side
from sheetgen.rules.engine.log import Log, LoggedMove, Turn
from sheetgen.rules.features import OWN_ROWS
from sheetgen.rules.rulebook import Rulebook

MAX_TURNS = 5000

_TURN_KEYS = ("active", "white", "dice", "action1", *OWN_ROWS, "action2", "action3", "penalty")
_TURN_DEFAULTS = {"action1": None, "action2": None, "action3": None, "penalty": False}


def read_log(rulebook: Rulebook, node: Node) -> Log:
    """Return the log, or raise one error with every problem in its form. Whether moves are legal is not checked."""
    table = node.table("the log", (*GAME_KEYS, "players", "sheets", "turns"), required=["players", "turns"])
    side = read_side(rulebook, node, table, needed=True)
    players: list[str] = []
    if "players" in table:
        entries = table["players"].entries("'players'", most=MAX_ENTRIES)
        players = [name for name in read_names(rulebook, entries, table["players"]) if name is not None]
    codes = table["sheets"].table("'sheets'", players) if "sheets" in table else {}
    read = {name: read_sheet_code(rulebook, node, f"{name}'s sheet") for name, node in codes.items()}
    arrangements = tuple(read.get(name) for name in players)
    reader = _TurnReader(rulebook, players, side)
    entries = table["turns"].entries("'turns'", most=MAX_TURNS) if "turns" in table else []
    turns = [reader.turn(number, entry) for number, entry in enumerate(entries, start=1)]
    node.problems.raise_if_any()
    return Log(tuple(players), tuple(turn for turn in turns if turn), side, arrangements)


class _TurnReader:
    """A reader of turns. `where` names the current turn in messages."""

    def __init__(self, rulebook: Rulebook, players: list[str], side: str | None) -> None:
        self.players = players
        self.faces = rulebook.dice
        self.has_track = bool(rulebook.tracks)
        self.length = len(rulebook.tracks[side]) if side else 0
        self.own_rows = {row.id: row.ids for row in rulebook.rows if row.id in OWN_ROWS}
        self.cells = [id for row in rulebook.rows for id in row.ids]
        self.colours = rulebook.die_colours
        self.where = ""

    def turn(self, number: int, node: Node) -> Turn | None:
        """Read one turn; return None if it has no usable dice or active player."""
        self.where = f"turn {number}"
        table = node.table(self.where, _TURN_KEYS, ["active", "white", "dice"], _TURN_DEFAULTS)
        active = table["active"].choice(f"{self.where}: 'active'", self.players) if "active" in table else None
        white = self._white(table["white"]) if "white" in table else None
        dice = self._dice(table["dice"]) if "dice" in table else None
        action1 = self._action1(table["action1"])
        via = {name: cell for key in OWN_ROWS if key in table for name, cell in self._via(key, table[key]).items()}
        action2 = self._cell(table["action2"], "'action2'")
        action3 = self._move(table["action3"])
        penalty = table["penalty"].boolean(f"{self.where}: 'penalty'")
        if active is None or white is None or dice is None:
            return None
        return Turn(active, white, dice, action1, action2, action3, bool(penalty), via)

    def _white(self, node: Node) -> tuple[int, int] | None:
        entries = node.entries(f"{self.where}: 'white'", most=MAX_ENTRIES)
        faces = [entry.integer(f"{self.where}: a white die", 1, self.faces) for entry in entries]
        if isinstance(node.value, list) and len(faces) != 2:
            node.report(f"{self.where}: two white dice are thrown, not {len(faces)}")
        match faces:
            case [int(first), int(second)]:
                return first, second
            case _:
                return None

    def _dice(self, node: Node) -> dict[str, int]:
        dice = {
            colour: die.integer(f"{self.where}: the {colour} die", 1, self.faces)
            for colour, die in node.table(f"{self.where}: 'dice'", self.colours).items()
        }
        return {colour: face for colour, face in dice.items() if face is not None}

    def _action1(self, node: Node) -> dict[str, str]:
        if node.value is None:
            return {}
        table = node.table(f"{self.where}: 'action1'", self.players)
        choices = {name: self._cell(cell, f"{name}'s cross") for name, cell in table.items()}
        return {name: cell for name, cell in choices.items() if cell is not None}

    def _via(self, key: str, node: Node) -> dict[str, str]:
        """Return who used which cell of a feature's own row."""
        if key not in self.own_rows:
            node.report(f"{self.where}: this game has no {key!r}", "Leave it out.")
            return {}
        table = node.table(f"{self.where}: {key!r}", self.players)
        cells = {name: cell.choice(f"{self.where}: {name}'s {key}", self.own_rows[key]) for name, cell in table.items()}
        return {name: cell for name, cell in cells.items() if cell is not None}

    def _cell(self, node: Node, what: str) -> str | None:
        """Return the cell that is named; None if the key is missing or null."""
        return node.choice(f"{self.where}: {what}", self.cells) if node.value is not None else None

    def _move(self, node: Node) -> LoggedMove | None:
        if node.value is None:
            return None
        if not self.has_track:
            node.report(f"{self.where}: this game has no track, and so no 'action3'", "Leave it out.")
            return None
        table = node.table(f"{self.where}: 'action3'", ("space", "cross"), ["space"], {"cross": None})
        space = table["space"].integer(f"{self.where}: 'space'", 1, self.length) if "space" in table else None
        cross = self._cell(table["cross"], "'cross'")
        return LoggedMove(space, cross) if space is not None else None
