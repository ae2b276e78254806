"""The masthead of a sheet or board: emblem, title, number of players, fields for name and date, and serial number.

All words are on one baseline.
"""

from __future__ import annotations

from typing import NamedTuple

from sheetgen.drawing.canvas import MIN_TEXT_SIZE, Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.emblems import EmblemColours, draw_emblem
from sheetgen.drawing.fonts.typefaces import text_width
from sheetgen.drawing.scene import Box, FontRole, Paint
from sheetgen.errors import InputError

TITLE_SIZE = 2.4  # largest type size of the title / that of small print
TITLE_SHARE = 0.56  # largest type size of the title / height of the head
PLAYER_SIZE = 1.3  # type size of a printed name / that of small print
EMBLEM_SHARE = 0.7  # side of the emblem / height of the head
MAX_PICTURE_WIDTH = 2.5  # largest width of the layout's own picture / its height
FIELD_SHARE = 0.58  # height of a field / height of the head
MAX_TITLE_SHARE = 0.32  # largest room for the title / width of the head
LABEL_SHARE = 0.34  # largest room for the label of a field / width of the field
MIN_NAME_SHARE = 0.22  # smallest field for the name / width of the head
DATE_SHARE = 0.165  # width of the field for the date / width of the head
NUMBER_SHARE = 0.095  # smallest room for the serial number / width of the head
MAX_NUMBER_SHARE = 0.2  # largest room for the serial number / width of the head
WIDEST_SERIAL = 40_000_000  # at least as wide as any serial number
MIN_NAME = 8.0  # smallest width of the field for the name after a subtitle / type size
STRIPE_SHARE = 0.05  # height of the stripe in the colours of the rows / height of the head
RADIUS_SHARE = 0.2  # corner radius of the head / its height


class Field(NamedTuple):
    """A box to write in, its label, and the x at which the writing begins."""

    box: Box
    label: str
    start: float


class Masthead:
    """The places of everything in the head. `left` and `right` limit its words.

    `title` replaces the layout's title, and `fields` says whether there are fields to write in.
    """

    def __init__(
        self,
        edition: Edition,
        panel: Box,
        left: float,
        right: float,
        text: float,
        title: str | None = None,
        fields: bool = False,
    ) -> None:
        self.title = edition.title if title is None else title
        self.panel = panel
        self.text = text
        width = right - left
        gap = text * 0.9
        self._edition = edition
        y = panel.centre[1]
        side = EMBLEM_SHARE * panel.h
        width_of_emblem = side if edition.layout.emblem else 0.0
        self.bitmap = edition.bitmap if edition.layout.blocks.place == "head" or not fields else None
        if self.bitmap:
            width_of_emblem = side * min(MAX_PICTURE_WIDTH, self.bitmap.width / self.bitmap.height)
        self.emblem = Box(left, y - side / 2, width_of_emblem, side)
        self.title_x = left + width_of_emblem + (gap if width_of_emblem else 0.0)
        self.number_x = right
        # Enough for any serial number in the smallest type.
        longest = self._width(edition.label("number", serial=WIDEST_SERIAL), MIN_TEXT_SIZE, "bold")
        self.number_room = max(width * NUMBER_SHARE, min(longest, width * MAX_NUMBER_SHARE))
        self.fields: list[Field] = []
        end = right - self.number_room - gap
        if fields:
            end = self._place_date(width, end, gap)
        # A long title takes room from the name, but not all.
        least_name = MIN_NAME_SHARE * width if fields and edition.label("name") else 0.0
        size = min(text * TITLE_SIZE, panel.h * TITLE_SHARE)
        wanted = self._width(self.title, size, "number")
        room = end - least_name - gap - self.title_x
        self.title_room = max(0.0, min(wanted, MAX_TITLE_SHARE * width, room))
        self.title_size = size
        fitting = size * (self.title_room / wanted if wanted else 1.0)
        self.baseline = y + edition.faces["number"].cap_height * fitting / 2
        self.subtitle_x = self.title_x + self.title_room + gap
        subtitle_end = end - MIN_NAME * text - gap if least_name else end
        self.subtitle = self._fitting_subtitle(subtitle_end)
        self.subtitle_room = max(0.0, subtitle_end - self.subtitle_x)
        if least_name:
            used = min(self._width(self.subtitle, text), self.subtitle_room) + gap if self.subtitle else 0.0
            self.fields.insert(0, self._field(edition.label("name"), self.subtitle_x + used, end))

    def _fitting_subtitle(self, end: float) -> str:
        """Return the words after the title: the layout's subtitle, and the number of players if there is room."""
        players = self._edition.label("players", players=self._edition.layout.game.players.span)
        subtitle = self._edition.block("subtitle")
        both = f"{subtitle} · {players}" if subtitle and players else players
        return both if self.subtitle_x + self._width(both, self.text) <= end else subtitle

    def _place_date(self, width: float, end: float, gap: float) -> float:
        """Place the field for the date before `end`, and return the x before which the name may be."""
        label = self._edition.label("date")
        if not label:
            return end
        start = end - DATE_SHARE * width
        self.fields.append(self._field(label, start, end))
        return start - gap * 0.6

    @property
    def name_field(self) -> Field | None:
        """The field for the name, if the sheet has one."""
        return self.fields[0] if self._edition.label("name") and self.fields else None

    def _field(self, label: str, start: float, end: float) -> Field:
        height = FIELD_SHARE * self.panel.h
        box = Box(start, self.panel.centre[1] - height / 2, end - start, height)
        inset = self.text * 0.5
        width = min(self._width(label, self.text), box.w * LABEL_SHARE)
        return Field(box, label, box.x + inset + width + inset * 0.8)

    def _width(self, text: str, size: float, role: FontRole = "regular") -> float:
        try:
            return text_width(text, size, self._edition.faces[role])
        except InputError:  # a missing glyph is reported with its place when the text is drawn
            return 0.0


