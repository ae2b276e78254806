"""Make a record of untrusted data, or report everything that is wrong with it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any
from unicodedata import normalize

from sheetgen.errors import InputError
from sheetgen.games.json_input import Node, as_json
from sheetgen.rules.records import Record, Sheet, recorded_cell
from sheetgen.rules.rulebook import Arrangement, Row, Rulebook
from sheetgen.rules.shuffle.arrangement import read_arrangement

MAX_POINTS = 1_000_000
MAX_ENTRIES = 2000  # of a list
GAME_KEYS = ("variant", "layout", "side")  # by which records and logs name their game

_SHEET_KEYS = ("name", "marks", "locks", "penalties", "space", "sheet", "history", "claimed")
_SHEET_DEFAULTS: dict[str, Any] = {"marks": {}, "locks": [], "penalties": 0, "claimed": {}}


def make_record(rulebook: Rulebook, data: Mapping[str, Any] | Node) -> Record:
    """Return the record of plain data, or raise one error with every problem in it. All records are made by this."""
    node = data if isinstance(data, Node) else Node(data)
    keys = (*GAME_KEYS, "complete", "players")
    table = node.table("the record", keys, required=["players"])
    sheets = _read_sheets(rulebook, table["players"]) if "players" in table else []
    complete = table["complete"].boolean("'complete'") if "complete" in table else len(sheets) > 1
    side = read_side(rulebook, node, table, needed=any(sheet.space for sheet in sheets))
    for sheet in sheets:
        if side and sheet.space > len(rulebook.tracks[side]):
            hint = f"It has {len(rulebook.tracks[side])}."
            table["players"].report(f"{sheet.name}: side {side!r} has no space {sheet.space}", hint)
    node.problems.raise_if_any()
    return Record(tuple(sheets), side, bool(complete))


def read_side(rulebook: Rulebook, node: Node, table: Mapping[str, Node], needed: bool) -> str | None:
    """Return the side of the board that was played on. It may be missing if there is only one, or if not `needed`."""
    sides = list(rulebook.tracks)
    if "side" in table and not sides:
        table["side"].report("this game has no track, and so no 'side'", "Leave it out.")
    elif "side" in table:
        return table["side"].choice("'side'", sides)
    elif len(sides) > 1 and needed:
        node.report("which side of the board was it?", f"Name the side: {' or '.join(sides)}.")
    return sides[0] if sides else None


def read_names(rulebook: Rulebook, nodes: Sequence[Node | None], players: Node) -> list[str | None]:
    """Return the players' names; report names given twice, and more players than can play."""
    most = rulebook.players[1]
    if players.value == []:
        players.report("there are no players", "Give at least one.")
    if len(nodes) > most:
        players.report(f"there are {len(nodes)} players", f"At most {most} can play.")
    names = [node.name("a player's name") if node else None for node in nodes]
    seen: set[str] = set()
    for node, name in zip(nodes, names, strict=True):
        normalized = normalize("NFC", name or "")
        if node and name and normalized in seen:
            node.report(f"two players are called {name!r}", "Tell them apart.")
        seen.add(normalized)
    return names


def read_sheet_code(rulebook: Rulebook, node: Node, what: str) -> Arrangement | None:
    """Return the arrangement of a shuffled sheet, given the code in its link."""
    code = node.text(what)
    if code is None:
        return None
    try:
        return read_arrangement(rulebook, code)
    except InputError as error:
        for problem in error.problems:
            node.report(f"{what}: {problem.message}", problem.hint)
        return None


def _read_sheets(rulebook: Rulebook, node: Node) -> list[Sheet]:
    entries = node.entries("'players'", most=MAX_ENTRIES)
    tables = [entry.table("a player", _SHEET_KEYS, ["name"], _SHEET_DEFAULTS) for entry in entries]
    names = read_names(rulebook, [table.get("name") for table in tables], node)
    return [
        _SheetReader(rulebook, name or f"player {seat}", table).sheet()
        for seat, (name, table) in enumerate(zip(names, tables, strict=True), start=1)
    ]


