"""What a layout file may say: the game and how it looks. Every key of the layout language stands here.

The text below a key is its documentation: the reference in docs/ and the JSON Schema are made from it.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import StringConstraints

from sheetgen.errors import InputError, KeyPath, Problem
from sheetgen.layouts.files.extend import Kind
from sheetgen.layouts.models.base import FileModel
from sheetgen.layouts.models.looks import BoardLook, Fonts, PiecesLook, SheetLook
from sheetgen.model import ALL_LANGUAGES, FileName, Label, Text
from sheetgen.rules.game_spec import GameSpec

Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$")]


class Layout(FileModel):
    """One layout: what the game is and how it looks."""

    kind: ClassVar[Kind] = "layouts"
    slug: Slug
    """The name in the scorer's address and of the file that is made: small letters, digits and `-`."""
    title: Text
    """The title on the sheet: one text, or one for each language, `{ en = "Classic", de = "Klassisch" }`."""
    about: Text
    """A line about it, for lists."""
    theme: FileName | None = None
    """The theme that it is printed in unless another one is asked for: a built-in one, or a file beside this one."""
    lang: FileName | None = None
    """The language that it is printed in unless another one is asked for: a built-in one, or a file beside this one."""
    game: GameSpec
    """The game."""
    labels: dict[str, Label] = {}
    """Own texts instead of the language's, by the names of its `[labels]`: one for all languages, or one for each,
    `{ en = "Round", de = "Runde" }`. An empty text prints nothing."""
    fonts: Fonts = Fonts()
    """Own typefaces."""
    sheet: SheetLook | None = None
    """The sheet that one player writes on."""
    board: BoardLook | None = None
    """The board that all share. `board = false` takes away that of the extended layout."""
    pieces: PiecesLook | None = None
    """What is cut out."""

    def own_label(self, key: str, code: str) -> str | None:
        """The layout's own text for a label in a language; None if it leaves it to the language."""
        texts = self.labels.get(key, {})
        return texts.get(code, texts.get(ALL_LANGUAGES))

    def problem(self, path: KeyPath, message: str, hint: str) -> Problem:
        """A problem with the value at this key."""
        return self.source.problem(path, message, hint)

    def error(self, message: str, hint: str, *paths: KeyPath) -> InputError:
        """One problem as an error, at the first of these keys in the file nearest to the user."""
        return InputError.of(message, hint, self.source.own_place(*paths))