def draw_masthead(canvas: Canvas, edition: Edition, head: Masthead) -> None:
    """Draw everything in the head but the serial number."""
    ink = edition.theme.ink
    words = edition.theme.head_words
    draw_head_panel(canvas, edition, head.panel, head.panel.h * RADIUS_SHARE)
    if edition.theme.head == "solid":
        _draw_stripe(canvas, edition, head)
    if head.bitmap:
        canvas.rect(head.emblem, Paint(fill=ink.box), head.text * 0.4)
        canvas.picture(head.bitmap, head.emblem.grown(-head.text * 0.15))
    elif edition.layout.emblem:
        draw_emblem(canvas, edition.layout.emblem, head.emblem, emblem_colours(edition))
    canvas.text(
        head.title_x, head.baseline, head.title, head.title_size, words, "number", room=head.title_room,
        on_baseline=True,
    )  # fmt: skip
    room = head.subtitle_room
    canvas.text(head.subtitle_x, head.baseline, head.subtitle, head.text, words, room=room, on_baseline=True)
    for field in head.fields:
        frame = None if edition.theme.head == "solid" else ink.line
        canvas.rect(field.box, Paint(ink.box, frame, 0.25), head.text * 0.5)
        x = field.box.x + head.text * 0.5
        room = field.start - x
        canvas.text(x, head.baseline, field.label, head.text, ink.on_box_soft, room=room, on_baseline=True)


def draw_serial(canvas: Canvas, edition: Edition, head: Masthead, serial: int | str) -> None:
    """Draw the serial number, and perhaps a sheet's name, at the right end of the head."""
    number = edition.label("number", serial=serial)
    canvas.text(
        head.number_x, head.baseline, number, head.text, edition.theme.head_words, "bold", "end",
        room=head.number_room, on_baseline=True,
    )  # fmt: skip


def emblem_colours(edition: Edition) -> EmblemColours:
    """Return the colours of an emblem on the head."""
    ink = edition.theme.ink
    fills = tuple(edition.row_colours(row).band for row in edition.rulebook.coloured_rows)
    outline = edition.theme.head_fill if edition.theme.head == "solid" else edition.theme.head_words
    return EmblemColours(fills, outline, ink.box, ink.on_box)


def draw_head_panel(canvas: Canvas, edition: Edition, panel: Box, radius: float) -> None:
    """Draw the background of a head in the style of the theme."""
    ink = edition.theme.ink
    line = edition.theme.outline
    match edition.theme.head:
        case "solid":
            canvas.rect(panel, Paint(fill=edition.theme.head_fill), radius)
        case "ruled":
            canvas.rect(panel.grown(-line / 2), Paint(ink.panel, ink.line, line), radius)
        case "plain":
            y = panel.bottom - line / 2
            canvas.line(panel.x, y, panel.right, y, Paint(stroke=ink.text, line=line))


def _draw_stripe(canvas: Canvas, edition: Edition, head: Masthead) -> None:
    """Draw a stripe in the colours of the rows along the lower edge of the head."""
    rows = edition.rulebook.coloured_rows
    radius = head.panel.h * RADIUS_SHARE
    left = head.panel.x + radius
    share = (head.panel.w - 2 * radius) / len(rows)
    height = head.panel.h * STRIPE_SHARE
    for index, row in enumerate(rows):
        stripe = Box(left + index * share, head.panel.bottom - height, share, height)
        canvas.rect(stripe, Paint(fill=edition.row_colours(row).band))