class _SheetReader:
    """A reader of one player's sheet. Messages begin with the player's name."""

    def __init__(self, rulebook: Rulebook, name: str, table: Mapping[str, Node]) -> None:
        self.name = name
        self.table = table
        code = table.get("sheet")
        self.arrangement = read_sheet_code(rulebook, code, f"{name}: 'sheet'") if code else None
        self.rulebook = self.arrangement.rulebook if self.arrangement else rulebook
        self.rows = {row.id: row for row in self.rulebook.rows}

    def sheet(self) -> Sheet:
        """Return the sheet with everything that could be read."""
        marks = {**self._marks(), **dict.fromkeys(self._locks(), 1)}
        in_order = {id: marks[id] for row in self.rulebook.rows for id in row.ids if id in marks}
        penalties = self.table["penalties"].integer(f"{self.name}: 'penalties'", 0, self.rulebook.penalty_boxes) or 0
        return Sheet(self.name, in_order, penalties, self._space(), self._history(), self._claimed(), self.arrangement)

    def _marks(self) -> Counter[str]:
        marks: Counter[str] = Counter()
        for id, node in self.table["marks"].table(f"{self.name}: 'marks'", self.rows).items():
            row = self.rows[id]
            cells = {recorded_cell(row, cell.id): cell.id for cell in row.cells}
            for entry in node.entries(f"{self.name}: {id!r}", most=MAX_ENTRIES):
                cell = self._cell(entry, row, cells)
                if cell is not None and marks[cell] and not self.rulebook.tokens_each:
                    second = f'The second {entry.value} is written "{entry.value}#2".'
                    hint = second if f"{entry.value}#2" in cells else "A number is crossed once."
                    entry.report(f"{self.name}: {id} {entry.value} is given twice", hint)
                elif cell is not None:
                    marks[cell] += 1
        return marks

    def _cell(self, entry: Node, row: Row, cells: Mapping[int | str, str]) -> str | None:
        repeats = any(isinstance(name, str) for name in cells)
        if type(entry.value) is not int and not (repeats and isinstance(entry.value, str)):
            entry.report_type(f"{self.name}: a number of {row.id!r}", "a whole number")
            return None
        if entry.value not in cells:
            numbers = " ".join(str(name) for name in cells)
            entry.report(f"{self.name}: {row.id!r} has no {as_json(entry.value)}", f"It has {numbers}.")
            return None
        return cells[entry.value]

    def _locks(self) -> list[str]:
        locks = {row.id: row.lock.id for row in self.rulebook.rows if row.lock}
        crossed: list[str] = []
        for entry in self.table["locks"].entries(f"{self.name}: 'locks'", most=MAX_ENTRIES):
            id = entry.choice(f"{self.name}: a lock", locks)
            if id is not None and locks[id] in crossed:
                entry.report(f"{self.name}: the lock of {id!r} is given twice")
            elif id is not None:
                crossed.append(locks[id])
        return crossed

    def _space(self) -> int:
        if "space" not in self.table:
            return 0
        node = self.table["space"]
        if not self.rulebook.tracks:
            node.report(f"{self.name}: this game has no track, and so no 'space'", "Leave it out.")
            return 0
        longest = max(len(spaces) for spaces in self.rulebook.tracks.values())
        return node.integer(f"{self.name}: 'space'", 0, longest) or 0

    def _history(self) -> tuple[str, ...] | None:
        if "history" not in self.table:
            return None
        node = self.table["history"]
        if self.rulebook.tokens_each:
            node.report(f"{self.name}: 'history' is for sheets; this game has tokens", "Leave it out.")
            return None
        known = [id for row in self.rulebook.rows for id in row.ids]
        entries = node.entries(f"{self.name}: 'history'", most=MAX_ENTRIES)
        cells = [entry.choice(f"{self.name}: a cross in 'history'", known) for entry in entries]
        return tuple(cell for cell in cells if cell is not None)

    def _claimed(self) -> dict[str, int]:
        table = self.table["claimed"].table(f"{self.name}: 'claimed'", self.rulebook.figures)
        claimed = {
            id: node.integer(f"{self.name}: the claimed {id!r}", -MAX_POINTS, MAX_POINTS) for id, node in table.items()
        }
        return {id: value for id, value in claimed.items() if value is not None}
