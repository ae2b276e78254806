"""The print job and its document: which parts of a game are printed on which pages, with which serial numbers.

A page has pictures in slots, lines to cut along, and the check line in a strip along one edge.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Literal, NamedTuple

from sheetgen import __version__
from sheetgen.drawing.boards.pieces import piece_grid, pieces_page
from sheetgen.drawing.boards.token_board import board_front, board_overlay
from sheetgen.drawing.boards.track_board import track_board
from sheetgen.drawing.canvas import MIN_TEXT_SIZE, Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fingerprint import fingerprint
from sheetgen.drawing.fonts.typefaces import text_width
from sheetgen.drawing.pages.booklet import booklet_page
from sheetgen.drawing.pages.paper import MAX_PER_PAGE, SAFE_MARGIN, STRIP_DEPTH, Imposition, Orientation, Paper, impose
from sheetgen.drawing.pages.rules_card import rules_page
from sheetgen.drawing.scene import Box, Paint, Scene, Use
from sheetgen.drawing.sheet.front import sheet_front
from sheetgen.drawing.sheet.overlay import SheetOverlays
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.drawing.sheet_links import DEFAULT_BASE, SheetLinks
from sheetgen.errors import InputError, Problem, suggest
from sheetgen.layouts.layout import Layout
from sheetgen.rules.shuffle.arrangement import NamedPad, Pad, longest_code

Part = Literal["sheets", "board", "pieces", "rules", "booklet"]
Back = Literal["none", "sheet", "rules"]

MAX_SHEETS = 100_000  # per file
MAX_SHUFFLED = 10_000  # fewer than MAX_SHEETS, because shuffled sheets are drawn one by one
MAX_BOARDS = 100
MAX_SERIAL = 9_999_999
MAX_NAME_LENGTH = 40  # characters of a player's name
NAME_FILE_ENDINGS = (".csv", ".txt")  # of files with players' names, which are not the names of players themselves
CHECK_LINE = 50.0  # length of the line to measure with a ruler, in mm
INDENT = 4.0  # distance of the check line and its text from the ends of their strip, in mm
CUT_LINE = Paint(stroke="#9a9a9a", line=0.12)  # solid, because cameras may take dashes for a bar code

Layers = list[Scene]  # a picture as scenes that are drawn on top of one another


@dataclass(frozen=True)
class Job:
    """What to print. None stands for the choice that suits the layout and the paper."""

    edition: Edition
    paper: Paper
    orientation: Orientation = "auto"
    parts: tuple[Part, ...] | None = None
    count: int | None = None
    per_page: int | None = None
    serial_start: int = 1
    players: tuple[str, ...] = ()
    base: str = DEFAULT_BASE
    cut_marks: bool = True
    back: Back = "none"
    shuffle: str | None = None  # seed of the sheets' arrangements; None does not shuffle
    sheets: str | None = None  # names of the layout's own sheets, such as a-e; None prints the first one


class Info(NamedTuple):
    """Metadata of a PDF."""

    title: str
    subject: str
    language: str
    keywords: tuple[str, ...]
    duplex: bool


class Page(NamedTuple):
    """A page to print, and the box around its pictures, which remains after cutting."""

    scene: Scene
    trim: Box | None


def available_parts(layout: Layout) -> tuple[Part, ...]:
    """Return the parts that a layout has, in printing order. The rules are printed only on request."""
    looks: dict[Part, object] = {"sheets": layout.sheet, "board": layout.board, "pieces": layout.pieces}
    return tuple(part for part, look in looks.items() if look)


def _chosen_parts(job: Job) -> tuple[Part, ...]:
    """Return the parts that the job prints, in printing order."""
    if job.parts is None:
        return available_parts(job.edition.layout)
    return tuple(part for part in _possible_parts(job.edition.layout) if part in job.parts)


def _possible_parts(layout: Layout) -> tuple[Part, ...]:
    return (*available_parts(layout), "rules", "booklet")


def option_problems(
    serial_start: int = 1,
    players: Sequence[str] = (),
    shuffle: str | None = None,
    sheets: str | None = None,
    **_: object,
) -> Iterator[Problem]:
    """Yield the problems of a job's options that are wrong for any layout. Other options are ignored."""
    if not 1 <= serial_start <= MAX_SERIAL:
        yield Problem(f"serial numbers run from 1 to {MAX_SERIAL:,}, so not from {serial_start:,}")
    for name in players:
        if not name.strip():
            yield Problem("a player's name is empty")
        elif name.startswith("@") or name.lower().endswith(NAME_FILE_ENDINGS):
            hint = f"For the names in a file, give --players {name.removeprefix('@')[:40] or 'FILE'}."
            yield Problem(f"{name[:40]!r} is not the name of a player", hint)
        elif len(name) > MAX_NAME_LENGTH:
            message = f"the name {name[:20]!r}… has {len(name)} characters"
            yield Problem(message, f"At most {MAX_NAME_LENGTH} are printed.")
    if shuffle is not None and sheets is not None:
        yield Problem("--shuffle and --sheets cannot be combined", "Give one of them.")


