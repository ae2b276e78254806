"""Pairs of numbers by which players swap the white sum, and what a finished sheet tells about them."""

from __future__ import annotations

from sheetgen.rules.records import Sheet
from sheetgen.rules.rulebook import Row, Rulebook


def unused_pairs(rulebook: Rulebook, sheet: Sheet, row: Row) -> list[str]:
    """The crossed pairs of a swap row for which no number is left: each needs one of its two for itself alone."""
    numbers = {
        cell.id: cell.number
        for other in rulebook.rows
        for cell in other.cells
        if not other.swaps and sheet.has(cell.id)
    }
    pairs = {cell.id: pair for cell, pair in zip(row.cells, row.swaps, strict=False) if sheet.has(cell.id)}
    used_by: dict[str, str] = {}

    def finds_number(pair: str, tried: set[str]) -> bool:
        """Give the pair a number, moving other pairs to other numbers if need be."""
        for id, number in numbers.items():
            if number in pairs[pair] and id not in tried:
                tried.add(id)
                if id not in used_by or finds_number(used_by[id], tried):
                    used_by[id] = pair
                    return True
        return False

    return [pair for pair in pairs if not finds_number(pair, set())]


def sums_for(rulebook: Rulebook, sheet: Sheet, number: int) -> set[int]:
    """The white sums with which this sheet's player can have used a number: itself, or swapped for it."""
    crossed = (
        pair
        for row in rulebook.rows
        for cell, pair in zip(row.cells, row.swaps, strict=False)
        if sheet.has(cell.id) and number in pair
    )
    return {number, *(thrown for pair in crossed for thrown in pair)}
