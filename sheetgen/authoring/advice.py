"""Warnings about unwise choices in a layout or theme.

Examples are small print, dense QR codes, rows that are hardly ever closed, points that end before a row does, low
contrast, and colours that look alike.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations

from sheetgen.drawing.canvas import fitting_size
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.masthead import TITLE_SIZE
from sheetgen.drawing.pages.document import Document, Job
from sheetgen.drawing.pages.paper import SAFE_MARGIN, STRIP_DEPTH, parse_paper
from sheetgen.drawing.sheet.cells_and_locks import number_size
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.drawing.sheet_links import SheetLinks
from sheetgen.errors import InputError, KeyPath, Problem
from sheetgen.file_model import MM_PER_UNIT
from sheetgen.layouts.catalog import is_built_in, load_variant, variants
from sheetgen.locales.texts import text_value_names
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.simulate import SimulationSetup, play
from sheetgen.rules.engine.statistics import Tally
from sheetgen.rules.game_spec import compile_rulebook
from sheetgen.rules.rulebook import Rulebook, ScoreLine
from sheetgen.rules.shuffle.shuffling import numbers_by_row
from sheetgen.themes.colours import confusable_pairs, contrast, luminance
from sheetgen.themes.theme import Theme

SMALL_PRINT = 7.0  # smallest comfortable type size of text, in points
SMALL_NUMBERS = 9.0  # smallest comfortable type size of numbers in cells, in points
SMALL_TITLE = 1.2  # smallest acceptable type size of a title / type size of small print
USUAL_PAPERS = ("a4", "letter")  # a sheet should fit one of them
FINE_MODULE = 0.6  # smallest module of a QR code that any phone reads, in mm
GAMES = 200  # games to simulate
MIN_GAMES = 50  # with fewer simulated games, there are no warnings about rows
MAX_WORK = 400_000  # turns × players × rows of all simulated games, which take a second or two
RARELY_CLOSED = 0.02  # share of simulated games below which a warning says that a row is hardly ever closed

READABLE = 4.5  # least contrast ratio of text, as in WCAG
PALE = 0.6  # least relative luminance (0–1) of a cell on which a pencil cross is easy to see, also in a photo
MAX_PAIRS = 8  # pairs of similar colours that are reported one by one, the worst first

ThemeAdvice = tuple[KeyPath, str, str]  # key, message, hint


def layout_advice(edition: Edition, links: SheetLinks) -> Iterator[Problem]:
    """Yield a warning for each unwise choice in a layout that can be printed with these links."""
    yield from _built_in_slug(edition)
    yield from _small_title(edition)
    yield from _single_braces(edition)
    yield from _large_sheet(edition)
    yield from _small_parts(edition, links)
    yield from _rarely_closed_rows(edition)
    yield from _short_points(edition)
    yield from _unclear_lines(edition)
    yield from _unfair_shuffling(edition)
    yield from _long_shuffle_codes(edition)
    yield from _own_theme(edition)


def _warning(edition: Edition, message: str, hint: str, *paths: KeyPath) -> Problem:
    """Return a warning at the first of these keys that is in the user's file."""
    return Problem(message, hint, edition.layout.source.own_place(*paths), "warning")


def _built_in_slug(edition: Edition) -> Iterator[Problem]:
    slug = edition.layout.slug
    if slug in variants() and not is_built_in(edition.layout):
        message = f"it is called {slug!r} like a built-in layout, so its codes lead to that layout's scorer"
        yield _warning(edition, message, 'Give it a name of its own: slug = "my-sheet".', ("slug",), ("extends",))


def _small_title(edition: Edition) -> Iterator[Problem]:
    if not edition.layout.sheet:
        return
    plan = edition.cached(SheetPlan)
    size = fitting_size(edition.title, plan.look.text * TITLE_SIZE, edition.faces["number"], plan.masthead.title_room)
    if size < SMALL_TITLE * plan.look.text:
        message = f"the title is so long that it is printed in {size / MM_PER_UNIT['pt']:.1f} pt"
        yield _warning(edition, message, "A shorter one is printed larger.", ("title",))


