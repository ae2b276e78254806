"""An edition: one layout in one theme and one language. Every picture of the layout is drawn from an edition."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from functools import cached_property, partial
from typing import Any, TypeVar, cast

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.fonts.typefaces import Faces, faces_of
from sheetgen.errors import Collector, KeyPath, Place, Problem, suggest
from sheetgen.layouts.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.locales.names import row_name, signed
from sheetgen.rules.game_spec import compile_rulebook
from sheetgen.rules.rulebook import Arrangement, Row, Rulebook
from sheetgen.themes.theme import RowColours, Theme

T = TypeVar("T")


class Edition:
    """A layout with the theme and language to draw it in, and the arrangement of its cells if it is a shuffled sheet.

    Raises InputError if the theme lacks a colour of the layout or a font of the layout cannot be used.
    """

    def __init__(self, layout: Layout, theme: Theme, locale: Locale, arrangement: Arrangement | None = None) -> None:
        self.layout = layout
        self.theme = theme
        self.locale = locale
        self.arrangement = arrangement
        self._cache: dict[Callable[[Edition], Any], Any] = {}
        self._text_places: dict[str, Callable[[], Place | None]] = {}  # evaluated only for an error message
        faults = Collector()
        faults.problems += self._missing_colours()
        faults.attempt(lambda: self.faces)
        faults.raise_if_any()

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules of the game; for a shuffled sheet, those of its arrangement."""
        return self.arrangement.rulebook if self.arrangement else compile_rulebook(self.layout.game)

    def shuffled(self, arrangement: Arrangement | None) -> Edition:
        """Return the edition of a sheet with another arrangement, with the same typefaces."""
        if arrangement is self.arrangement:
            return self
        other = copy(self)
        other.arrangement, other._cache = arrangement, {}
        vars(other).pop("rulebook", None)
        return other

    def cached(self, function: Callable[[Edition], T]) -> T:
        """Return function(edition), computed once per edition."""
        if function not in self._cache:
            self._cache[function] = function(self)
        return cast(T, self._cache[function])

    @cached_property
    def faces(self) -> Faces:
        """The typefaces of the layout."""
        return faces_of(self.layout)

    @property
    def title(self) -> str:
        """The layout's title in this language."""
        text = self.locale.text(self.layout.title)
        self._text_places[text] = partial(self.layout.source.place, ("title",))
        return text

    @property
    def penalty_text(self) -> str:
        """The points of one penalty as printed: −5."""
        return signed(self.rulebook.penalty_points)

    @property
    def lock_needs(self) -> str:
        """The crosses that the locks need: 5, or 4/5 if they differ."""
        return "/".join(str(needs) for needs in sorted({row.lock.needs for row in self.rulebook.rows if row.lock}))

    def label(self, key: str, **values: str | int) -> str:
        """Return a label of the layout or, if it has none of its own, of the language."""
        text, path = self.locale.label(key, self.layout, **values), ("labels", key)
        is_own = self.layout.own_label(key, self.locale.code) is not None
        self._text_places[text] = partial(self.layout.source.place if is_own else self.locale.own_place, path)
        return text

    def own_place(self, *paths: KeyPath) -> Place | None:
        """Return the place of the first of these keys that is in a user's file, or None."""
        if self.layout.source.is_built_in:
            return None
        place = self.layout.source.own_place(*paths)
        own = (source.label for source in self.layout.source.sources if not source.is_built_in)
        return place if place.file in own else None

    def canvas(self, width: float, height: float) -> Canvas:
        """Return an empty canvas with the edition's typefaces that reports the places of texts that do not fit."""
        return Canvas(width, height, self.faces, self.place_of)

    def place_of(self, text: str) -> Place | None:
        """Return the place of a title or label; for a built-in text, the place of the sizes in the user's file."""
        if text not in self._text_places:
            return None
        return self._text_places[text]() or self.own_place(("sheet",), ("board",), ("pieces",), ("game",))

    def colour_name(self, name: str) -> str:
        """Return the name of a colour in this language, or as the layout spells it."""
        return row_name(name, self.locale)

    def row_colours(self, row: Row) -> RowColours:
        """Return the theme's colours for a coloured row."""
        return self.theme.colours[row.colour or ""]

    def _missing_colours(self) -> Iterator[Problem]:
        for name, row in self.layout.game.rows.items():
            named = [("cells", cell.colour) for cell in row.cells]
            if row.lock:
                named.append(("lock", row.lock.colour))
            for key, colour in dict.fromkeys(named):
                if colour not in self.theme.colours:
                    hint = (
                        f'{suggest(colour, self.theme.colours)} A theme of your own can have it: {colour} = "#1b8a8a".'
                    )
                    yield self.layout.problem(("game", "rows", name, key), f"the theme has no colour {colour!r}", hint)
        for colour in self.rulebook.token_colours:
            if colour not in self.theme.tokens:
                hint = suggest(colour, self.theme.tokens)
                yield self.layout.problem(("game", "tokens", "colours"), f"the theme has no token {colour!r}", hint)
