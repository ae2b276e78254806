"""The rules of a game in short: the paragraphs of a language that apply to it, with their values filled in.

They are printed, and the scorer page shows those that findings cite.
"""

from typing import NamedTuple

from sheetgen.file_model import RulePicture
from sheetgen.layouts.companions import companion
from sheetgen.layouts.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.locales.names import MINUS, figure_name, lock_needs, named, penalty_text
from sheetgen.locales.texts import render
from sheetgen.rules.features import FEATURES, traits
from sheetgen.rules.rulebook import Rulebook


class Paragraph(NamedTuple):
    """One paragraph of the rules."""

    heading: str
    text: str
    picture: RulePicture | None
    ids: tuple[str, ...] = ()  # of the rules that it tells


def game_rules(layout: Layout, rulebook: Rulebook, locale: Locale) -> list[Paragraph]:
    """Return each of the language's paragraphs that applies to the game."""
    values = _rule_values(layout, rulebook, locale)
    features = traits(rulebook)
    return [
        Paragraph(rule.heading, render(rule.text, values), rule.picture, tuple(rule.ids))
        for rule in locale.rules
        if features.issuperset(rule.when) and features.isdisjoint(rule.unless)
    ]


def _rule_values(layout: Layout, rulebook: Rulebook, locale: Locale) -> dict[str, str | int]:
    """Return the values of the placeholders in the paragraphs."""
    points = rulebook.scores[0].points
    own = (value for feature in FEATURES for value in feature.rule_values(rulebook).items())
    return {
        **{name: named(value, layout, locale) for name, value in own},
        "players": layout.game.players.span,
        "rows": len(rulebook.coloured_rows),
        "needs": lock_needs(rulebook),
        "closed": rulebook.closed_rows,
        "boxes": rulebook.penalty_boxes,
        "penalties": figure_name("penalties", layout, locale),
        "penalty": penalty_text(rulebook),
        "cost": penalty_text(rulebook).replace(MINUS, ""),
        "most": len(points) - 1,
        "best": points[-1],
        "move": rulebook.move,
        "final": rulebook.final,
        "far": max((space.extra for track in rulebook.tracks.values() for space in track), default=0),
        "each": rulebook.tokens_each,
        "dice": rulebook.die_sides,
        "together": ", ".join(locale.text(companion(slug).title) for slug in rulebook.companions),
        "last": max((row.lock.last for row in rulebook.rows if row.lock), default=0),
    }
