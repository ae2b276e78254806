"""The layout model: the game and its look. All keys of layout files are declared here or in the models used here.

The text below a key is its documentation, in docs/keys.md and in the JSON Schema.
"""

from typing import Annotated, ClassVar, Literal

from annotated_types import Interval
from pydantic import StringConstraints

from sheetgen.errors import InputError, KeyPath, Problem
from sheetgen.file_model import (
    ALL_LANGUAGES,
    AutoSize,
    EmblemName,
    FileName,
    Label,
    Length,
    Model,
    Size,
    Text,
    TypeSize,
)
from sheetgen.layouts.files.merge import Kind
from sheetgen.layouts.validation import FileModel
from sheetgen.rules.game_spec import GameSpec

SECOND_SHARE = 0.6  # default height of second boxes / height of cells


class CellLook(Model):
    """The boxes that players cross."""

    width: Size
    """The width of a cell."""
    height: Size
    """The height of a cell."""
    gap: Length
    """White space between two cells of a row, and between penalty boxes."""
    radius: Length
    """The radius of the corners. Those of bands and panels follow from it."""
    shape: Literal["box", "round"] = "box"
    """`"box"` has corners of that radius; `"round"` cells are as round as their size allows."""
    second: Size | None = None
    """The height of the second box below a number; by default 0.6 of the cell's height."""

    @property
    def second_height(self) -> float:
        """The height of second boxes in mm."""
        return SECOND_SHARE * self.height if self.second is None else self.second

    @property
    def corner(self) -> float:
        """The radius of a cell's corners in mm."""
        return self.radius if self.shape == "box" else min(self.width, self.height) / 2


class BandLook(Model):
    """The coloured bands behind the cells of rows."""

    padding: Length
    """Coloured space above and below the cells, and to the right of the last one."""
    head: Length
    """Space at the left for the row's name, symbol and direction."""
    gap: Length
    """White space between two bands."""
    bonus: Length
    """White space above and below bonus fields."""


class Places(Model):
    """The places of the parts of a sheet. The sizes and places of all other parts follow from them."""

    code: Literal["right", "left", "below"] = "right"
    """The QR code: to the right or the left of the rows, or below them."""
    penalties: Literal["code", "below"] = "code"
    """The penalty boxes: next to the code, or in a line below the rows. If the code is below, both mean the same."""
    points: Literal["below", "above", "none"] = "below"
    """The table of points: below the rows, above them, or not at all."""
    name: Literal["top", "bottom"] = "top"
    """The head with title, name, date and number: between the upper or the lower corner marks."""
    totals: Literal["bottom", "top", "none"] = "bottom"
    """The boxes for the sums: between the lower or the upper corner marks, opposite the name, or not at all."""


class SheetLook(Model):
    """The sheet that one player writes on."""

    width: AutoSize
    """The width of the cut sheet, or `"auto"`: as wide as its parts need."""
    height: AutoSize
    """The height of the cut sheet, or `"auto"`: as high as its parts need."""
    margin: Size
    """White space inside the edge. At least 2.5 % of the width."""
    mark: AutoSize
    """The four corner marks, by which a sheet is found in a photo: at least 3.8 % of the width; `"auto"` is 4 %."""
    code: Size
    """The QR code without its white border. Cameras need 0.5 mm per module, which is 16.5 mm for most addresses."""
    text: TypeSize
    """The size of small print. Titles and labels follow from it. At least 6 pt."""
    cell: CellLook
    """The cells."""
    band: BandLook
    """The bands behind the rows."""
    places: Places = Places()
    """The places of the parts."""


class BoardLook(Model):
    """The board that all players share."""

    width: Size
    """The width of the cut board. It shrinks to fit smaller paper."""
    height: Size
    """The height of the cut board."""
    margin: Size
    """White space inside the edge."""
    code: Size
    """The QR code without its white border."""
    text: TypeSize
    """The size of small print. Titles and labels follow from it."""
    columns: Annotated[int, Interval(ge=3, le=24)] | None = None
    """Tracks only: the number of spaces in a straight line; one more is in each curve."""
    cell: CellLook
    """The squares of rows, or the spaces of a track."""
    band: BandLook | None = None
    """Tokens only: the bands behind the rows."""


class PiecesLook(Model):
    """The parts to cut out: fold-up pieces for a track, or tokens."""

    width: Size
    """The width of a piece."""
    height: Size
    """The height of a folded piece. Tokens are as high as they are wide."""
    shape: Literal["square", "round"] = "square"
    """The shape of tokens: square ones need only a few straight cuts."""
    text: TypeSize
    """The size of the text on the pieces."""


class Fonts(Model):
    """TrueType files (.ttf) beside the layout. The built-in typefaces are used for those that are not given."""

    regular: FileName | None = None
    """The typeface of most words."""
    bold: FileName | None = None
    """The typeface of emphasised words."""
    number: FileName | None = None
    """The typeface of titles, and of the numbers in cells and tables."""
    address: FileName | None = None
    """The typeface of the printed address, in which 0 and O, or 1 and I, should look different."""


class Blocks(Model):
    """A picture and texts of your own on sheets, boards and the scorer page."""

    picture: FileName | None = None
    """A PNG or JPEG file beside the layout, such as the logo of a club."""
    place: Literal["head", "side"] = "head"
    """The place of the picture: in the head instead of the emblem or, on sheets, below the code."""
    subtitle: Text | None = None
    """A text after the title: one text, or one for each language."""
    dedication: Text | None = None
    """A text below the code."""
    footer: Text | None = None
    """A text in the middle of the line at the foot."""


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
    emblem: EmblemName | None = None
    """The small picture beside the title."""
    theme: FileName | None = None
    """The theme unless another one is requested: a built-in one, or a file beside this one."""
    lang: FileName | None = None
    """The language unless another one is requested: a built-in one, or a file beside this one."""
    game: GameSpec
    """The rules of the game."""
    labels: dict[str, Label] = {}
    """Texts that replace `[labels]` of the language: one for all languages, or one for each,
    `{ en = "Round", de = "Runde" }`. An empty text prints nothing."""
    blocks: Blocks = Blocks()
    """A picture and texts of your own."""
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
