"""The whole job: which parts of a game are printed on which pages, with which numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Literal

from sheetgen.drawing.board import token_board
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fingerprint import fingerprint
from sheetgen.drawing.links import DEFAULT_BASE, SheetLinks
from sheetgen.drawing.pages import Page, make_page
from sheetgen.drawing.paper import (
    MOST_PER_PAGE,
    Imposition,
    Orientation,
    Paper,
    fill_page,
    impose,
    smallest_scale,
)
from sheetgen.drawing.pieces import pieces_page
from sheetgen.drawing.rules_page import rules_page
from sheetgen.drawing.scene import Scene
from sheetgen.drawing.sheet import sheet_front, sheet_stamp
from sheetgen.drawing.track import track_board
from sheetgen.errors import InputError, Problem, suggest

Part = Literal["sheets", "board", "pieces"]
Back = Literal["none", "sheet", "rules"]

MOST_SHEETS = 100_000
MOST_BOARDS = 100
LAST_SERIAL = 9_999_999
LONGEST_NAME = 40


@dataclass(frozen=True)
class Job:
    """What to print, as the user asked for it. None stands for what suits the layout and the paper."""

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


class Document:
    """The pages of a job. Pages are made one by one, as they are asked for."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.edition = job.edition
        self.parts = _chosen_parts(job)
        _check(job, self.parts)
        layout = job.edition.layout
        numbered = self.sheet_count + self.board_count
        if job.serial_start + numbered - 1 > LAST_SERIAL:
            raise InputError.of(f"serial numbers end at {LAST_SERIAL:,}", "Start lower, or print fewer.")
        self.links = SheetLinks(job.base, layout.slug, self._fingerprint, job.serial_start + numbered - 1)
        self.serials = range(job.serial_start, job.serial_start + numbered)
        # Made now, so that whatever does not fit is said before anything is written.
        self._boards = list(self._board_pages())

    @property
    def duplex(self) -> bool:
        """Are the pages meant for both sides of the paper?"""
        return self.job.back != "none"

    @cached_property
    def sheet_count(self) -> int:
        """How many sheets are printed: as many as asked for, or a page full, or whole rounds for the players."""
        if "sheets" not in self.parts:
            return 0
        if self.job.count is not None:
            return self.job.count
        slots, players = len(self.imposition.slots), len(self.job.players)
        leaves = players * max(1, slots // players) if players else slots
        return 2 * leaves if self.job.back == "sheet" else leaves

    @cached_property
    def board_count(self) -> int:
        """How many boards are printed: one for each side of a track, or as many as asked for."""
        if "board" not in self.parts:
            return 0
        return len(self.edition.rulebook.tracks) or (1 if self.job.count is None else self.job.count)

    @property
    def page_count(self) -> int:
        """How many pages there are."""
        return self._sheet_page_count + len(self._boards)

    @property
    def _leaves(self) -> int:
        return -(-self.sheet_count // 2) if self.job.back == "sheet" else self.sheet_count

    @property
    def _sheet_page_count(self) -> int:
        if not self._leaves:
            return 0
        return -(-self._leaves // len(self.imposition.slots)) * (2 if self.duplex else 1)

    def pages(self) -> Iterator[Page]:
        """All pages: sheets, boards, pieces."""
        if "sheets" in self.parts:
            yield from self._sheet_pages()
        yield from self._boards

    @cached_property
    def _fingerprint(self) -> str:
        return fingerprint(self.edition)

    @cached_property
    def _front(self) -> Scene:
        return sheet_front(self.edition)

    @cached_property
    def _sheet_rules(self) -> Scene:
        look = self.edition.layout.sheet
        assert look is not None
        return rules_page(self.edition, look.width, look.height, look.margin, look.text)

    @cached_property
    def imposition(self) -> Imposition:
        """Where sheets stand on their pages."""
        job = self.job
        # How many sheets there are may depend on how many fit a page, so leave room for a number a little higher.
        highest = job.serial_start + (job.count or 0) + 2 * MOST_PER_PAGE
        links = SheetLinks(job.base, self.edition.layout.slug, self._fingerprint, highest)
        longest = max(job.players, key=len, default=None)
        scenes = [self._front, sheet_stamp(self.edition, links, highest, longest)]
        if job.back == "rules":
            scenes.append(self._sheet_rules)
        size = (self._front.width, self._front.height)
        return impose(job.paper, job.orientation, size, job.per_page, smallest_scale(*scenes))

    def _sheet_pages(self) -> Iterator[Page]:
        imposition = self.imposition
        per_page = len(imposition.slots)
        for first in range(0, self._leaves, per_page):
            leaves = range(first, min(first + per_page, self._leaves))
            yield self._page(imposition, [self._sheet(leaf, 0) for leaf in leaves], self.job.cut_marks)
            if self.duplex:
                yield self._page(imposition.mirrored(), [self._back(leaf) for leaf in leaves], self.job.cut_marks)

    def _back(self, leaf: int) -> list[Scene]:
        return [self._sheet_rules] if self.job.back == "rules" else self._sheet(leaf, 1)

    def _sheet(self, leaf: int, side: int) -> list[Scene]:
        """The front of one sheet with its stamp. Both sides of a leaf belong to the same player."""
        index = 2 * leaf + side if self.job.back == "sheet" else leaf
        if index >= self.sheet_count:
            return []
        players = self.job.players
        player = players[leaf % len(players)] if players else None
        return [self._front, sheet_stamp(self.edition, self.links, self.job.serial_start + index, player)]

    @cached_property
    def _board_leaves(self) -> list[tuple[Scene, Scene | None]]:
        """Fronts and backs of boards and pieces. A duplex board has its other side, or the rules, on its back."""
        look = self.edition.layout.board
        leaves: list[tuple[Scene, Scene | None]] = []
        if look and "board" in self.parts:
            boards = self._boards_drawn()
            if self.duplex and self.edition.rulebook.tracks:
                leaves += zip_longest(boards[::2], boards[1::2])
            elif self.duplex:
                rules = rules_page(self.edition, look.width, look.height, look.margin, look.text)
                leaves += [(board, rules) for board in boards]
            else:
                leaves += [(board, None) for board in boards]
        if "pieces" in self.parts:
            leaves.append((pieces_page(self.edition), None))
        return leaves

    def _boards_drawn(self) -> list[Scene]:
        serial = self.job.serial_start + self.sheet_count
        if self.edition.rulebook.tracks:
            sides = enumerate(self.edition.rulebook.tracks)
            return [track_board(self.edition, side, self.links, serial + index) for index, side in sides]
        return [token_board(self.edition, self.links, serial + index) for index in range(self.board_count)]

    @cached_property
    def board_imposition(self) -> Imposition:
        """Where boards and pieces stand. They have one size, so that they fit one another on any paper."""
        scenes = [scene for leaf in self._board_leaves for scene in leaf if scene]
        size = (scenes[0].width, scenes[0].height)
        return fill_page(self.job.paper, self.job.orientation, size, smallest_scale(*scenes))

    def _board_pages(self) -> Iterator[Page]:
        last = len(self._board_leaves) - 1
        for index, (front, back) in enumerate(self._board_leaves):
            # Pieces are cut along their own outlines.
            cut_marks = self.job.cut_marks and not ("pieces" in self.parts and index == last)
            yield self._page(self.board_imposition, [[front]], cut_marks)
            if back or (self.duplex and index < last):
                yield self._page(self.board_imposition.mirrored(), [[back] if back else []], cut_marks)

    def _page(self, imposition: Imposition, piles: Sequence[Sequence[Scene]], cut_marks: bool) -> Page:
        return make_page(self.edition, self.job.paper, imposition, piles, cut_marks)


def available_parts(edition: Edition) -> tuple[Part, ...]:
    """The parts that a layout has, in printing order."""
    layout = edition.layout
    looks: tuple[tuple[Part, object], ...] = (
        ("sheets", layout.sheet),
        ("board", layout.board),
        ("pieces", layout.pieces),
    )
    return tuple(part for part, look in looks if look)


def _chosen_parts(job: Job) -> tuple[Part, ...]:
    available = available_parts(job.edition)
    if job.parts is None:
        return available
    missing = [part for part in job.parts if part not in available]
    if missing:
        raise InputError(Problem(f"{job.edition.title} has no {part}", suggest(part, available)) for part in missing)
    return tuple(part for part in available if part in job.parts)


def _check(job: Job, parts: tuple[Part, ...]) -> None:
    """What is wrong with the numbers and names, all at once."""
    problems = []
    most = MOST_SHEETS if "sheets" in parts else MOST_BOARDS
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
        elif len(name) > LONGEST_NAME:
            problems.append(
                Problem(
                    f"the name {name[:20]!r}… has {len(name)} characters",
                    f"At most {LONGEST_NAME} are printed.",
                )
            )
    if job.players and "sheets" not in parts:
        problems.append(Problem("there are no sheets to print names on"))
    if job.back == "sheet" and "sheets" not in parts:
        problems.append(Problem("there are no sheets to print on the back", "Choose --back rules or none."))
    if job.back == "rules" and "sheets" not in parts and not counts_boards:
        problems.append(Problem("there is no back for the rules", "They go on the back of sheets."))
    if problems:
        raise InputError(problems)
