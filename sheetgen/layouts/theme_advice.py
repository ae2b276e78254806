"""What is allowed in a theme but unwise: words that can hardly be read, and colours that some cannot tell apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sheetgen.errors import KeyPath
from sheetgen.layouts.colour_vision import alike
from sheetgen.layouts.shades import contrast, luminance
from sheetgen.layouts.themes import Theme

READABLE = 4.5
"""The least contrast of words, as WCAG asks for."""
PALE = 0.6
"""Below this luminance, a cross in pencil is hard to see, and harder to find in a photo."""
MOST_PAIRS = 8
"""So many pairs of colours are told one by one, the worst first."""

Advice = tuple[KeyPath, str, str]
"""The key that it is about, what is unwise, and what would be better."""


def theme_advice(theme: Theme, used: Iterable[str]) -> Iterator[Advice]:
    """All that is unwise in a theme, as far as these colours of it are used."""
    colours = {name: theme.colours[name] for name in used}
    for name, each in colours.items():
        at = ("colours", name)
        yield from _contrast((*at, "ink"), each.ink, each.cell, f"the numbers in {name}", "their cells")
        if luminance(each.cell) < PALE:
            yield (*at, "cell"), f"the cells in {name} are dark", "On pale cells crosses stand out, in photos too."
    ink = theme.ink
    for key, text, ground, where in (
        ("text", ink.text, ink.paper, "the paper"),
        ("soft", ink.soft, ink.paper, "the paper"),
        ("text", ink.text, ink.panel, "panels"),
        ("soft", ink.soft, ink.panel, "panels"),
        ("box_text", ink.on_box, ink.box, "boxes"),
        ("box_soft", ink.on_box_soft, ink.box, "boxes"),
    ):
        yield from _contrast(("ink", key), text, ground, "words", where)
    if not theme.symbols:
        pairs = alike({name: each.band for name, each in colours.items()})
        for pair in pairs[:MOST_PAIRS]:
            to_whom = "everyone" if pair.vision == "normal" else f"players with {pair.vision}"
            yield (
                ("colours", pair.other),
                f"{pair.one} and {pair.other} look alike to {to_whom}",
                "Make one of them much lighter or darker, or give each a sign with symbols = true.",
            )
        if len(pairs) > MOST_PAIRS:
            more = len(pairs) - MOST_PAIRS
            yield ("colours",), f"{more:,} more pairs of colours look alike", "symbols = true gives each a sign."


def _contrast(path: KeyPath, text: str, ground: str, what: str, where: str) -> Iterator[Advice]:
    found = contrast(text, ground)
    if found < READABLE:
        yield path, f"{what} on {where} have a contrast of {found:.1f}", f"At least {READABLE} can be read by all."
