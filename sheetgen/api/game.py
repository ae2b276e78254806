"""A game: a layout that can be printed, scored and played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from sheetgen.api.settings import Settings
from sheetgen.layouts.catalog import is_built_in, load_layout, load_variant, variants
from sheetgen.layouts.companions import rulebook_of
from sheetgen.layouts.files.merge import change_texts, is_built_in_name
from sheetgen.layouts.layout import Layout
from sheetgen.rules.rulebook import Rulebook

if TYPE_CHECKING:
    from sheetgen.api.match import Match
    from sheetgen.api.printing import Printed, PrintOptions
    from sheetgen.api.scoring import Result

names = variants  # returns the names of the built-in layouts


def load(layout: str | PathLike[str], *, set: Mapping[str, Any] | Sequence[str] = ()) -> Game:
    """Load a game by the name of a built-in layout, or from a layout file.

    Args:
        layout: A name such as `bigpoints`, or the path of a TOML file.
        set: Changes to the layout by key: `{"game.penalties.points": -3}`, or `["game.penalties.points=-3"]`.

    Returns:
        The game.

    Raises:
        InputError: If the layout does not exist or is invalid; it holds all problems.

    Example:
        >>> import sheetgen as sg
        >>> sg.load("classic", set={"game.penalties.points": -3}).rulebook.penalty_points
        -3
    """
    name = str(layout)
    changes = change_texts(set)
    is_file = isinstance(layout, PathLike) or not is_built_in_name(name)
    return Game(load_layout(Path(name), changes) if is_file else load_variant(name, changes))


class Game:
    """A layout that can be printed, scored and played. Its methods import what they need when they are called.

    Example:
        >>> import sheetgen as sg
        >>> game = sg.load("bigpoints")
        >>> game.title, [row.id for row in game.rulebook.rows][:2]
        ('Big Points', ['red', 'red-yellow'])
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    def __repr__(self) -> str:
        return f"<Game {self.layout.slug}>"

    @property
    def name(self) -> str:
        """The layout's slug, which is used in addresses and file names."""
        return self.layout.slug

    @property
    def title(self) -> str:
        """The title in English."""
        return self.layout.title["en"]

    @cached_property
    def rulebook(self) -> Rulebook:
        """The compiled rules."""
        return rulebook_of(self.layout)

    @property
    def reference(self) -> dict[str, str]:
        """The key that names the game in records and logs: `variant`, or `layout` for a file in the same folder."""
        return {"variant": self.name} if is_built_in(self.layout) else {"layout": f"{self.name}.toml"}

    def pdf(self, file: str | PathLike[str] | None = None, **options: Unpack[PrintOptions]) -> Printed:
        """Make a PDF ready to print.

        Args:
            file: The file to write. By default it has the layout's name.
            **options: The options of `sheetgen pdf` by name: count, players, paper, theme, lang, parts,
                orientation, per_page, serial_start, shuffle, sheets, scorer_url, cut_marks, back, force; see
                `PrintOptions`.

        Returns:
            The files that were written, and what is on them.

        Example:
            >>> import sheetgen as sg
            >>> printed = sg.load("classic").pdf("pad.pdf", count=4, players=["Anna", "Ben"])
            >>> printed.pages, list(printed.sheets)
            (2, [1, 2, 3, 4])
        """
        return self._print("pdf", file, options)

    def svg(self, file: str | PathLike[str] | None = None, **options: Unpack[PrintOptions]) -> Printed:
        """Make an SVG file of each page, with the options of `pdf`. Several files are numbered."""
        return self._print("svg", file, options)

    def png(self, file: str | PathLike[str] | None = None, dpi: int = 150, **options: Unpack[PrintOptions]) -> Printed:
        """Make a PNG file of each page, with the options of `pdf`. Several files are numbered."""
        return self._print("png", file, options, dpi)

    def _print(self, ending: str, file: str | PathLike[str] | None, options: PrintOptions, dpi: int = 150) -> Printed:
        from sheetgen.api.printing import make_documents, write_documents

        documents = make_documents(lambda: [self.layout], **options)
        target = None if file is None else Path(file)
        (printed,) = write_documents(documents, ending, target, dpi, force=options.get("force", False))
        return printed

    def page(
        self,
        file: str | PathLike[str] | None = None,
        settings: Settings | None = None,
        *,
        photos: bool = False,
        force: bool = False,
    ) -> Path:
        """Make the scorer page as a single HTML file that needs no network, and return its path.

        Args:
            file: The file to write. By default it has the layout's name.
            settings: The user's default settings.
            photos: Whether to include the reader for photos of sheets.
            force: Whether to replace a file that this program did not make.
        """
        from sheetgen.api.serving import write_page

        return write_page(self.layout, None if file is None else Path(file), settings, photos, force)

    def audit(self, *lines: str, side: str | None = None, lang: str | None = None) -> Result:
        """Score sheets that are read out, one line for each player.

        Args:
            *lines: For example `Laura: red 2 3 4 5; green 12-6 lock; penalties 2`.
            side: The side of the board, for games with a track.
            lang: The language of names and messages; the lines may use its words as well as English ones.

        Example:
            >>> import sheetgen as sg
            >>> sg.load("bigpoints").audit("Laura: red 2 3; red-yellow 3")["Laura"].rows["red"].crosses
            3
        """
        from sheetgen.api.scoring import audit_lines

        return audit_lines(self.layout, lines, side, lang, Settings())

    def start(
        self, *names: str, side: str | None = None, seed: int | None = None, sheets: Mapping[str, str] | None = None
    ) -> Match:
        """Start a match between these players.

        Args:
            *names: The players in the order of their seats; the first begins.
            side: The side of the board, for games with a track. The default is the first side.
            seed: The seed of the random dice of `Match.roll`, or of the cards of `Match.draw`.
            sheets: The sheets of players who do not have the layout's own, by name: the code or the name of a shuffled
                sheet, or the name of a layout that plays together with this one.

        Example:
            >>> import sheetgen as sg
            >>> sg.load("classic").start("Anna", "Ben").active
            'Anna'
        """
        from sheetgen.api.match import Match

        return Match(self, names, side, seed, sheets or {})