def _single_braces(edition: Edition) -> Iterator[Problem]:
    for key, texts in edition.layout.labels.items():
        for code, text in texts.items():
            for name in re.findall(r"(?<!\{)\{\s*(\w+)\s*\}(?!\})", text):
                if name in text_value_names("labels")[key]:
                    message = f"{{{name}}} is printed literally"
                    hint = f"Write values in double braces: {{{{ {name} }}}}."
                    yield _warning(edition, message, hint, ("labels", key, code), ("labels", key))


def _large_sheet(edition: Edition) -> Iterator[Problem]:
    if not edition.layout.sheet:
        return
    scales = {name: scale for name in USUAL_PAPERS if (scale := _scale(edition, name))}
    if 1.0 in scales.values():
        return
    plan = edition.cached(SheetPlan)
    usual = parse_paper(USUAL_PAPERS[0])
    message = f"the sheet of {plan.width:.0f} × {plan.height:.0f} mm"
    if scales:
        name, scale = next(iter(scales.items()))
        message += f" is printed at {scale:.0%} on {name}, so that it fits"
    else:
        message += f" is too large for {' and '.join(USUAL_PAPERS)}: it would be too small to read"
    long, short = usual.height - 2 * SAFE_MARGIN, usual.width - 2 * SAFE_MARGIN - STRIP_DEPTH
    hint = f"Sheets of up to {long:.0f} × {short:.0f} mm keep their size on {usual.name}; or use larger paper."
    yield _warning(edition, message, hint, ("sheet", "width"), ("sheet", "height"), ("sheet", "cell"), ("sheet",))


def _scale(edition: Edition, paper: str) -> float | None:
    """Return the scale at which sheets are printed on this paper, or None if they cannot be."""
    try:
        return Document(Job(edition, parse_paper(paper), parts=("sheets",))).imposition.scale
    except InputError:
        return None


def _small_parts(edition: Edition, links: SheetLinks) -> Iterator[Problem]:
    point = MM_PER_UNIT["pt"]
    for part, look in (("sheet", edition.layout.sheet), ("board", edition.layout.board)):
        if look is None:
            continue
        if look.text < SMALL_PRINT * point:
            message = f"the small print of {look.text / point:.1f} pt is hard to read"
            yield _warning(edition, message, f"{SMALL_PRINT:g} pt is comfortable.", (part, "text"))
        numbers = number_size(edition, look.cell) / point
        if numbers < SMALL_NUMBERS:
            message = f"the numbers in the cells are only {numbers:.1f} pt high, which is hard to read"
            yield _warning(edition, message, f"{SMALL_NUMBERS:g} pt is comfortable.", (part, "cell"))
        module = look.code / links.modules
        if module < FINE_MODULE:
            message = f"the code is dense: its modules are {module:.2f} mm"
            better = FINE_MODULE * links.modules
            hint = f"Any phone reads modules of {FINE_MODULE} mm: use a code of {better:.1f}mm, or a shorter slug."
            yield _warning(edition, message, hint, (part, "code"), ("slug",))


def _rarely_closed_rows(edition: Edition) -> Iterator[Problem]:
    """Yield warnings about rows that are hardly ever closed. Games are simulated, because that depends on all rules."""
    games, closings = _simulated_closings(edition.rulebook)
    if games < MIN_GAMES:
        return
    for row in edition.rulebook.rows:
        closed = closings[row.id]
        if row.lock and closed < RARELY_CLOSED * games:
            message = f"the row {row.id!r} can hardly be closed: {closed} times in {games} simulated games"
            hint = "Let its lock need fewer crosses, or end the row with a number that is thrown more often."
            keys = ("lock", "needs"), ("lock",), ("cells",), ()
            yield _warning(edition, message, hint, *(("game", "rows", row.id, *key) for key in keys), ("game",))