def job_problems(job: Job) -> Iterator[Problem]:
    """Yield the problems of a job that show before anything is drawn."""
    for part in job.parts or ():
        if part not in _possible_parts(job.edition.layout):
            hint = suggest(part, _possible_parts(job.edition.layout))
            yield Problem(f"{job.edition.title} has no {part}", hint)
    yield from option_problems(job.serial_start, job.players, job.shuffle, job.sheets)
    if job.parts is None or set(job.parts) <= set(_possible_parts(job.edition.layout)):
        yield from _count_problems(job, _chosen_parts(job))


def _count_problems(job: Job, parts: tuple[Part, ...]) -> Iterator[Problem]:
    has_sheets = "sheets" in parts
    count = job.count
    most = MAX_SHEETS if has_sheets else MAX_BOARDS
    counts_boards = "board" in parts and bool(job.edition.rulebook.token_colours)
    if count is not None and not 1 <= count <= most:
        yield Problem(f"cannot print {count:,}", f"The count must be between 1 and {most:,}.")
    if job.per_page is not None and not has_sheets and "rules" not in parts:
        yield Problem("there are no sheets to put on a page", "Boards fill a page each.")
    if count is not None and not has_sheets and not counts_boards and "pieces" not in parts:
        yield Problem("there is nothing to count: no sheets are printed", "The count is for sheets.")
    elif count is not None and 0 < count < len(job.players):
        yield Problem(f"{count} sheets are too few for {len(job.players)} players")
    if job.players and not has_sheets:
        yield Problem("there are no sheets to print names on")
    if job.back == "sheet" and not has_sheets:
        yield Problem("there are no sheets to print on the back", "Choose --back rules or none.")
    if job.back == "rules" and not has_sheets and not counts_boards:
        yield Problem("there is no back for the rules", "They go on the back of sheets.")
    if (job.shuffle, job.sheets) != (None, None) and not has_sheets:
        yield Problem("there are no sheets to shuffle")
    if job.shuffle is not None and (count or 0) > MAX_SHUFFLED:
        hint = f"At most {MAX_SHUFFLED:,} in one file. Go on in another one with --serial-start."
        yield Problem(f"cannot print {count:,} shuffled sheets at once", hint)


def _pad(job: Job) -> Pad | NamedPad | None:
    """Return the arrangements of the sheets; None if all are like the layout."""
    if job.sheets is not None:
        return NamedPad(job.edition.rulebook, job.sheets)
    return None if job.shuffle is None else Pad(job.edition.rulebook, job.shuffle)


