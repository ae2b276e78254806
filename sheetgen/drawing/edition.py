"""An edition: one layout in one theme and one language. Every picture of it is drawn from this."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeVar, cast

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.fonts.typefaces import Faces, faces_of
from sheetgen.errors import Collector, KeyPath, Place, Problem, suggest
from sheetgen.layouts.models.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.locales.names import row_name, signed
from sheetgen.rules.compile import compile_rulebook
from sheetgen.rules.rulebook import Row, Rulebook
from sheetgen.themes.theme import RowColours, Theme

if TYPE_CHECKING:
    from sheetgen.rules.rulebook import Arrangement

T = TypeVar("T")


class Edition:
    """What is drawn, and how it looks and reads. A theme that lacks one of the layout's colours is refused."""

    def __init__(self, layout: Layout, theme: Theme, locale: Locale, arrangement: Arrangement | None = None) -> None:
        self.layout = layout
        self.theme = theme
        self.locale = locale
        self.arrangement = arrangement
        """How one sheet is shuffled, if this is the edition of one."""
        faults = Collector()
        faults.problems += self._missing_colours()
        faults.attempt(lambda: self.faces)
        faults.raise_if_any()

    @cached_property
    def rulebook(self) -> Rulebook:
        """The game's rules as data; of a shuffled sheet, its own."""
        return self.arrangement.rulebook if self.arrangement else compile_rulebook(self.layout.game)

    def shuffled(self, arrangement: Arrangement | None) -> Edition:
        """The same edition of another sheet. Typefaces are not read again."""
        if arrangement is self.arrangement:
            return self
        other = copy(self)
        for own in ("rulebook", "_done"):
            vars(other).pop(own, None)
        other.arrangement = arrangement
        return other

    def once(self, work: Callable[[Edition], T]) -> T:
        """What the work makes of this edition. It is done once, however often it is asked for."""
        if work not in self._done:
            self._done[work] = work(self)
        return cast(T, self._done[work])

    @cached_property
    def _done(self) -> dict[Callable[[Edition], Any], Any]:
        return {}

    @cached_property
    def faces(self) -> Faces:
        """The typefaces."""
        return faces_of(self.layout)

    @property
    def title(self) -> str:
        """The layout's title in this language."""
        text = self.locale.text(self.layout.title)
        self._places[text] = partial(self.layout.source.place, ("title",))
        return text

    @property
    def penalty(self) -> str:
        """What a penalty costs, as it is written: −5."""
        return signed(self.rulebook.penalty_points)

    @property
    def needs(self) -> str:
        """How many crosses the locks need: 5, or 4/5 if they differ."""
        return "/".join(str(needs) for needs in sorted({row.lock.needs for row in self.rulebook.rows if row.lock}))

    def label(self, key: str, **values: str | int) -> str:
        """A label of the layout or the language."""
        text, path = self.locale.label(key, self.layout, **values), ("labels", key)
        is_own = self.layout.own_label(key, self.locale.code) is not None
        self._places[text] = partial(self.layout.source.place if is_own else self.locale.own_place, path)
        return text

    def own_place(self, *paths: KeyPath) -> Place | None:
        """The first of these keys that stands in a file of the user's own."""
        if self.layout.source.is_built_in:
            return None
        place = self.layout.source.own_place(*paths)
        own = (source.label for source in self.layout.source.sources if not source.is_built_in)
        return place if place.file in own else None

    def canvas(self, width: float, height: float) -> Canvas:
        """An empty picture in the edition's typefaces, which can tell where a text stands that does not fit."""
        return Canvas(width, height, self.faces, self.place_of)

    def place_of(self, text: str) -> Place | None:
        """Where a text stands. For one of the built-in ones, the sizes of the user's file may be to blame."""
        if text not in self._places:
            return None
        return self._places[text]() or self.own_place(("sheet",), ("board",), ("pieces",), ("game",))

    @cached_property
    def _places(self) -> dict[str, Callable[[], Place | None]]:
        """Where the texts come from that were asked for; they are looked up only for an error."""
        return {}

    def colour_name(self, name: str) -> str:
        """A colour in this language, or as the layout calls it."""
        return row_name(name, self.locale)

    def row_colours(self, row: Row) -> RowColours:
        """How a coloured row's band is drawn."""
        return self.theme.colours[row.colour or ""]

    def _missing_colours(self) -> Iterator[Problem]:
        """Colours that the layout names and the theme does not know."""
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