@lru_cache(maxsize=8)  # a preview checks the layout again whenever its file changes
def _simulated_closings(rulebook: Rulebook) -> tuple[int, Mapping[str, int]]:
    """Simulate games. Return their number, and in how many of them each row was closed."""
    tally = Tally()
    setup = SimulationSetup(rulebook.players[0], "careful", seed=1, side=next(iter(rulebook.tracks), None))
    grids = [Grid(rulebook)] * setup.players
    games, work = 0, 0
    while games < GAMES and work < MAX_WORK:
        played = play(grids, setup, games)
        tally.add(played)
        games += 1
        work += played.game.turns * setup.players * len(rulebook.rows)
    return games, tally.closed


def _short_points(edition: Edition) -> Iterator[Problem]:
    """Yield a warning for each list of points that ends before the crosses of its rows or lines do.

    Two kinds of lists end early on purpose: one that repeats its last number, and one that is no shorter than that of a
    built-in layout with longer rows, such as Big Points.
    """
    if is_built_in(edition.layout):
        return
    game = edition.layout.game
    longer: dict[KeyPath, list[ScoreLine]] = {}
    for line in _capped_lines(edition.rulebook):
        has_own_list = line.id in game.lines and game.lines[line.id].points
        path: KeyPath = ("game", "lines", line.id, "points") if has_own_list else ("game", "points")
        longer.setdefault(path, []).append(line)
    bases = [load_variant(source.path.stem) for source in edition.layout.source.sources if source.is_built_in]
    caps = [len(line.points) for base in bases for line in _capped_lines(compile_rulebook(base.game))]
    for at, lines in longer.items():
        points = lines[0].points
        if points[-2:] == points[-1:] * 2 or any(len(points) >= cap for cap in caps):
            continue
        mosts = ", ".join(f"{_most_crosses(edition.rulebook, line)} in {line.id!r}" for line in lines)
        message = f"the points end with {len(points) - 1} crosses, but there can be more: {mosts}"
        hint = "Add points for the others. If they should earn nothing more, repeat the last number of the list."
        rows = [("game", "rows", line.id, *key) for line in lines for key in (("cells",), ())]
        yield _warning(edition, message, hint, at, *rows, ("game", "bonus"), ("game",))


def _capped_lines(rulebook: Rulebook) -> Iterator[ScoreLine]:
    """Yield the score lines in which a player can have more crosses than the list of points tells."""
    return (line for line in rulebook.scores if _most_crosses(rulebook, line) >= len(line.points))


def _most_crosses(rulebook: Rulebook, line: ScoreLine) -> int:
    """Return the most crosses that a player can have in a score line; only one of several closing cells is crossed."""
    if rulebook.tokens_each:  # stacked on any cells
        return rulebook.tokens_each
    worth = {id: 2 if id in rulebook.twice else 1 for id in line.cells}
    closing = [[worth.pop(id) for id in row.closing_ids if id in worth] for row in rulebook.rows]
    return sum(worth.values()) + sum(max(each, default=0) for each in closing)


def _unclear_lines(edition: Edition) -> Iterator[Problem]:
    lines = edition.layout.game.lines
    for (name, line), (other, later) in combinations(lines.items(), 2):
        if line.symbol == later.symbol:
            message = f"the lines {name!r} and {other!r} have the same symbol, {line.symbol}"
            hint = 'Give one of them another: symbol = "diamond".'
            yield _warning(edition, message, hint, ("game", "lines", other, "symbol"), ("game", "lines", other))
    for name, line in lines.items():
        if line.points and line.points != edition.layout.game.points and not edition.layout.blocks.footer:
            message = f"the points of the line {name!r} are not printed anywhere"
            hint = "State them in a text of your own: [blocks] footer."
            yield _warning(edition, message, hint, ("game", "lines", name, "points"))


def _long_shuffle_codes(edition: Edition) -> Iterator[Problem]:
    """Yield warnings about shuffled sheets that cannot be printed because of their longer codes and addresses."""
    if not edition.rulebook.shuffle or _scale(edition, USUAL_PAPERS[0]) is None:
        return
    try:
        Document(Job(edition, parse_paper(USUAL_PAPERS[0]), parts=("sheets",), shuffle="1"))
    except InputError as error:
        for problem in error.problems:
            yield _warning(edition, problem.message, problem.hint or "", ("game", "shuffle"), ("game",))


