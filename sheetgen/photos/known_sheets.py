"""The sheets that can be read, and which of them a photo shows, by the link in its QR code."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fingerprint import fingerprint
from sheetgen.errors import InputError, shortened
from sheetgen.game_input.format_version import FORMAT_VERSION, split_fragment
from sheetgen.game_input.link import PRINTED, RULES_LENGTH, decode_name
from sheetgen.layouts.catalog import load_variant, locale_of, theme_of, variants
from sheetgen.layouts.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.photos.errors import PhotoError
from sheetgen.rules.shuffle.arrangement import read_arrangement
from sheetgen.scorer.page.data import CodePlace, code_place


class KnownSheet(NamedTuple):
    """The sheet on a photo, as far as its link identifies it."""

    edition: Edition  # with the arrangement of a shuffled sheet
    serial: int | None = None  # None if its code could not be read
    name: str = ""  # of the player, if the sheet was printed for one


class KnownSheets:
    """Layouts whose sheets can be read. Sheets of the default one need no code. Editions are cached."""

    def __init__(
        self, layouts: Sequence[Layout], languages: Sequence[Locale] = (), default: Layout | None = None
    ) -> None:
        self._default = layouts[0] if len(layouts) == 1 else default
        self._layouts = {layout.slug: layout for layout in layouts}
        self._languages = languages
        self._editions: dict[tuple[str, str | None], Edition] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the layouts and languages alone: another process makes its own editions."""
        return {**vars(self), "_editions": {}}

    def find(self, link: str | None) -> KnownSheet:
        """Return the sheet with this link; None means that its code is unreadable.

        Raises a PhotoError if the sheet is unknown.
        """
        if link is None:
            if self._default is None:
                raise PhotoError("code_unread")
            edition = self._edition(self._default, None)
            if edition.rulebook.shuffle:
                raise PhotoError("code_unread_shuffled")
            return KnownSheet(edition)
        page, _, fragment = link.partition("#")
        slug = page.rstrip("/").rpartition("/")[2]
        version, fragment = split_fragment(fragment)
        if version > FORMAT_VERSION:
            raise PhotoError("later_version", found=version, known=FORMAT_VERSION)
        printed = PRINTED.fullmatch(fragment)
        if not printed:
            raise PhotoError("no_sheet_link", link=shortened(link, 60))
        if slug not in self._layouts and self._default:
            raise PhotoError("other_layout", found=shortened(slug), wanted=self._default.slug)
        if slug not in self._layouts:
            raise PhotoError("unknown_layout", found=shortened(slug))
        edition = self._printed(self._layouts[slug], printed["rules"], printed["places"])
        if edition.rulebook.shuffle and printed["code"]:
            try:
                edition = edition.shuffled(read_arrangement(edition.rulebook, printed["code"]))
            except InputError:
                raise PhotoError("damaged_code") from None
        return KnownSheet(edition, int(printed["serial"]), decode_name(printed["name"]))

    def code_places(self) -> list[CodePlace]:
        """Return each distinct place that the code may have, on built-in sheets as well, to tell them apart."""
        layouts = [*self._layouts.values(), *map(load_variant, variants())]
        places = [code_place(self._edition(layout, None)) for layout in layouts if layout.sheet]
        return [place for at, place in enumerate(places) if place not in places[:at]]

    def _printed(self, layout: Layout, rules: str, cells: str) -> Edition:
        """Return the edition with these fingerprints of its rules and of its cells' positions.

        The positions may depend on the language, which is not part of the link.
        """
        own = self._edition(layout, None)
        if own.rulebook.rules_fingerprint != rules:
            raise PhotoError("other_rules", found=rules, wanted=own.rulebook.rules_fingerprint)
        for language in (None, *self._languages):
            with suppress(InputError):  # the layout may not fit in this language
                edition = self._edition(layout, language)
                if fingerprint(edition)[RULES_LENGTH:] == cells:
                    return edition
        raise PhotoError("other_places", found=cells, wanted=fingerprint(own)[RULES_LENGTH:])

    def _edition(self, layout: Layout, language: Locale | None) -> Edition:
        key = (layout.slug, language.code if language else None)
        if key not in self._editions:
            if layout.sheet is None:
                raise PhotoError("no_score_sheets", layout=layout.slug)
            self._editions[key] = Edition(layout, theme_of(layout, None), language or locale_of(layout, None))
        return self._editions[key]
