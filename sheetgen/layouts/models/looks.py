"""How a layout looks: the sizes of sheets, boards and pieces, where their parts stand, and the typefaces.

The text below a key is its documentation: the reference in docs/ and the JSON Schema are made from it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Interval

from sheetgen.model import AutoSize, FileName, Length, Model, Size, TypeSize

SECOND_SHARE = 0.6
"""The height of second boxes that a layout does not tell, as a share of the cells'."""


class CellLook(Model):
    """The box that is crossed."""

    width: Size
    """Its width."""
    height: Size
    """Its height."""
    gap: Length
    """White between two cells of a row, and between penalty boxes."""
    radius: Length
    """How round the corners are. Bands and panels follow."""
    shape: Literal["box", "round"] = "box"
    """`"box"` has corners of that radius; `"round"` is as round as its size allows."""
    second: Size | None = None
    """The height of the second box below a number; 0.6 of the cell's height unless given."""

    @property
    def second_height(self) -> float:
        """The height of second boxes."""
        return SECOND_SHARE * self.height if self.second is None else self.second

    @property
    def corner(self) -> float:
        """The radius of a cell's corners."""
        return self.radius if self.shape == "box" else min(self.width, self.height) / 2


class BandLook(Model):
    """The coloured band behind a row's cells."""

    padding: Length
    """Colour above and below the cells, and at the right of the last."""
    head: Length
    """Room at the left for the row's symbol."""
    gap: Length
    """White between two bands."""
    bonus: Length
    """White above and below bonus fields."""


class Places(Model):
    """Where the parts of a sheet stand. Sizes and places of all others follow."""

    code: Literal["right", "left", "below"] = "right"
    """Where the QR code and its address stand: at the right or the left of the rows, or below them."""
    penalties: Literal["code", "below"] = "code"
    """The penalty boxes: with the code, or in a line below the rows. If the code is below, both mean the same."""
    points: Literal["below", "above", "none"] = "below"
    """The table of points: below the rows, above them, or not at all."""
    name: Literal["top", "bottom"] = "top"
    """The line with title, name, date and number: between the upper or the lower corner marks."""
    totals: Literal["bottom", "top", "none"] = "bottom"
    """The boxes for the sums: between the lower or the upper corner marks, where the name is not; or not at all."""


class SheetLook(Model):
    """The sheet that one player writes on."""

    width: AutoSize
    """Its width when cut, or `"auto"`: as wide as its parts need."""
    height: AutoSize
    """Its height when cut, or `"auto"`: as high as its parts need."""
    margin: Size
    """White inside the edge. At least 2.5 % of the width."""
    mark: AutoSize
    """The four corner marks, by which a sheet is found in a photo: at least 3.8 % of the width; `"auto"` takes 4 %."""
    code: Size
    """The QR code with the white around it. Cameras need 0.5 mm a module, which is 20.5 mm for most addresses."""
    text: TypeSize
    """The size of small print, by which titles and labels go. At least 6 pt."""
    cell: CellLook
    """The cells."""
    band: BandLook
    """The bands behind the rows."""
    places: Places = Places()
    """Where the parts stand."""


class BoardLook(Model):
    """The board that all share."""

    width: Size
    """Its width when cut. It shrinks to fit smaller paper."""
    height: Size
    """Its height when cut."""
    margin: Size
    """White inside the edge."""
    code: Size
    """The QR code with the white around it."""
    text: TypeSize
    """The size of small print, by which titles and labels go."""
    columns: Annotated[int, Interval(ge=3, le=24)] | None = None
    """Tracks: how many spaces stand in a line."""
    cell: CellLook
    """The squares of rows, or the spaces of a track."""
    band: BandLook | None = None
    """Tokens: the bands behind the rows."""


class PiecesLook(Model):
    """What is cut out: fold-up pieces of a track, or tokens."""

    width: Size
    """The width of a piece."""
    height: Size
    """The height of a folded piece. Tokens are as high as they are wide."""
    text: TypeSize
    """The size of the text on them."""


class Fonts(Model):
    """TrueType files (.ttf) beside the layout. What is not named is set in the built-in typefaces."""

    regular: FileName | None = None
    """For most words."""
    bold: FileName | None = None
    """For titles and other strong words."""
    number: FileName | None = None
    """For the numbers in the cells and in tables."""
