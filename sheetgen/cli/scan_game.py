"""The game on several photos: whose sheet each shows, what is unsure about it, and the record of them all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sheetgen.errors import Collector, InputError, Problem
from sheetgen.games.json_input import Node
from sheetgen.games.record_input import read_record
from sheetgen.layouts.models.layout import Layout
from sheetgen.rules.records import Record
from sheetgen.rules.rulebook import Rulebook

if TYPE_CHECKING:
    from sheetgen.photos.reading import Doubt, SheetReading

DIGITS = 3
"""Of a confidence. What differs less is equally sure."""


@dataclass
class Player:
    """A photo, the sheet on it, and what somebody said about it."""

    photo: str
    reading: SheetReading
    name: str
    space: int | None = None
    """Where the piece stands. No photo of a sheet shows it; None if nobody said it either."""
    overlay: Path | None = None
    """The file of the picture that shows what was read."""
    settled: dict[str, bool] = field(default_factory=dict)
    """The cells that somebody was asked for, and whether they are crossed."""
    _numbers: dict[str, int] = field(default_factory=dict)

    def doubts(self) -> list[Doubt]:
        """What is left to ask."""
        from sheetgen.photos.reading import doubts

        return doubts(self.reading, self.settled)

    def confidence(self, cell: str) -> float:
        """How sure a cell is, as far as that can be told."""
        return round(self.reading.cells[cell].confidence, DIGITS)

    def numbers(self) -> dict[str, int]:
        """The numbers of the cells that are asked for, or were, by which pictures and questions name them.

        A cell keeps its number, whatever comes or goes when others are settled.
        """
        asked = [*self.settled, *(doubt.cell for doubt in self.doubts())]
        for cell in asked:
            self._numbers.setdefault(cell, len(self._numbers) + 1)
        return {cell: self._numbers[cell] for cell in asked}


@dataclass
class Game:
    """All players of a game, as far as there are photos of their sheets."""

    layout: Layout
    rulebook: Rulebook
    players: Sequence[Player]
    side: str | None

    @property
    def is_known(self) -> bool:
        """Is all known that belongs to a game? Where pieces stand may not be."""
        return not self.rulebook.tracks or all(player.space is not None for player in self.players)

    def record(self) -> Record:
        """The finished game, checked like one from a file, whose answer must be the same.

        As everywhere, two sheets or more are taken for all of the game. Not so while nobody said where a piece stands:
        then it cannot be told whether the game was over, whether the turns fit, or who won, and all that is found
        about a whole game may be wrong. Each sheet by itself is checked as ever, with the piece on the start.
        """
        sheets = tuple(
            replace(player.reading.sheet(player.name, player.settled), space=player.space or 0)
            for player in self.players
        )
        record = Record(sheets, self.side, len(sheets) > 1 and self.is_known)
        return read_record(self.rulebook, Node(record.to_data(self.rulebook, {})))

    def data(self) -> dict[str, Any]:
        """What is left to ask, and what was read from each photo, as JSON-able data."""
        asked = [each for player in self.players for each in _asked_data(player)]
        unknown = [player for player in self.players if self.rulebook.tracks and player.space is None]
        return {
            "ask": [*asked, *({"player": player.name, "space": None} for player in unknown)],
            "photos": [_photo_data(player) for player in self.players],
        }


def check_together(photos: Sequence[str], readings: Sequence[SheetReading]) -> None:
    """Refuse sheets that cannot be of one game."""
    slugs = [reading.edition.layout.slug for reading in readings]
    if len(set(slugs)) > 1:
        shown = ", ".join(f"{photo}: {slug}" for photo, slug in zip(photos, slugs, strict=True))
        raise InputError.of(f"the photos show sheets of different games ({shown})", "Give the photos of one game.")
    faults = Collector()
    for (photo, one), (other_photo, other) in combinations(zip(photos, readings, strict=True), 2):
        if _is_same_sheet(one, other):
            message = f"{photo} and {other_photo} show the same sheet, number {one.serial}"
            faults.problems.append(Problem(message, "Give each sheet once."))
    faults.raise_if_any()


def _is_same_sheet(one: SheetReading, other: SheetReading) -> bool:
    """Is it the same paper? Who prints a file twice has two sheets of each number, but never with the same crosses."""
    if one.serial is None or one.serial != other.serial or one.code != other.code:
        return False
    sure = [(one.cells[id], other.cells[id]) for id in one.cells]
    return all(a.answer == b.answer for a, b in sure if "ask" not in (a.answer, b.answer))


def _asked_data(player: Player) -> list[dict[str, Any]]:
    numbers = player.numbers() if player.overlay else {}
    return [
        {
            "player": player.name,
            "photo": player.photo,
            "cell": doubt.cell,
            "guess": "cross" if doubt.is_crossed else "not",
            "confidence": player.confidence(doubt.cell),
            "finding": doubt.finding.code if doubt.finding else None,
            "mark": numbers.get(doubt.cell),
        }
        for doubt in player.doubts()
    ]


def _photo_data(player: Player) -> dict[str, Any]:
    reading = player.reading
    return {
        "photo": player.photo,
        "player": player.name,
        "layout": reading.edition.layout.slug,
        "serial": reading.serial,
        "sheet": reading.code,
        "cells": {
            id: {"answer": cell.answer, "confidence": player.confidence(id)} for id, cell in reading.cells.items()
        },
    }
