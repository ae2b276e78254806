"""A job: what to print, as the user asked for it, and whether that can be done.

The whole job: which parts of a game are printed on which pages, with which numbers.

Most jobs print plain sheets. What draws boards, pieces and rules, and what shuffles, is loaded where it is wanted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import TYPE_CHECKING, Literal

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fingerprint import fingerprint
from sheetgen.drawing.pages.page import Info, Page, PageMaker
from sheetgen.drawing.pages.paper import (
    MOST_PER_PAGE,
    Imposition,
    Orientation,
    Paper,
    fill_page,
    impose,
    smallest_scale,
)
from sheetgen.drawing.scene import Scene
from sheetgen.drawing.sheet.front import sheet_front
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.drawing.sheet.stamp import SheetStamps
from sheetgen.drawing.sheet_links import DEFAULT_BASE, SheetLinks
from sheetgen.errors import InputError, Problem, suggest
from sheetgen.layouts.models.layout import Layout

if TYPE_CHECKING:
    from sheetgen.rules.shuffle.pad import Pad

Part = Literal["sheets", "board", "pieces"]
Back = Literal["none", "sheet", "rules"]

MOST_SHEETS = 100_000
MOST_SHUFFLED = 10_000
"""Shuffled sheets are drawn one by one."""
MOST_BOARDS = 100
LAST_SERIAL = 9_999_999
LONGEST_NAME = 40


@dataclass(frozen=True)
class Job:
    """What to print. None stands for what suits the layout and the paper."""

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
    shuffle: str | None = None
    """The seed by which every sheet gets its own arrangement."""


def available_parts(layout: Layout) -> tuple[Part, ...]:
    """The parts that a layout has, in printing order."""
    looks: tuple[tuple[Part, object], ...] = (
        ("sheets", layout.sheet),
        ("board", layout.board),
        ("pieces", layout.pieces),
    )
    return tuple(part for part, look in looks if look)


def chosen_parts(job: Job) -> tuple[Part, ...]:
    """The parts that are printed, in printing order."""
    available = available_parts(job.edition.layout)
    if job.parts is None:
        return available
    missing = [part for part in job.parts if part not in available]
    if missing:
        raise InputError(Problem(f"{job.edition.title} has no {part}", suggest(part, available)) for part in missing)
    return tuple(part for part in available if part in job.parts)


def check_job(job: Job, parts: tuple[Part, ...]) -> None:
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
    if job.shuffle is not None and "sheets" not in parts:
        problems.append(Problem("there are no sheets to shuffle"))
    if job.shuffle is not None and (job.count or 0) > MOST_SHUFFLED:
        hint = f"At most {MOST_SHUFFLED:,} in one file. Go on in another one with --serial-start."
        problems.append(Problem(f"cannot print {job.count:,} shuffled sheets at once", hint))
    if problems:
        raise InputError(problems)


Pile = list[Scene]
"""Scenes that are placed on one another."""


class Document:
    """The pages of a job. Pages are made one by one, as they are asked for."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.edition = job.edition
        self.parts = chosen_parts(job)
        check_job(job, self.parts)
        numbered = self.sheet_count + self.board_count
        if job.serial_start + numbered - 1 > LAST_SERIAL:
            raise InputError.of(f"serial numbers end at {LAST_SERIAL:,}", "Start lower, or print fewer.")
        self.pad = self._shuffled()
        self.links = self._links(job.serial_start + numbered - 1)
        self.serials = range(job.serial_start, job.serial_start + numbered)
        self._maker = PageMaker(self.edition, job.paper)
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
    def info(self) -> Info:
        """What the file says about itself."""
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

    def _shuffled(self) -> Pad | None:
        """The arrangements of the sheets, if they are shuffled."""
        if self.job.shuffle is None:
            return None
        from sheetgen.rules.shuffle.pad import Pad

        return Pad(self.edition.rulebook, self.job.shuffle)

    def _links(self, last: int) -> SheetLinks:
        """The links of all sheets and boards up to this number."""
        longest = 0
        if self.job.shuffle is not None:
            from sheetgen.rules.shuffle.arrangement import longest_code

            longest = longest_code(self.edition.rulebook)
        return SheetLinks(self.job.base, self.edition.layout.slug, self._fingerprint, last, longest)

    def sheet_links(self, serial: int) -> SheetLinks:
        """The links, with the code of the sheet that has this number if it is shuffled."""
        return self.links._replace(code=self.pad.sheet(serial).code) if self.pad else self.links

    @cached_property
    def _front(self) -> Scene:
        return self.edition.once(sheet_front)

    @cached_property
    def _stamps(self) -> SheetStamps:
        return SheetStamps(self.edition, self.links)

    @cached_property
    def _sheet_rules(self) -> Scene:
        from sheetgen.drawing.pages.rules_card import rules_page

        plan = self.edition.once(SheetPlan)
        return rules_page(self.edition, plan.width, plan.height, plan.margin, plan.look.text)

    @cached_property
    def imposition(self) -> Imposition:
        """Where sheets stand on their pages."""
        return self.imposed(self.job.per_page)

    def imposed(self, per_page: int | None) -> Imposition:
        """Where they would stand with so many on a page, or as many as fit at true size."""
        job = self.job
        # How many sheets there are may depend on how many fit a page, so leave room for a number a little higher.
        highest = job.serial_start + max(job.count or 0, 2 * len(job.players), 2 * MOST_PER_PAGE) + MOST_BOARDS
        links = self._links(highest)
        stamps, code = SheetStamps(self.edition, links), "W" * links.longest_code
        scenes = [self._front, *(stamps.stamp(highest, player, code) for player in job.players or (None,))]
        if job.back == "rules":
            scenes.append(self._sheet_rules)
        size = (self._front.width, self._front.height)
        return impose(job.paper, job.orientation, size, per_page, smallest_scale(*scenes))

    def _sheet_pages(self) -> Iterator[Page]:
        imposition, behind, cut_marks = self.imposition, self.imposition.mirrored(), self.job.cut_marks
        per_page = len(imposition.slots)
        for first in range(0, self._leaves, per_page):
            leaves = range(first, min(first + per_page, self._leaves))
            yield self._maker.page(imposition, [self._sheet(leaf, 0) for leaf in leaves], cut_marks)
            if self.duplex:
                yield self._maker.page(behind, [self._back(leaf) for leaf in leaves], cut_marks)

    def _back(self, leaf: int) -> Pile:
        return [self._sheet_rules] if self.job.back == "rules" else self._sheet(leaf, 1)

    def _sheet(self, leaf: int, side: int) -> Pile:
        """The front of one sheet with its stamp. Both sides of a leaf belong to the same player."""
        index = 2 * leaf + side if self.job.back == "sheet" else leaf
        if index >= self.sheet_count:
            return []
        players = self.job.players
        player = players[leaf % len(players)] if players else None
        serial = self.job.serial_start + index
        if self.pad is None:
            return [self._front, self._stamps.stamp(serial, player)]
        arrangement = self.pad.sheet(serial)
        return [sheet_front(self.edition.shuffled(arrangement)), self._stamps.stamp(serial, player, arrangement.code)]

    @cached_property
    def _board_leaves(self) -> list[tuple[Pile, Pile]]:
        """Fronts and backs of boards and pieces. A duplex board has its other side, or the rules, on its back."""
        leaves: list[tuple[Pile, Pile]] = []
        if "board" in self.parts:
            boards = self._boards_drawn()
            if self.duplex and self.edition.rulebook.tracks:
                leaves += zip_longest(boards[::2], boards[1::2], fillvalue=[])
            else:
                leaves += [(board, self._board_rules if self.duplex else []) for board in boards]
        if "pieces" in self.parts:
            from sheetgen.drawing.boards.pieces import pieces_page

            leaves.append(([pieces_page(self.edition)], []))
        return leaves

    @cached_property
    def _board_rules(self) -> Pile:
        from sheetgen.drawing.pages.rules_card import rules_page

        look = self.edition.layout.board
        assert look is not None
        return [rules_page(self.edition, look.width, look.height, look.margin, look.text)]

    def _boards_drawn(self) -> list[Pile]:
        first = self.job.serial_start + self.sheet_count
        if self.edition.rulebook.tracks:
            from sheetgen.drawing.boards.track_board import track_board

            sides = enumerate(self.edition.rulebook.tracks, start=first)
            return [[track_board(self.edition, side, self.links, serial)] for serial, side in sides]
        from sheetgen.drawing.boards.token_board import board_front, board_stamp

        front = board_front(self.edition)
        serials = range(first, first + self.board_count)
        return [[front, board_stamp(self.edition, self.links, serial)] for serial in serials]

    @cached_property
    def board_imposition(self) -> Imposition:
        """Where boards and pieces stand. They have one size, so that they fit one another on any paper."""
        scenes = [scene for leaf in self._board_leaves for pile in leaf for scene in pile]
        size = (scenes[0].width, scenes[0].height)
        return fill_page(self.job.paper, self.job.orientation, size, smallest_scale(*scenes))

    def _board_pages(self) -> Iterator[Page]:
        last = len(self._board_leaves) - 1
        for index, (front, back) in enumerate(self._board_leaves):
            # Pieces are cut along their own outlines.
            cut_marks = self.job.cut_marks and not ("pieces" in self.parts and index == last)
            yield self._maker.page(self.board_imposition, [front], cut_marks)
            if back or (self.duplex and index < last):
                yield self._maker.page(self.board_imposition.mirrored(), [back], cut_marks)
