"""An edition: one layout in one theme and one language. Every picture of it is drawn from this."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sheetgen.errors import suggest
from sheetgen.layouts.compile import compile_rulebook
from sheetgen.layouts.locales import Locale
from sheetgen.layouts.models import Layout
from sheetgen.layouts.themes import PieceColours, RowColours, Theme
from sheetgen.rules.rulebook import Row, Rulebook


@dataclass(frozen=True)
class Edition:
    """What is drawn, and how it looks and reads."""

    layout: Layout
    theme: Theme
    locale: Locale

    @cached_property
    def rulebook(self) -> Rulebook:
        """The game's rules as data."""
        return compile_rulebook(self.layout.game)

    @property
    def title(self) -> str:
        """The layout's title in this language."""
        return self.locale.text(self.layout.title)

    @property
    def penalty(self) -> str:
        """What a penalty costs, as it is written: −5."""
        return self.locale.number(self.rulebook.penalty_points)

    def label(self, key: str, **values: str | int) -> str:
        """A label of the layout or the language."""
        return self.locale.label(key, self.layout, **values)

    def colours(self, name: str) -> RowColours:
        """How a colour of the game is drawn."""
        if name not in self.theme.colours:
            hint = suggest(name, self.theme.colours)
            raise self.layout.error(("game", "rows"), f"the theme has no colour {name!r}", hint)
        return self.theme.colours[name]

    def colour_name(self, name: str) -> str:
        """A colour in this language, or as the layout calls it."""
        return self.locale.colours.get(name, name.capitalize())

    def token(self, name: str) -> PieceColours:
        """How a token is drawn."""
        if name not in self.theme.tokens:
            hint = suggest(name, self.theme.tokens)
            raise self.layout.error(("game", "tokens", "colours"), f"the theme has no token {name!r}", hint)
        return self.theme.tokens[name]

    def row_colour(self, row: Row) -> str:
        """The colour of a coloured row: that of its lock, or else of its first cell."""
        return row.lock.colour if row.lock else row.cells[0].colour or ""

    def row_colours(self, row: Row) -> RowColours:
        """How a coloured row's band is drawn."""
        return self.colours(self.row_colour(row))
