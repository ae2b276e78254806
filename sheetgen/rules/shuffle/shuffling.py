"""The base class of shufflings: one object for each kind of thing that may differ from sheet to sheet."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from sheetgen.errors import KeyPath, Place, Problem
from sheetgen.rules.rulebook import Cell, Row, Rulebook
from sheetgen.rules.shuffle.enumeration import Variations

if TYPE_CHECKING:
    from sheetgen.rules.game_spec import GameSpec

SHUFFLE_KEY = ("game", "shuffle")

Choose = Callable[[int, int], int]  # given the number of values and the wanted value, returns the chosen value


class LayoutFiles(Protocol):
    """The files of a layout, as far as checks need them to point to a line."""

    def problem(self, path: KeyPath, message: str, hint: str | None = None, *others: KeyPath) -> Problem:
        """Return a problem with the value at this key, placed at the first given key that is in a user's file."""

    def own_place(self, *paths: KeyPath) -> Place:
        """Return the place of the first of these keys that is in one of the user's own files."""


class Shuffling(ABC):
    """One kind of thing that differs between sheets. Its `value` describes it on one sheet, as nested tuples."""

    kind: ClassVar[str]
    noun: ClassVar[str]  # its name in messages, plural
    moves_cells: ClassVar[bool] = True  # whether the cells of shuffled sheets look different

    def problems(self, game: GameSpec, files: LayoutFiles) -> Iterator[Problem]:
        """Yield every reason why a layout cannot be shuffled in this way."""
        return iter(())

    @abstractmethod
    def current(self, rulebook: Rulebook) -> Any:
        """Return the value of the layout itself."""

    @abstractmethod
    def walk(self, rulebook: Rulebook, value: Any, choose: Choose) -> Any:
        """Pass every choice that makes up the value to `choose`; return the value made up of the choices it returns."""

    def is_possible(self, rulebook: Rulebook, value: Any) -> bool:
        """Return whether a sheet with this value can be played."""
        return True

    @abstractmethod
    def applied(self, rulebook: Rulebook, value: Any) -> Rulebook:
        """Return the rulebook of a sheet with this value."""

    @abstractmethod
    def variations(self, rulebook: Rulebook) -> Variations[Any]:
        """Return all values that are as fair as that of the layout."""


def number_cells(rulebook: Rulebook, row: Row) -> list[Cell]:
    """Return the cells of a row without second boxes; a place on a shuffled sheet is an index into these."""
    return [cell for cell in row.cells if cell.id not in rulebook.doubles]


def numbers_by_row(rulebook: Rulebook) -> list[list[Cell]]:
    """Return the cells of every coloured row, without second boxes."""
    return [number_cells(rulebook, row) for row in rulebook.coloured_rows]


def places_of(rulebook: Rulebook) -> dict[str, tuple[int, int]]:
    """Return for each number cell its coloured row and its place in it."""
    rows = enumerate(numbers_by_row(rulebook))
    return {cell.id: (row, place) for row, cells in rows for place, cell in enumerate(cells)}