class Document:
    """The pages of a job; sheets are drawn one page at a time. Raises InputError if something does not fit.

    A leaf is a piece of paper after cutting: with back="sheet" it has a sheet on each side.
    """

    def __init__(self, job: Job) -> None:
        self.job = job
        self.edition = job.edition
        if problems := list(job_problems(job)):
            raise InputError(problems)
        self.parts = _chosen_parts(job)
        self.pad = _pad(job)
        last_serial = job.serial_start + self.sheet_count + self.board_count - 1
        if last_serial > MAX_SERIAL:
            raise InputError.of(f"serial numbers end at {MAX_SERIAL:,}", "Start lower, or print fewer.")
        self.board_links = self._links(last_serial)  # without names, because all players share a board
        self.links = self._named(self.board_links)
        self.serials = range(job.serial_start, last_serial + 1)
        # Pages with the same used slots share one background scene, which a writer stores once.
        self._backgrounds: dict[tuple[Imposition, tuple[bool, ...], bool], Page] = {}
        # Drawn now, so that errors are reported before anything is written.
        self._board_pages = list(self._make_board_pages())
        self._rules_pages = list(self._make_rules_pages())

    @property
    def duplex(self) -> bool:
        """Whether both sides of the paper are printed."""
        return self.job.back != "none"

    @cached_property
    def sheet_count(self) -> int:
        """Number of sheets: the count of the job, or else one for each player, or else a full page.

        A full page has equally many of each named sheet.
        """
        if "sheets" not in self.parts:
            return 0
        if self.job.count is not None:
            return self.job.count
        different = self.pad.count if isinstance(self.pad, NamedPad) else 1
        leaves = len(self.job.players) or different * max(1, len(self.imposition.slots) // different)
        return 2 * leaves if self.job.back == "sheet" else leaves

    @cached_property
    def board_count(self) -> int:
        """Number of boards: one for each side of a track, or else the count of the job."""
        if "board" not in self.parts:
            return 0
        return len(self.edition.rulebook.tracks) or (1 if self.job.count is None else self.job.count)

    @property
    def info(self) -> Info:
        """Metadata of the file."""
        edition = self.edition
        identifier = self.edition.cached(fingerprint)
        return Info(
            title=f"{edition.title} ({identifier})",
            subject=edition.locale.text(edition.layout.about),
            language=edition.locale.code,
            keywords=("Qwixx", "score sheet", edition.layout.slug, identifier),
            duplex=self.duplex,
        )

    @property
    def page_count(self) -> int:
        """Number of pages, including backs."""
        sheet_pages = math.ceil(self._leaf_count / len(self.imposition.slots)) if self._leaf_count else 0
        return sheet_pages * (2 if self.duplex else 1) + len(self._board_pages) + len(self._rules_pages)

    def pages(self) -> Iterator[Page]:
        """Yield all pages: sheets, then boards, pieces and rules."""
        if "sheets" in self.parts:
            yield from self._sheet_pages()
        yield from self._board_pages
        yield from self._rules_pages

    def sheet_links(self, serial: int) -> SheetLinks:
        """Return the links of the sheet or board with this serial number."""
        index = serial - self.job.serial_start
        if index >= self.sheet_count:
            return self.board_links
        return self.links.of_sheet(self._player(index), self.pad.sheet(serial).code if self.pad else "")

    @cached_property
    def imposition(self) -> Imposition:
        """The imposition of the sheets."""
        return self.imposed(self.job.per_page)

    def imposed(self, per_page: int | None) -> Imposition:
        """Return the imposition with this many sheets on a page, or as many as fit at true size."""
        job = self.job
        # The number of sheets may depend on how many fit on a page, so leave room for a slightly higher serial number.
        highest = job.serial_start + max(job.count or 0, 2 * len(job.players), 2 * MAX_PER_PAGE) + MAX_BOARDS
        links = self._links(highest)
        overlays = SheetOverlays(self.edition, links)
        code = "W" * links.longest_shuffle_code
        scenes = [self.edition.cached(sheet_front)]
        scenes += [overlays.overlay(highest, player, code) for player in job.players or (None,)]
        if job.back == "rules":
            scenes.append(self._rules)
        return impose(job.paper, job.orientation, per_page, scenes)

    @cached_property
    def board_imposition(self) -> Imposition:
        """The imposition of boards and pieces, one per page. All have the same scale, so that pieces fit the board."""
        scenes = [scene for leaf in self._board_leaves for layers in leaf for scene in layers]
        return impose(self.job.paper, self.job.orientation, 1, scenes)

    @property
    def _leaf_count(self) -> int:
        return math.ceil(self.sheet_count / 2) if self.job.back == "sheet" else self.sheet_count

    def _links(self, last: int) -> SheetLinks:
        """Return the links of all sheets and boards up to this serial number."""
        longest = longest_code(self.edition.rulebook) if self.pad else 0
        return SheetLinks(self.job.base, self.edition.layout.slug, self.edition.cached(fingerprint), last, longest)

    def _named(self, links: SheetLinks) -> SheetLinks:
        """Return the links with the players' names or, if the printed codes are too small for them, without names."""
        if not self.job.players:
            return links
        code = self.edition.cached(SheetPlan).code.w
        return links.with_names(self.job.players, code * min(1.0, self.imposition.scale))

    @cached_property
    def _overlays(self) -> SheetOverlays:
        return SheetOverlays(self.edition, self.links)

    @cached_property
    def _rules(self) -> Scene:
        """The rules, as large as a sheet or, without sheets, as the board."""
        is_small = (self.job.per_page or 1) > 2
        if self.edition.layout.sheet:
            plan = self.edition.cached(SheetPlan)
            text = plan.look.text
            return rules_page(self.edition, plan.width, plan.height, plan.margin, text, is_small)
        look = self.edition.layout.board
        assert look is not None
        return rules_page(self.edition, look.width, look.height, look.margin, look.text, is_small)

    def _make_rules_pages(self) -> Iterator[Page]:
        """Yield a page full of cards with the rules, and the booklet, if they are to be printed."""
        if "rules" in self.parts:
            imposition = impose(self.job.paper, self.job.orientation, self.job.per_page, [self._rules])
            yield self._page(imposition, [[self._rules] for _ in imposition.slots], self.job.cut_marks)
        if "booklet" in self.parts:
            yield Page(booklet_page(self.edition, self.job.paper), None)

    def _sheet_pages(self) -> Iterator[Page]:
        back = self.imposition.mirrored()
        cut_marks = self.job.cut_marks
        per_page = len(self.imposition.slots)
        for first in range(0, self._leaf_count, per_page):
            leaves = range(first, min(first + per_page, self._leaf_count))
            yield self._page(self.imposition, [self._sheet_layers(leaf, 0) for leaf in leaves], cut_marks)
            if self.job.back == "rules":
                yield self._page(back, [[self._rules] for _ in leaves], cut_marks)
            elif self.job.back == "sheet":
                yield self._page(back, [self._sheet_layers(leaf, 1) for leaf in leaves], cut_marks)

    def _player(self, index: int) -> str | None:
        """Return the player of a sheet, counted from 0. Both sides of a leaf belong to the same player."""
        leaf = index // 2 if self.job.back == "sheet" else index
        return self.job.players[leaf % len(self.job.players)] if self.job.players else None

    def _sheet_layers(self, leaf: int, side: int) -> Layers:
        """Return front and overlay of the sheet on side 0 or 1 of a leaf."""
        index = 2 * leaf + side if self.job.back == "sheet" else leaf
        if index >= self.sheet_count:
            return []
        player = self._player(index)
        serial = self.job.serial_start + index
        if self.pad is None:
            return [self.edition.cached(sheet_front), self._overlays.overlay(serial, player)]
        arrangement = self.pad.sheet(serial)
        front = sheet_front(self.edition.shuffled(arrangement))
        return [front, self._overlays.overlay(serial, player, arrangement.code, arrangement.name)]

    @cached_property
    def _board_leaves(self) -> list[tuple[Layers, Layers]]:
        """Fronts and backs of boards and pieces. The back of a duplex board has the next side, or the rules."""
        leaves: list[tuple[Layers, Layers]] = []
        if "board" in self.parts:
            boards = self._draw_boards()
            if not self.duplex:
                leaves += [(board, []) for board in boards]
            elif self.edition.rulebook.tracks:
                leaves += zip_longest(boards[::2], boards[1::2], fillvalue=[])
            else:
                leaves += [(board, [self._rules]) for board in boards]
        for sets in self._piece_sets if "pieces" in self.parts else ():
            page = pieces_page(self.edition, sets)
            # Tokens have two equal sides.
            has_back = self.duplex and bool(self.edition.rulebook.token_colours)
            leaves.append(([page], [page] if has_back else []))
        return leaves

    @property
    def _piece_sets(self) -> list[int]:
        """Sets of pieces on each page: as many as the count of the job, or else one full page."""
        full = piece_grid(self.edition).sets
        if self.job.count is None or "sheets" in self.parts:
            return [full]
        return [min(full, self.job.count - first) for first in range(0, self.job.count, full)]

    def _draw_boards(self) -> list[Layers]:
        first = self.job.serial_start + self.sheet_count
        if self.edition.rulebook.tracks:
            sides = enumerate(self.edition.rulebook.tracks, start=first)
            return [[track_board(self.edition, side, self.board_links, serial)] for serial, side in sides]
        front = board_front(self.edition)
        serials = range(first, first + self.board_count)
        return [[front, board_overlay(self.edition, self.board_links, serial)] for serial in serials]

    def _make_board_pages(self) -> Iterator[Page]:
        last = len(self._board_leaves) - 1
        boards = last + 1 - (len(self._piece_sets) if "pieces" in self.parts else 0)
        for index, (front, back) in enumerate(self._board_leaves):
            # Pieces are cut along their own outlines.
            cut_marks = self.job.cut_marks and index < boards
            yield self._page(self.board_imposition, [front], cut_marks)
            if back or (self.duplex and index < last):
                yield self._page(self.board_imposition.mirrored(), [back], cut_marks)

    def _page(self, imposition: Imposition, pictures: Sequence[Layers], cut_marks: bool) -> Page:
        """Return a page with one picture in each slot; a slot without layers stays empty."""
        key = imposition, tuple(map(bool, pictures)), cut_marks
        if key not in self._backgrounds:
            canvas = self.edition.canvas(*imposition.page)
            used = [slot for slot, layers in zip(imposition.slots, pictures, strict=False) if layers]
            if cut_marks:
                _draw_cut_lines(canvas, imposition, used)
            _draw_check_line(canvas, self.edition, self.job.paper, imposition)
            scene = canvas.scene(f"page-{len(self._backgrounds)}")
            self._backgrounds[key] = Page(scene, Box.around(used) if used else None)
        background = self._backgrounds[key]
        items = [Use(background.scene, 0, 0)]
        for slot, layers in zip(imposition.slots, pictures, strict=False):
            items += [Use(scene, slot.x, slot.y, imposition.scale, imposition.turn) for scene in layers]
        return Page(Scene(background.scene.width, background.scene.height, tuple(items)), background.trim)


def _draw_cut_lines(canvas: Canvas, imposition: Imposition, used: Sequence[Box]) -> None:
    """Draw hairlines across the whole page along all edges of slots, so that the cuts can be made in any order."""
    width, height = imposition.page
    strip = imposition.strip
    left = SAFE_MARGIN
    top = SAFE_MARGIN
    right = width - SAFE_MARGIN
    bottom = height - SAFE_MARGIN
    if strip.w > strip.h:
        top, bottom = (strip.bottom, bottom) if strip.y < height / 2 else (top, strip.y)
    else:
        left, right = (strip.right, right) if strip.x < width / 2 else (left, strip.x)
    for x in sorted({round(edge, 6) for slot in used for edge in (slot.x, slot.right)}):
        canvas.line(x, top, x, bottom, CUT_LINE)
    for y in sorted({round(edge, 6) for slot in used for edge in (slot.y, slot.bottom)}):
        canvas.line(left, y, right, y, CUT_LINE)


def _draw_check_line(canvas: Canvas, edition: Edition, paper: Paper, imposition: Imposition) -> None:
    """Draw the line to measure with a ruler, and a note on what was printed on which paper at which scale."""
    strip = imposition.strip
    ink = edition.theme.ink
    length = max(strip.w, strip.h)
    ruler = edition.canvas(length, STRIP_DEPTH)
    # The line is in the outer half of the strip, away from pictures and cut lines.
    x0 = INDENT
    x1 = INDENT + CHECK_LINE
    y = STRIP_DEPTH - MIN_TEXT_SIZE / 2
    paint = Paint(stroke=ink.on_box_soft, line=0.2)
    ruler.line(x0, y, x1, y, paint)
    for x in (x0, x1):
        ruler.line(x, y - 0.8, x, y + 0.8, paint)
    size = MIN_TEXT_SIZE * 1.0001
    text_y = y - size * 0.12
    note = ruler.text(x1 + 1.5, text_y, edition.label("check_line"), size, ink.on_box_soft, room=length - x1 - 2)
    scale = f"{imposition.scale * 100:.0f} %"
    program = f"sheetgen {__version__}"
    about = " · ".join((edition.title, paper.title, scale, program, edition.label("unofficial")))
    if note.left + note.width + 2 + text_width(about, size, ruler.faces["regular"]) < length - INDENT:
        ruler.text(length - INDENT, text_y, about, size, ink.on_box_soft, anchor="end")
    canvas.add(Use(ruler.scene(), strip.x, strip.y, 1.0, imposition.strip_turn))
