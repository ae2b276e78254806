"""Make a record or a log from untrusted data, or report every problem in it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from unicodedata import normalize

from sheetgen.errors import InputError
from sheetgen.game_input.format_version import VERSION_KEY, check_version
from sheetgen.game_input.json_input import Node, as_json
from sheetgen.rules.engine.log import Log, LoggedMove, Turn
from sheetgen.rules.features import CHOSEN_ROWS
from sheetgen.rules.features.cards import deck
from sheetgen.rules.records import Record, Sheet, recorded_cell
from sheetgen.rules.rulebook import Arrangement, Rulebook
from sheetgen.rules.shuffle.arrangement import read_sheet

MAX_POINTS = 1_000_000  # of a claimed sum, positive or negative
MAX_TURNS = 5000  # of a log
MAX_ACTION = 60  # crosses of a logged action, as many as a row can have cells

_GAME_KEYS = (VERSION_KEY, "variant", "layout", "side")  # first keys of both records and logs
_SHEET_KEYS = ("name", "marks", "locks", "penalties", "space", "sheet", "history", "claimed")
_SHEET_DEFAULTS: dict[str, Any] = {"marks": {}, "locks": [], "penalties": 0, "claimed": {}}
_ROLL_KEYS, _CARD_KEYS = ("white", "dice"), ("card", "hand")  # of a turn, depending on the game
_TURN_KEYS = ("active", *_ROLL_KEYS, *_CARD_KEYS, "action1", *CHOSEN_ROWS, "action2", "action3", "penalty")
_TURN_DEFAULTS = {"action1": None, "action2": None, "action3": None, "penalty": False}


def make_record(rulebook: Rulebook, data: Mapping[str, Any] | Node) -> Record:
    """Return a record made from plain data, or raise one error with every problem. Every kind of input uses this."""
    node = data if isinstance(data, Node) else Node(data)
    check_version(node)
    table = node.table("the record", (*_GAME_KEYS, "complete", "players"), required=["players"])
    sheets = _read_sheets(rulebook, table["players"])
    complete = table["complete"].boolean("'complete'") if "complete" in table else len(sheets) > 1
    side = _read_side(rulebook, node, table, needed=any(sheet.space for sheet in sheets))
    for sheet in sheets:
        if side and sheet.space > len(rulebook.tracks[side]):
            hint = f"It has {len(rulebook.tracks[side])}."
            table["players"].report(f"{sheet.name}: side {side!r} has no space {sheet.space}", hint)
    node.problems.raise_if_any()
    return Record(tuple(sheets), side, complete)


def read_log(rulebook: Rulebook, node: Node) -> Log:
    """Return the log, or raise one error with every problem in its form. Whether moves are legal is not checked."""
    check_version(node)
    table = node.table("the log", (*_GAME_KEYS, "players", "sheets", "turns"), required=["players", "turns"])
    side = _read_side(rulebook, node, table, needed=True)
    players = list(filter(None, _read_names(rulebook, table["players"].entries("'players'"), table["players"])))
    codes = table["sheets"].table("'sheets'", players) if "sheets" in table else {}
    read = {name: _read_sheet_code(rulebook, node, f"{name}'s sheet") for name, node in codes.items()}
    sheets = {name: arrangement.rulebook for name, arrangement in read.items() if arrangement}
    reader = _TurnReader(rulebook, {name: sheets.get(name, rulebook) for name in players}, side)
    entries = table["turns"].entries("'turns'", most=MAX_TURNS)
    turns = tuple(reader.turn(number, entry) for number, entry in enumerate(entries, start=1))
    node.problems.raise_if_any()
    return Log(tuple(players), turns, side, tuple(read.get(name) for name in players))


def _read_side(rulebook: Rulebook, node: Node, table: Mapping[str, Node], needed: bool) -> str | None:
    """Return the side of the board that was played on. It may be missing if there is only one, or if not `needed`."""
    sides = list(rulebook.tracks)
    if "side" in table and not sides:
        table["side"].report("this game has no track, and so no 'side'", "Leave it out.")
    elif "side" in table:
        return table["side"].choice("'side'", sides)
    elif len(sides) > 1 and needed:
        node.report("which side of the board was it?", f"Name the side: {' or '.join(sides)}.")
    return sides[0] if sides else None


def _read_names(rulebook: Rulebook, nodes: Sequence[Node], players: Node) -> list[str]:
    """Return the players' names; report names given twice, and more players than can play."""
    most = rulebook.players[1]
    if players.value == []:
        players.report("there are no players", "Give at least one.")
    if len(nodes) > most:
        players.report(f"there are {len(nodes)} players", f"At most {most} can play.")
    names = [node.name("a player's name") for node in nodes]
    seen = {""}
    for node, name in zip(nodes, names, strict=True):
        normalized = normalize("NFC", name)
        if name and normalized in seen:
            node.report(f"two players are called {name!r}", "Give them different names.")
        seen.add(normalized)
    return names


