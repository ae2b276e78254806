"""The layout model: the game and its look. Every key of a layout file is declared here or in a model used here.

The text below a key is its documentation, in docs/keys.md and in the JSON Schema.
"""

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
    """A layout: the rules of a game and the look of its sheets and boards."""

    kind: ClassVar[Kind] = "layouts"
    slug: Slug
    """The name in the scorer's address and of the PDF: lower-case letters, digits and `-`."""
    title: Text
    """The title on the sheet: one text, or one for each language, `{ en = "Classic", de = "Klassisch" }`."""
    about: Text
    """One line of description, for lists."""
    theme: FileName | None = None
    """The theme unless another one is requested: a built-in one, or a file beside this one."""
    lang: FileName | None = None
    """The language unless another one is requested: a built-in one, or a file beside this one."""
    game: GameSpec
    """The rules of the game."""
    labels: dict[str, Label] = {}
    """Texts that replace `[labels]` of the language: one for all languages, or one for each,
    `{ en = "Round", de = "Runde" }`. An empty text prints nothing."""
    fonts: Fonts = Fonts()
    """Typefaces that replace the built-in ones."""
    sheet: SheetLook | None = None
    """The sheet that one player writes on."""
    board: BoardLook | None = None
    """The board that all players share. `board = false` removes that of the extended layout."""
    pieces: PiecesLook | None = None
    """The parts to cut out."""

    def own_label(self, key: str, code: str) -> str | None:
        """Return the layout's text for a label in a language, or None if the language's own is used."""
        texts = self.labels.get(key, {})
        return texts.get(code, texts.get(ALL_LANGUAGES))

    def problem(self, path: KeyPath, message: str, hint: str) -> Problem:
        """Return a problem with the value at this key."""
        return self.source.problem(path, message, hint)

    def error(self, message: str, hint: str, *paths: KeyPath) -> InputError:
        """Return an error with one problem, at the first of these keys in a file of the user's own."""
        return InputError.of(message, hint, self.source.own_place(*paths))
