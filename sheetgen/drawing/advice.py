"""What is allowed in a layout but unwise: text and codes that are too small, rows that nobody closes."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.links import QUIET_ZONE, SheetLinks
from sheetgen.drawing.rows import number_size
from sheetgen.errors import KeyPath, Problem
from sheetgen.layouts.catalog import is_built_in, variants
from sheetgen.layouts.theme_advice import theme_advice
from sheetgen.layouts.values import MM_PER_UNIT
from sheetgen.rules.grid import Grid
from sheetgen.rules.simulate import Setup, play
from sheetgen.rules.statistics import Tally

SMALL_PRINT = 7.0
SMALL_NUMBERS = 9.0
"""In points: smaller ones are legible, but not at arm's length."""
FINE_MODULE = 0.6
"""In mm: finer codes need a good camera and a good printer."""
GAMES, CELLS = 200, 44
"""So many games are played with so many cells, and fewer with more."""
SELDOM = 0.02
"""A row that is closed in fewer games than this has its lock for nothing."""


def advice(edition: Edition, links: SheetLinks) -> Iterator[Problem]:
    """All that is unwise in a layout that can be printed. The links are those of its codes."""
    yield from _slug(edition)
    yield from _sizes(edition, links)
    yield from _rows(edition)
    yield from _theme(edition)


def _warning(edition: Edition, path: KeyPath, message: str, hint: str) -> Problem:
    return Problem(message, hint, edition.layout.source.place(path), "warning")


def _slug(edition: Edition) -> Iterator[Problem]:
    slug = edition.layout.slug
    if slug in variants() and not is_built_in(edition.layout):
        message = f"it is called {slug!r} like a built-in layout, and its codes lead to the scorer of that one"
        yield _warning(edition, ("slug",), message, 'Give it a name of its own: slug = "my-sheet".')


def _sizes(edition: Edition, links: SheetLinks) -> Iterator[Problem]:
    point = MM_PER_UNIT["pt"]
    for part, look in (("sheet", edition.layout.sheet), ("board", edition.layout.board)):
        if look is None:
            continue
        if look.text < SMALL_PRINT * point:
            message = f"the small print of {look.text / point:.1f} pt is hard to read"
            yield _warning(edition, (part, "text"), message, f"{SMALL_PRINT:g} pt are comfortable.")
        numbers = number_size(edition, look.cell) / point
        if numbers < SMALL_NUMBERS:
            message = f"the numbers are {numbers:.1f} pt high in such small cells, which is hard to read"
            yield _warning(edition, (part, "cell"), message, f"{SMALL_NUMBERS:g} pt are comfortable.")
        module = look.code / (links.modules + 2 * QUIET_ZONE)
        if module < FINE_MODULE:
            message = f"the code is dense: its modules are {module:.2f} mm"
            better = FINE_MODULE * (links.modules + 2 * QUIET_ZONE)
            hint = f"From {FINE_MODULE} mm on any phone reads it: a code of {better:.1f}mm, or a shorter slug."
            yield _warning(edition, (part, "code"), message, hint)


def _rows(edition: Edition) -> Iterator[Problem]:
    """Played, not guessed: whether a row can be closed depends on all the rules."""
    rulebook = edition.rulebook
    cells = sum(len(row.ids) for row in rulebook.rows)
    games = max(1, min(GAMES, GAMES * CELLS // cells))
    grid, tally = Grid(rulebook), Tally()
    setup = Setup(rulebook.players[0], "careful", seed=1, side=next(iter(rulebook.tracks), None))
    for number in range(games):
        tally.add(play(grid, setup, number))
    for row in rulebook.rows:
        closed = tally.closed[row.id]
        if row.lock and closed < SELDOM * games:
            message = f"the row {row.id!r} can hardly be closed: {closed} times in {games} simulated games"
            hint = "Let its lock need fewer crosses, or end the row with a number that is thrown more often."
            yield _warning(edition, ("game", "rows", row.id, "lock"), message, hint)


def _theme(edition: Edition) -> Iterator[Problem]:
    """What is unwise about the theme that the layout brings along."""
    if not edition.layout.theme:
        return
    used = {cell.colour for row in edition.rulebook.rows for cell in row.cells if cell.colour}
    for _, message, hint in theme_advice(edition.theme, [name for name in edition.theme.colours if name in used]):
        yield _warning(edition, ("theme",), f"in its theme, {message}", hint)