def _read_sheet_code(rulebook: Rulebook, node: Node, what: str) -> Arrangement | None:
    """Return the arrangement of a sheet that differs from others; None for the layout itself."""
    code = node.text(what)
    if not isinstance(node.value, str):
        return None
    try:
        return read_sheet(rulebook, code)
    except InputError as error:
        for problem in error.problems:
            node.report(f"{what}: {problem.message}", problem.hint)
        return None


def _prefixed(table: Mapping[str, Node], prefix: str) -> dict[str, Node]:
    return {key: replace(node, prefix=prefix) for key, node in table.items()}


def _read_sheets(rulebook: Rulebook, node: Node) -> list[Sheet]:
    entries = node.entries("'players'")
    tables = [entry.table("a player", _SHEET_KEYS, ["name"], _SHEET_DEFAULTS) for entry in entries]
    names = _read_names(rulebook, [table["name"] for table in tables], node)
    return [
        _read_sheet(rulebook, name or f"player {seat}", table)
        for seat, (name, table) in enumerate(zip(names, tables, strict=True), start=1)
    ]


def _read_sheet(rulebook: Rulebook, name: str, data: Mapping[str, Node]) -> Sheet:
    table = _prefixed(data, f"{name}: ")
    arrangement = _read_sheet_code(rulebook, table["sheet"], "'sheet'") if "sheet" in table else None
    rulebook = arrangement.rulebook if arrangement else rulebook
    marks = {**_read_marks(rulebook, table["marks"]), **dict.fromkeys(_read_locks(rulebook, table["locks"]), 1)}
    in_order = {id: marks[id] for row in rulebook.rows for id in row.ids if id in marks}
    penalties = table["penalties"].integer("'penalties'", 0, rulebook.penalty_boxes)
    space = _read_space(rulebook, table["space"]) if "space" in table else 0
    history = _read_history(rulebook, table["history"]) if "history" in table else None
    sums = table["claimed"].table("'claimed'", rulebook.figures)
    claimed = {id: node.integer(f"the claimed {id!r}", -MAX_POINTS, MAX_POINTS) for id, node in sums.items()}
    return Sheet(name, in_order, penalties, space, history, claimed, arrangement)


def _read_marks(rulebook: Rulebook, table: Node) -> Counter[str]:
    marks: Counter[str] = Counter()
    rows = {row.id: row for row in rulebook.rows}
    for id, node in table.table("'marks'", rows).items():
        cells = {recorded_cell(rows[id], cell.id): cell.id for cell in rows[id].cells}
        for entry in node.entries(f"{id!r}"):
            cell = _read_cell(entry, id, cells)
            if marks[cell] and not rulebook.tokens_each:
                second = f'The second {entry.value} is written "{entry.value}#2".'
                hint = second if f"{entry.value}#2" in cells else "A number is crossed once."
                entry.report(f"{id} {entry.value} is given twice", hint)
            elif cell:
                marks[cell] += 1
    return marks


def _read_cell(entry: Node, row: str, cells: Mapping[int | str, str]) -> str:
    """Return the id of the cell that an entry names, or an empty text if the row does not have it."""
    repeats = any(isinstance(name, str) for name in cells)
    is_text = repeats and isinstance(entry.value, str)
    if not is_text and not entry.has_type(int, f"a number of {row!r}", "a whole number"):
        return ""
    if entry.value not in cells:
        entry.report(f"{row!r} has no {as_json(entry.value)}", f"It has {' '.join(map(str, cells))}.")
    return cells.get(entry.value, "")


def _read_locks(rulebook: Rulebook, node: Node) -> list[str]:
    locks = {row.id: row.lock.id for row in rulebook.rows if row.lock}
    crossed: list[str] = []
    for entry in node.entries("'locks'"):
        id = entry.choice("a lock", locks)
        if id and locks[id] in crossed:
            entry.report(f"the lock of {id!r} is given twice")
        elif id:
            crossed.append(locks[id])
    return crossed


def _read_space(rulebook: Rulebook, node: Node) -> int:
    if not rulebook.tracks:
        node.report("this game has no track, and so no 'space'", "Leave it out.")
        return 0
    return node.integer("'space'", 0, max(map(len, rulebook.tracks.values())))


def _read_history(rulebook: Rulebook, node: Node) -> tuple[str, ...] | None:
    if rulebook.tokens_each:
        node.report("'history' is for sheets; this game has tokens", "Leave it out.")
        return None
    known = [id for row in rulebook.rows for id in row.ids]
    return tuple(entry.choice("a cross in 'history'", known) for entry in node.entries("'history'"))


