"""Records of finished games at random: legal ones, ones with mistakes, and ones that no reader should accept."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

from sheetgen.rules.audit.audit import score
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.simulate import STRATEGIES, SimulationSetup, play
from sheetgen.rules.records import Record, Sheet
from sheetgen.rules.rulebook import Arrangement, Rulebook
from tests.js.random_sheets import random_arrangement
from tests.profiles import amount

RECORDS = amount(default=450, thorough=15_000)  # of all games together, in each comparison

Mistake = Callable[[Random, Rulebook, Sheet], Sheet]

NAMES = ["Zoë", "{{ cell }} {{ players }}", "$& $1 $`", "<b>Max</b>", "constructor", "Ann, Bob", "-1", "👩‍👩‍👧"]


def legal_record(random: Random, grid: Grid) -> Record:
    """A finished game, with what players may note on top: the order of crosses, and their sums."""
    rulebook = grid.rulebook
    fewest, most = rulebook.players
    side = random.choice([*rulebook.tracks] or [None])
    setup = SimulationSetup(
        random.randint(fewest, most), random.choice(sorted(STRATEGIES)), random.getrandbits(60), side
    )
    grids = [_shuffled(random, grid) for _ in range(setup.players)]
    record = play(grids, setup, 0).record
    if random.random() < 0.5:
        record = _changed(record, lambda sheet: replace(sheet, history=None))
    if random.random() < 0.5:
        points = {player.name: player for player in score(rulebook, record)}
        figures = [*(line.id for line in rulebook.scores), "penalties", "extra", "total"]
        record = _changed(
            record,
            lambda sheet: replace(sheet, claimed={figure: points[sheet.name].figure(figure) for figure in figures}),
        )
    return record


def mistaken_record(random: Random, grid: Grid) -> Record:
    """A finished game in which things went wrong, but nothing that makes the record unreadable."""
    record = legal_record(random, grid)
    sheets = list(record.sheets)
    if random.random() < 0.2:
        sheets = random.sample(sheets, random.randint(1, len(sheets)))
    if random.random() < 0.3:
        sheets = [
            replace(sheet, name=name) for sheet, name in zip(sheets, random.sample(NAMES, len(sheets)), strict=True)
        ]
    for _ in range(random.choice([1, 1, 2, 3, 5, 12])):
        mistake, seats = random.choice(MISTAKES), range(len(sheets))
        for seat in random.choice([seats, random.sample(seats, 1)]):
            sheets[seat] = mistake(random, sheets[seat].rules(grid.rulebook), sheets[seat])
    if grid.rulebook.shuffle and not grid.rulebook.doubles and random.random() < 0.2:
        sheets = [replace(sheet, arrangement=random_arrangement(random, grid.rulebook)) for sheet in sheets]
    return Record(tuple(sheets), record.side, random.random() < 0.8)


def idle_record(random: Random, grid: Grid) -> Record:
    """A game in which everybody crossed about as little as the number of turns allows, or less."""
    rulebook = grid.rulebook
    cells = [cell.id for row in rulebook.rows for cell in row.cells]
    closed = [id for row in rulebook.rows if row.lock for id in row.ids[-2:]][: 2 * rulebook.closed_rows]
    turns, sheets = random.randint(0, 8), []
    for seat in range(random.randint(*rulebook.players)):
        penalties = random.randint(0, min(turns, rulebook.penalty_boxes))
        crosses = max(0, turns - penalties + random.choice([-2, -1, 0, 0, 1, 9]))
        marks = [*random.sample(cells, crosses), *random.choice([[], closed])]
        sheets.append(Sheet(f"P{seat}", dict.fromkeys(marks, 1), penalties))
    return Record(tuple(sheets), random.choice([*rulebook.tracks] or [None]))


def nearly_empty_record(random: Random, grid: Grid) -> Record:
    """A game in which at most one player crossed something: one cell, perhaps with a stack, or what earns a reward."""
    rulebook = grid.rulebook
    cell = random.choice([cell.id for row in rulebook.rows for cell in row.cells])
    height = random.randint(1, 5) if rulebook.tokens_each else 1
    marks: list[dict[str, int]] = [{} for _ in range(random.randint(*rulebook.players))]
    rewarded = [dict.fromkeys(reward.cells, 1) for reward in rulebook.rewards]
    marks[0] = random.choice([{}, {cell: height}, *rewarded])
    sheets = [Sheet(f"P{seat}", own, random.randint(0, rulebook.penalty_boxes)) for seat, own in enumerate(marks)]
    return Record(tuple(sheets), random.choice([*rulebook.tracks] or [None]))


def shuffled_data(random: Random, rulebook: Rulebook, record: Record) -> dict[str, Any]:
    """The record as data, with everything in any order that may be, and what is empty left out now and then."""
    data = record.to_data(rulebook, {"layout": "x.toml"})
    for player in data["players"]:
        rows = list(player["marks"].items())
        random.shuffle(rows)
        player["marks"] = {id: random.sample(marks, len(marks)) for id, marks in rows if marks or random.random() < 0.5}
        random.shuffle(player["locks"])
        for key in ("locks", "penalties", "space"):
            if not player.get(key) and random.random() < 0.5:
                player.pop(key, None)
    if random.random() < 0.5 and data["complete"] == (len(data["players"]) > 1):
        del data["complete"]
    return data


def spoilt_data(random: Random, rulebook: Rulebook, record: Record) -> Any:
    """The record as data in which something may be of the wrong kind, too much, or missing."""
    data = [shuffled_data(random, rulebook, record)]
    for _ in range(random.choice([1, 1, 1, 2, 4])):
        _spoil(random, rulebook, data)
    return data[0]


def _spoil(random: Random, rulebook: Rulebook, data: list[Any]) -> None:
    """Change one thing somewhere in the data, in its first entry or below."""
    place, key = random.choice([*_places(data)])
    junk = deepcopy(random.choice([*JUNK, *(row.id for row in rulebook.rows), *rulebook.rows[0].ids]))
    kind = random.random()
    if place is data or kind < 0.5:
        place[key] = junk
    elif kind < 0.7:
        del place[key]
    elif isinstance(place, list):
        place.insert(random.randint(0, len(place)), random.choice([junk, deepcopy(place[key])]))
    else:
        place[random.choice(KEYS)] = random.choice([junk, deepcopy(place[key])])


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every value inside this one, as its holder and its key."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    return [place for key in keys for place in [(value, key), *_places(value[key])]]


KEYS = [
    "name",
    "sheet",
    "side",
    "space",
    "history",
    "claimed",
    "total",
    "extra",
    "lock",
    "__proto__",
    "constructor",
    "length",
    "",
]

JUNK: list[Any] = [
    *(None, True, False, 0, 1, 2, 5, 7, 12, -1, -5, 41, 2.5, 10**6, -(10**6), 10**6 + 1, 2**53, -(10**14)),
    *("", "a", "b", "5", "5#2", "6#2", "5#3", "red 5#2", "lock", "Zoë", "Zoe\u0308", " A", "A ", "A B", "a\tb", "a\nb"),
    *("x" * 40, "x" * 41, "👩" * 40, "\u200d", "A\u200d", "\u00a0", "\u2028", "\ufeff", "\ud83d", "\ue000", "\x7f"),
    *("8/5", "swap 8/5", "1", "ILO", "2R7"),
    *("__proto__", "constructor", "toString", "length"),
    *([], {}, [5, 5], ["red 5"], ["red", "red"], {"red": [5]}, {"total": 5}, [{"name": "A"}], [[]], {"length": 0}),
]


def _changed(record: Record, change: Callable[[Sheet], Sheet]) -> Record:
    return replace(record, sheets=tuple(change(sheet) for sheet in record.sheets))


def _shuffled(random: Random, grid: Grid) -> Grid:
    """The same game on a sheet that may be shuffled, or on one of a companion, if it is one with such sheets."""
    if grid.rulebook.companions and random.random() < 0.5:
        slug, other = random.choice(list(grid.rulebook.companions.items()))
        return Grid(grid.rulebook, Arrangement(slug, other))
    if not grid.rulebook.shuffle or random.random() < 0.3:
        return grid
    return Grid(grid.rulebook, random_arrangement(random, grid.rulebook))


def _cells(rulebook: Rulebook) -> list[str]:
    return [id for row in rulebook.rows for id in row.ids]


def _cross(random: Random, rulebook: Rulebook, sheet: Sheet) -> Sheet:
    return replace(sheet, crosses={**sheet.crosses, random.choice(_cells(rulebook)): 1})


def _uncross(random: Random, rulebook: Rulebook, sheet: Sheet) -> Sheet:
    gone = random.choice([*sheet.crosses, ""])
    return replace(sheet, crosses={id: count for id, count in sheet.crosses.items() if id != gone})


def _close(random: Random, rulebook: Rulebook, sheet: Sheet) -> Sheet:
    row = random.choice([row for row in rulebook.rows if row.lock])
    return replace(sheet, crosses={**sheet.crosses, **dict.fromkeys(row.ids[-random.choice([1, 2, 2, 5]) :], 1)})


def _close_otherwise(random: Random, rulebook: Rulebook, sheet: Sheet) -> Sheet:
    """A row that is closed by any of its last numbers, by none, or by several."""
    row = random.choice([row for row in rulebook.rows if row.lock])
    assert row.lock
    closing = [cell.id for cell in row.closing]
    others = {id: count for id, count in sheet.crosses.items() if id not in closing}
    chosen = random.sample(closing, random.randint(0, len(closing)))
    return replace(sheet, crosses={**others, **dict.fromkeys([*chosen, row.lock.id], 1)})


def _break_pair(random: Random, rulebook: Rulebook, sheet: Sheet) -> Sheet:
    """One of two cells that go together, without the other: a number and its second box, or linked cells."""
    pairs = [*rulebook.links, *((number, box) for box, number in rulebook.doubles.items())]
    if not pairs:
        return sheet
    one, other = random.choice(pairs)
    gone, there = random.choice([(one, other), (one, other), (other, one)])
    others = {id: count for id, count in sheet.crosses.items() if id != gone}
    return replace(sheet, crosses={**others, there: 1})


def _swap(random: Random, rulebook: Rulebook, sheet: Sheet) -> Sheet:
    """Many pairs, for which there may not be enough numbers."""
    pairs = [cell.id for row in rulebook.rows if row.swaps for cell in row.cells]
    return replace(sheet, crosses={**sheet.crosses, **dict.fromkeys(random.sample(pairs, len(pairs) * 2 // 3), 1)})


def _start_again(random: Random, rulebook: Rulebook, sheet: Sheet) -> Sheet:
    share = random.random() ** 3
    return replace(sheet, crosses={id: 1 for id in _cells(rulebook) if random.random() < share})


def _penalise(random: Random, rulebook: Rulebook, sheet: Sheet) -> Sheet:
    return replace(sheet, penalties=random.choice([0, 1, rulebook.penalty_boxes - 1, rulebook.penalty_boxes]))


def _move(random: Random, rulebook: Rulebook, sheet: Sheet) -> Sheet:
    if not rulebook.tracks:
        return sheet
    shortest = min(len(spaces) for spaces in rulebook.tracks.values())
    before_final = shortest - rulebook.final
    return replace(sheet, space=random.choice([0, 1, before_final, before_final + 1, random.randint(0, shortest)]))


def _race(random: Random, rulebook: Rulebook, sheet: Sheet) -> Sheet:
    """A piece that has come far with hardly any crosses but those it landed on."""
    if not rulebook.tracks:
        return sheet
    spaces = random.choice([*rulebook.tracks.values()])
    last = random.randint(1, min(len(track) for track in rulebook.tracks.values()))
    hop = rulebook.move + random.choice([-1, 0, 1, 2])
    landed = [spaces[space - 1] for space in range(last, 0, -hop)]
    return replace(sheet, crosses={f"{space.row} {space.number}": 1 for space in landed}, space=last, penalties=0)


def _stack(random: Random, rulebook: Rulebook, sheet: Sheet) -> Sheet:
    """More tokens on a square; but a lock never takes more than one."""
    if not rulebook.tokens_each:
        return sheet
    row = random.choice(rulebook.rows)
    square = random.choice([*row.cells, *row.closing, *row.closing]).id
    return replace(sheet, crosses={**sheet.crosses, square: random.randint(2, 4)})


def _misremember(random: Random, rulebook: Rulebook, sheet: Sheet) -> Sheet:
    """A history in another order, with gaps, repeats or locks."""
    if rulebook.tokens_each:
        return sheet
    crosses = list(sheet.history if sheet.history is not None else sheet.crosses)
    crosses = random.sample(crosses, random.randint(len(crosses) // 2, len(crosses)))
    if random.random() < 0.5:
        crosses.sort(key=_cells(rulebook).index)
    for _ in range(random.choice([0, 0, 1, 3])):
        crosses.insert(random.randint(0, len(crosses)), random.choice([*crosses, *_cells(rulebook)]))
    return replace(sheet, history=tuple(crosses))


def _miscount(random: Random, rulebook: Rulebook, sheet: Sheet) -> Sheet:
    """Sums that may be right, wrong, or without their minus."""
    claimed = sheet.claimed or dict.fromkeys(("penalties", "total", rulebook.scores[0].id), 0)
    slips: list[Callable[[int], int]] = [lambda n: n, lambda n: -n, lambda n: n + 1, lambda n: random.randint(-99, 99)]
    return replace(sheet, claimed={figure: random.choice(slips)(number) for figure, number in claimed.items()})


MISTAKES: list[Mistake] = [
    *(_cross, _uncross, _close, _close, _close_otherwise, _break_pair, _swap, _start_again, _penalise),
    *(_move, _race, _stack, _misremember, _miscount),
]
