"""The print job and its document: which parts of a game are printed on which pages, with which serial numbers."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Literal

from sheetgen.drawing.boards.pieces import pieces_page
from sheetgen.drawing.boards.token_board import board_front, board_overlay
from sheetgen.drawing.boards.track_board import track_board
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fingerprint import fingerprint
from sheetgen.drawing.pages.page import Info, Layers, Page, PageComposer
from sheetgen.drawing.pages.paper import MAX_PER_PAGE, Imposition, Orientation, Paper, impose, smallest_scale
from sheetgen.drawing.pages.rules_card import rules_page
from sheetgen.drawing.scene import Scene
from sheetgen.drawing.sheet.front import sheet_front
from sheetgen.drawing.sheet.overlay import SheetOverlays
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.drawing.sheet_links import DEFAULT_BASE, SheetLinks
from sheetgen.errors import InputError, Problem, suggest
from sheetgen.layouts.models.layout import Layout
from sheetgen.rules.shuffle.arrangement import Pad, longest_code

Part = Literal["sheets", "board", "pieces"]
Back = Literal["none", "sheet", "rules"]

MAX_SHEETS = 100_000
MAX_SHUFFLED = 10_000  # lower than MAX_SHEETS, because shuffled sheets are drawn one by one
MAX_BOARDS = 100
LAST_SERIAL = 9_999_999
MAX_NAME_LENGTH = 40


@dataclass(frozen=True)
class Job:
    """What to print. None means the choice that suits the layout and the paper."""

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
    shuffle: str | None = None  # seed of the sheets' arrangements; None prints them all alike


def available_parts(layout: Layout) -> tuple[Part, ...]:
    """Return the parts that a layout has, in printing order."""
    looks: tuple[tuple[Part, object], ...] = (
        ("sheets", layout.sheet),
        ("board", layout.board),
        ("pieces", layout.pieces),
    )
    return tuple(part for part, look in looks if look)


def _chosen_parts(job: Job) -> tuple[Part, ...]:
    """Return the parts that the job prints, in printing order. Raises InputError for parts that do not exist."""
    available = available_parts(job.edition.layout)
    if job.parts is None:
        return available
    missing = [part for part in job.parts if part not in available]
    if missing:
        raise InputError(Problem(f"{job.edition.title} has no {part}", suggest(part, available)) for part in missing)
    return tuple(part for part in available if part in job.parts)


def _check_job(job: Job, parts: tuple[Part, ...]) -> None:
    """Raise an InputError with everything that is wrong with the numbers, names and options of a job."""
    problems = []
    most = MAX_SHEETS if "sheets" in parts else MAX_BOARDS
    if job.count is not None and not 1 <= job.count <= most:
        problems.append(Problem(f"cannot print {job.count:,}", f"The count must be between 1 and {most:,}."))
    counts_boards = "board" in parts and bool(job.edition.rulebook.token_colours)
    if job.per_page is not None and "sheets" not in parts:
        problems.append(Problem("there are no sheets to put on a page", "Boards fill a page each."))
    if job.count is not None and "sheets" not in parts and not counts_boards:
        problems.append(Problem("there is nothing that could be printed in numbers", "The count is for sheets."))
    elif job.count is not None and 0 < job.count < len(job.players):
        problems.append(Problem(f"{job.count} sheets are too few for {len(job.players)} players"))
    if not 1 <= job.serial_start <= LAST_SERIAL:
        problems.append(Problem(f"serial numbers run from 1 to {LAST_SERIAL:,}, so not from {job.serial_start:,}"))
    for name in job.players:
        if not name.strip():
            problems.append(Problem("a player's name is empty"))
        elif len(name) > MAX_NAME_LENGTH:
            message = f"the name {name[:20]!r}… has {len(name)} characters"
            problems.append(Problem(message, f"At most {MAX_NAME_LENGTH} are printed."))
    if job.players and "sheets" not in parts:
        problems.append(Problem("there are no sheets to print names on"))
    if job.back == "sheet" and "sheets" not in parts:
        problems.append(Problem("there are no sheets to print on the back", "Choose --back rules or none."))
    if job.back == "rules" and "sheets" not in parts and not counts_boards:
        problems.append(Problem("there is no back for the rules", "They go on the back of sheets."))
    if job.shuffle is not None and "sheets" not in parts:
        problems.append(Problem("there are no sheets to shuffle"))
    if job.shuffle is not None and (job.count or 0) > MAX_SHUFFLED:
        hint = f"At most {MAX_SHUFFLED:,} in one file. Go on in another one with --serial-start."
        problems.append(Problem(f"cannot print {job.count:,} shuffled sheets at once", hint))
    if problems:
        raise InputError(problems)


class Document:
    """The pages of a job, made one by one as they are asked for. Raises InputError if something does not fit.

    A leaf is one piece of paper after cutting, with a front and a back: with back="sheet" it carries two sheets.
    """

    def __init__(self, job: Job) -> None:
        self.job = job
        self.edition = job.edition
        self.parts = _chosen_parts(job)
        _check_job(job, self.parts)
        numbered = self.sheet_count + self.board_count
        if job.serial_start + numbered - 1 > LAST_SERIAL:
            raise InputError.of(f"serial numbers end at {LAST_SERIAL:,}", "Start lower, or print fewer.")
        self.pad = None if job.shuffle is None else Pad(self.edition.rulebook, job.shuffle)
        self.links = self._links(job.serial_start + numbered - 1)
        self.serials = range(job.serial_start, job.serial_start + numbered)
        self._composer = PageComposer(self.edition, job.paper)
        # Drawn now, so that errors are reported before anything is written.
        self._board_pages = list(self._make_board_pages())

    @property
    def duplex(self) -> bool:
        """Whether the pages are meant for both sides of the paper."""
        return self.job.back != "none"

    @cached_property
    def sheet_count(self) -> int:
        """Number of sheets: as asked for, or else a full page, or as many for each player as fit on a page."""
        if "sheets" not in self.parts:
            return 0
        if self.job.count is not None:
            return self.job.count
        slots, players = len(self.imposition.slots), len(self.job.players)
        leaves = players * max(1, slots // players) if players else slots
        return 2 * leaves if self.job.back == "sheet" else leaves

    @cached_property
    def board_count(self) -> int:
        """Number of boards: one for each side of a track, or else as asked for."""
        if "board" not in self.parts:
            return 0
        return len(self.edition.rulebook.tracks) or (1 if self.job.count is None else self.job.count)

    @property
    def info(self) -> Info:
        """Metadata of the file."""
        edition, print_ = self.edition, self._fingerprint
        return Info(
            title=f"{edition.title} ({print_})",
            subject=edition.locale.text(edition.layout.about),
            language=edition.locale.code,
            keywords=("Qwixx", "score sheet", edition.layout.slug, print_),
            duplex=self.duplex,
        )

    @property
    def page_count(self) -> int:
        """Number of pages, backs included."""
        sheet_pages = -(-self._leaf_count // len(self.imposition.slots)) if self._leaf_count else 0
        return sheet_pages * (2 if self.duplex else 1) + len(self._board_pages)

    @property
    def _leaf_count(self) -> int:
        return -(-self.sheet_count // 2) if self.job.back == "sheet" else self.sheet_count

    def pages(self) -> Iterator[Page]:
        """Yield all pages: sheets, boards, pieces."""
        if "sheets" in self.parts:
            yield from self._sheet_pages()
        yield from self._board_pages

    @cached_property
    def _fingerprint(self) -> str:
        return fingerprint(self.edition)

    def _links(self, last: int) -> SheetLinks:
        """Return the links of all sheets and boards up to this serial number."""
        longest = 0 if self.job.shuffle is None else longest_code(self.edition.rulebook)
        return SheetLinks(self.job.base, self.edition.layout.slug, self._fingerprint, last, longest)

    def sheet_links(self, serial: int) -> SheetLinks:
        """Return the links with the shuffle code of the sheet with this number, if sheets are shuffled."""
        return self.links._replace(code=self.pad.sheet(serial).code) if self.pad else self.links

    @cached_property
    def _front(self) -> Scene:
        return self.edition.cached(sheet_front)

    @cached_property
    def _overlays(self) -> SheetOverlays:
        return SheetOverlays(self.edition, self.links)

    @cached_property
    def _sheet_rules(self) -> Scene:
        plan = self.edition.cached(SheetPlan)
        return rules_page(self.edition, plan.width, plan.height, plan.margin, plan.look.text)

    @cached_property
    def imposition(self) -> Imposition:
        """The imposition of the sheets."""
        return self.imposed(self.job.per_page)

    def imposed(self, per_page: int | None) -> Imposition:
        """Return the imposition with so many sheets on a page, or as many as fit at true size."""
        job = self.job
        # The number of sheets may depend on how many fit on a page, so leave room for a slightly higher serial number.
        highest = job.serial_start + max(job.count or 0, 2 * len(job.players), 2 * MAX_PER_PAGE) + MAX_BOARDS
        links = self._links(highest)
        overlays, code = SheetOverlays(self.edition, links), "W" * links.longest_code
        scenes = [self._front, *(overlays.overlay(highest, player, code) for player in job.players or (None,))]
        if job.back == "rules":
            scenes.append(self._sheet_rules)
        size = (self._front.width, self._front.height)
        return impose(job.paper, job.orientation, size, per_page, smallest_scale(*scenes))

    def _sheet_pages(self) -> Iterator[Page]:
        imposition, behind, cut_marks = self.imposition, self.imposition.mirrored(), self.job.cut_marks
        per_page = len(imposition.slots)
        for first in range(0, self._leaf_count, per_page):
            leaves = range(first, min(first + per_page, self._leaf_count))
            yield self._composer.page(imposition, [self._sheet_layers(leaf, 0) for leaf in leaves], cut_marks)
            if self.duplex:
                yield self._composer.page(behind, [self._back_layers(leaf) for leaf in leaves], cut_marks)

    def _back_layers(self, leaf: int) -> Layers:
        return [self._sheet_rules] if self.job.back == "rules" else self._sheet_layers(leaf, 1)

    def _sheet_layers(self, leaf: int, side: int) -> Layers:
        """Return front and overlay of the sheet on one side of a leaf. Both sides belong to the same player."""
        index = 2 * leaf + side if self.job.back == "sheet" else leaf
        if index >= self.sheet_count:
            return []
        players = self.job.players
        player = players[leaf % len(players)] if players else None
        serial = self.job.serial_start + index
        if self.pad is None:
            return [self._front, self._overlays.overlay(serial, player)]
        arrangement = self.pad.sheet(serial)
        front = sheet_front(self.edition.shuffled(arrangement))
        return [front, self._overlays.overlay(serial, player, arrangement.code)]

    @cached_property
    def _board_leaves(self) -> list[tuple[Layers, Layers]]:
        """Fronts and backs of boards and pieces. The back of a duplex board has its other side, or the rules."""
        leaves: list[tuple[Layers, Layers]] = []
        if "board" in self.parts:
            boards = self._draw_boards()
            if self.duplex and self.edition.rulebook.tracks:
                leaves += zip_longest(boards[::2], boards[1::2], fillvalue=[])
            else:
                leaves += [(board, self._board_rules if self.duplex else []) for board in boards]
        if "pieces" in self.parts:
            leaves.append(([pieces_page(self.edition)], []))
        return leaves

    @cached_property
    def _board_rules(self) -> Layers:
        look = self.edition.layout.board
        assert look is not None
        return [rules_page(self.edition, look.width, look.height, look.margin, look.text)]

    def _draw_boards(self) -> list[Layers]:
        first = self.job.serial_start + self.sheet_count
        if self.edition.rulebook.tracks:
            sides = enumerate(self.edition.rulebook.tracks, start=first)
            return [[track_board(self.edition, side, self.links, serial)] for serial, side in sides]
        front = board_front(self.edition)
        serials = range(first, first + self.board_count)
        return [[front, board_overlay(self.edition, self.links, serial)] for serial in serials]

    @cached_property
    def board_imposition(self) -> Imposition:
        """The imposition of boards and pieces, one to a page. All have one scale, so that they fit one another."""
        scenes = [scene for leaf in self._board_leaves for layers in leaf for scene in layers]
        size = (scenes[0].width, scenes[0].height)
        return impose(self.job.paper, self.job.orientation, size, 1, smallest_scale(*scenes))

    def _make_board_pages(self) -> Iterator[Page]:
        last = len(self._board_leaves) - 1
        for index, (front, back) in enumerate(self._board_leaves):
            # Pieces are cut along their own outlines.
            cut_marks = self.job.cut_marks and not ("pieces" in self.parts and index == last)
            yield self._composer.page(self.board_imposition, [front], cut_marks)
            if back or (self.duplex and index < last):
                yield self._composer.page(self.board_imposition.mirrored(), [back], cut_marks)