class _TurnReader:
    """A reader of the turns of a log."""

    def __init__(self, rulebook: Rulebook, sheets: Mapping[str, Rulebook], side: str | None) -> None:
        self.rulebook = rulebook
        self.players = list(sheets)
        self.track_length = len(rulebook.tracks[side]) if side else 0
        # The cells of each player's sheet, by name. The key "" is for an active player who is not known.
        rulebooks = {"": rulebook, **sheets}
        self.cells = {name: [id for row in own.rows for id in row.ids] for name, own in rulebooks.items()}

    def turn(self, number: int, node: Node) -> Turn:
        """Return the turn with this number, counted from 1."""
        needed, other = (_CARD_KEYS, _ROLL_KEYS) if self.rulebook.cards else (_ROLL_KEYS, _CARD_KEYS)
        required = ["active", *needed]
        table = _prefixed(node.table(f"turn {number}", _TURN_KEYS, required, _TURN_DEFAULTS), f"turn {number}: ")
        active = table["active"].choice("'active'", self.players)
        for key in set(table).intersection(other):
            table[key].report(f"this game has no {key!r}", f"Its turns have {' and '.join(map(repr, needed))}.")
        if self.rulebook.cards:
            white, dice, hand = self._card(table["card"]), {}, self._hand(table["hand"])
        else:
            white, dice, hand = self._white(table["white"]), self._dice(table["dice"]), None
        action1 = self._action1(table["action1"])
        via = {name: cell for key in CHOSEN_ROWS if key in table for name, cell in self._via(key, table[key]).items()}
        action2 = self._action2(active, table["action2"])
        action3 = self._move(active, table["action3"])
        penalty = table["penalty"].boolean("'penalty'")
        return Turn(active, white, dice, action1, action2, action3, penalty, via, hand)

    def _white(self, node: Node) -> tuple[int, ...]:
        faces = [entry.integer("a white die", 1, self.rulebook.die_sides) for entry in node.entries("'white'")]
        if isinstance(node.value, list) and len(faces) != 2:
            node.report(f"two white dice are thrown, not {len(faces)}")
        return tuple(faces)

    def _card(self, node: Node) -> tuple[int, ...]:
        numbers = [cell.number for row in self.rulebook.coloured_rows for cell in row.cells]
        return (node.integer("the number of the card", min(numbers), max(numbers)),)

    def _hand(self, node: Node) -> tuple[str, ...]:
        assert self.rulebook.cards
        known = deck(self.rulebook)
        entries = node.entries("'hand'", most=self.rulebook.cards.hand)
        cards = list(filter(None, (entry.choice("a card", known) for entry in entries)))
        if len(set(cards)) < len(cards):
            node.report("a card is named twice", "There is one card for each number of each row.")
        return tuple(cards)

    def _dice(self, node: Node) -> dict[str, int]:
        table = node.table("'dice'", self.rulebook.die_colours)
        return {colour: die.integer(f"the {colour} die", 1, self.rulebook.die_sides) for colour, die in table.items()}

    def _action1(self, node: Node) -> dict[str, str]:
        table = node.table("'action1'", self.players) if node.value is not None else {}
        choices = {name: self._cell(name, cell, f"{name}'s cross") for name, cell in table.items()}
        return {name: cell for name, cell in choices.items() if cell is not None}

    def _via(self, key: str, node: Node) -> dict[str, str]:
        """Return the cell of a feature's own row that each player used."""
        cells = [id for row in self.rulebook.rows if row.id == key for id in row.ids]
        if not cells:
            node.report(f"this game has no {key!r}", "Leave it out.")
            return {}
        table = node.table(f"{key!r}", self.players)
        return {name: cell.choice(f"{name}'s {key}", cells) for name, cell in table.items()}

    def _action2(self, active: str, node: Node) -> tuple[str, ...]:
        """Return the cells crossed in action 2: a list with cards, and otherwise one cell or none."""
        if self.rulebook.cards and node.value is not None:
            entries = node.entries("'action2'", most=MAX_ACTION)
            return tuple(entry.choice("a cross in 'action2'", self.cells[active]) for entry in entries)
        cell = self._cell(active, node, "'action2'")
        return (cell,) if cell is not None else ()

    def _cell(self, player: str, node: Node, what: str) -> str | None:
        """Return the cell that is named; None if the key is missing or null."""
        return node.choice(what, self.cells[player]) if node.value is not None else None

    def _move(self, active: str, node: Node) -> LoggedMove | None:
        if node.value is None:
            return None
        if not self.rulebook.tracks:
            node.report("this game has no track, and so no 'action3'", "Leave it out.")
            return None
        table = node.table("'action3'", ("space", "cross"), ["space"], {"cross": None})
        space = table["space"].integer("'space'", 1, self.track_length)
        return LoggedMove(space, self._cell(active, table["cross"], "'cross'"))
