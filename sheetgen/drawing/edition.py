"""An edition: one layout in one theme and one language. Every picture of the layout is drawn from an edition."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from functools import cached_property, partial
from typing import Any, Literal, TypeVar, cast

from sheetgen.drawing.bitmaps import bitmap_of
from sheetgen.drawing.canvas import Canvas, LocatedText
from sheetgen.drawing.fonts.typefaces import Faces, faces_of
from sheetgen.drawing.scene import Bitmap
from sheetgen.errors import Collector, KeyPath, Place, Problem, suggest
from sheetgen.layouts.companions import rulebook_of
from sheetgen.layouts.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.locales.names import lock_needs, penalty_text, row_name
from sheetgen.rules.rulebook import Arrangement, Row, Rulebook
from sheetgen.themes.theme import RowColours, Theme

T = TypeVar("T")


class Edition:
    """A layout with the theme and language to draw it in and, for a shuffled sheet, the arrangement of its cells.

    Raises InputError if the theme lacks a colour of the layout or a font or picture of the layout cannot be used.
    """

    def __init__(self, layout: Layout, theme: Theme, locale: Locale, arrangement: Arrangement | None = None) -> None:
        self.layout = layout
        self.theme = theme
        self.locale = locale
        self.arrangement = arrangement
        self._cache: dict[Callable[[Edition], Any], Any] = {}
        faults = Collector()
        faults.problems += self._missing_colours()
        faults.attempt(lambda: self.faces)
        faults.attempt(lambda: self.bitmap)
        faults.raise_if_any()

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules of the game; for a shuffled sheet, those of its arrangement."""
        return self.arrangement.rulebook if self.arrangement else rulebook_of(self.layout)

    def shuffled(self, arrangement: Arrangement | None) -> Edition:
        """Return the edition of the sheet with the given arrangement; None is the unshuffled sheet."""
        if arrangement is self.arrangement:
            return self
        other = copy(self)
        other.arrangement = arrangement
        other._cache = {}
        vars(other).pop("rulebook", None)
        return other

    def cached(self, function: Callable[[Edition], T]) -> T:
        """Return `function(self)`, computed once per edition."""
        if function not in self._cache:
            self._cache[function] = function(self)
        return cast(T, self._cache[function])

    @cached_property
    def faces(self) -> Faces:
        """The typefaces of the layout."""
        return faces_of(self.layout)

    @cached_property
    def bitmap(self) -> Bitmap | None:
        """The picture of the layout."""
        return bitmap_of(self.layout)

    def block(self, key: Literal["subtitle", "dedication", "footer"]) -> str:
        """Return one of the layout's own texts in this language; "" if it has none."""
        texts = getattr(self.layout.blocks, key)
        place = partial(self.layout.source.place, ("blocks", key))
        return LocatedText(self.locale.text(texts), place) if texts else ""

    @property
    def title(self) -> str:
        """The layout's title in this language."""
        place = partial(self.own_place, ("title",), ("sheet",), ("board",))
        return LocatedText(self.locale.text(self.layout.title), place)

    @property
    def penalty_text(self) -> str:
        """The points of a penalty as printed."""
        return penalty_text(self.rulebook)

    @property
    def lock_needs(self) -> str:
        """The number of crosses that the locks need, as printed."""
        return lock_needs(self.rulebook)

    def label(self, key: str, **values: str | int) -> str:
        """Return the layout's own label for the key or, if it has none, that of the language."""
        return LocatedText(self.locale.label(key, self.layout, **values), partial(self._label_place, key))

    def _label_place(self, key: str) -> Place | None:
        """Return the place of a label; for that of a built-in language, the place of the sizes in the user's file."""
        if self.layout.own_label(key, self.locale.code) is not None:
            return self.layout.source.place(("labels", key))
        sizes = self.own_place(("sheet",), ("board",), ("pieces",), ("game",))
        return self.locale.own_place(("labels", key)) or sizes

    def own_place(self, *paths: KeyPath) -> Place | None:
        """Return the place of the first of these keys that is in a user's file, or None."""
        if self.layout.source.is_built_in:
            return None
        place = self.layout.source.own_place(*paths)
        own = (source.label for source in self.layout.source.sources if not source.is_built_in)
        return place if place.file in own else None

    def canvas(self, width: float, height: float) -> Canvas:
        """Return an empty canvas with the edition's typefaces."""
        return Canvas(width, height, self.faces)

    def colour_name(self, name: str) -> str:
        """Return the name of a colour in this language or, if it has none, as the layout spells it."""
        return row_name(name, self.locale)

    def row_colours(self, row: Row) -> RowColours:
        """Return the theme's colours for a coloured row."""
        return self.theme.colours[row.colour or ""]

    def _missing_colours(self) -> Iterator[Problem]:
        """Yield a problem for each colour of rows or tokens that the theme lacks."""
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