def _unfair_shuffling(edition: Edition) -> Iterator[Problem]:
    """Yield warnings about shuffled sheets of different worth.

    Lines and links stay in their columns, which is fair only if all rows have the same chances and score alike.
    """
    rulebook = edition.rulebook
    moving = [kind for kind in ("lines", "links") if kind in rulebook.shuffle]
    rows = numbers_by_row(rulebook)
    chances = {tuple(rulebook.chance(cell.number) for cell in row[: min(map(len, rows))]) for row in rows}
    scores = {line.id for line in rulebook.scores}
    if moving and (len(chances) > 1 or any(row.id not in scores for row in rulebook.coloured_rows)):
        message = f"shuffled sheets are not equally good: {' and '.join(moving)} move to rows of different value"
        hint = "All rows should score, with equally likely numbers in the same places, such as 2..12 and 12..2."
        yield _warning(edition, message, hint, ("game", "shuffle"), ("game", "rows"), ("game",))
    if "numbers" in rulebook.shuffle and any(len({cell.colour for cell in row}) > 1 for row in rows):
        message = "shuffled sheets are not equally good: numbers leave their colours where a row has several"
        hint = "Shuffle the colours instead, or give each row one colour."
        yield _warning(edition, message, hint, ("game", "shuffle"), ("game", "rows"), ("game",))


def _own_theme(edition: Edition) -> Iterator[Problem]:
    if not edition.layout.theme:
        return
    used = {cell.colour for row in edition.rulebook.rows for cell in row.cells if cell.colour}
    for _, message, hint in theme_advice(edition.theme, [name for name in edition.theme.colours if name in used]):
        yield _warning(edition, f"in its theme, {message}", hint, ("theme",))


def theme_advice(theme: Theme, used: Iterable[str]) -> Iterator[ThemeAdvice]:
    """Yield a warning for each unwise choice in a theme. `used` are the names of the colours to be judged."""
    colours = {name: theme.colours[name] for name in used}
    for name, each in colours.items():
        at = ("colours", name)
        yield from _contrast((*at, "ink"), each.ink, each.cell, f"the numbers in {name}", "their cells")
        yield from _contrast((*at, "mark"), each.mark, each.band, f"the names in {name}", "their bands")
        if luminance(each.cell) < PALE:
            yield (*at, "cell"), f"the cells in {name} are dark", "Crosses stand out on pale cells, also in photos."
    ink = theme.ink
    for key, text, background, where in (
        ("text", ink.text, ink.paper, "the paper"),
        ("soft", ink.soft, ink.paper, "the paper"),
        ("text", ink.text, ink.panel, "panels"),
        ("soft", ink.soft, ink.panel, "panels"),
        ("box_text", ink.on_box, ink.box, "boxes"),
        ("box_soft", ink.on_box_soft, ink.box, "boxes"),
    ):
        yield from _contrast(("ink", key), text, background, "words", where)
    yield from _contrast(("ink", "head_text"), theme.head_words, theme.head_fill, "words", "the head")
    if not theme.symbols:
        pairs = confusable_pairs({name: each.band for name, each in colours.items()})
        for pair in pairs[:MAX_PAIRS]:
            to_whom = "everyone" if pair.vision == "normal" else f"players with {pair.vision}"
            yield (
                ("colours", pair.other),
                f"{pair.one} and {pair.other} look alike to {to_whom}",
                "Make one of them much lighter or darker, or give each a symbol with symbols = true.",
            )
        if len(pairs) > MAX_PAIRS:
            more = len(pairs) - MAX_PAIRS
            yield ("colours",), f"{more:,} more pairs of colours look alike", "symbols = true gives each a symbol."


def _contrast(path: KeyPath, text: str, background: str, what: str, where: str) -> Iterator[ThemeAdvice]:
    found = contrast(text, background)
    if found < READABLE:
        yield path, f"{what} on {where} have a contrast of {found:.1f}", f"Everyone can read {READABLE} or more."
