"""A job: what to print, as the user asked for it, and whether that can be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.links import DEFAULT_BASE
from sheetgen.drawing.paper import Orientation, Paper
from sheetgen.errors import InputError, Problem, suggest
from sheetgen.layouts.models import Layout

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
