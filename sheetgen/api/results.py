"""The result of an audit or a replay, with names for everything and findings in words."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sheetgen.layouts.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.locales.names import figure_name, message
from sheetgen.locales.placeholders import render
from sheetgen.rules.audit.audit import Audit, Score
from sheetgen.rules.audit.findings import Finding


class Result:
    """Points and findings of a game.

    Example:
        >>> import sheetgen as sg
        >>> result = sg.load("classic").audit("Laura: red 2 3 4 5; penalties 2", "Ben: blue 12 11 10")
        >>> result["Laura"].total, result["Laura"].rows["red"].points
        (0, 10)
        >>> result.winners, result.ok
        (['Ben'], False)
        >>> result.findings[0].code
        'game-not-over'
    """

    def __init__(self, layout: Layout, audit: Audit, locale: Locale, is_complete: bool = True) -> None:
        self.layout = layout
        self.locale = locale
        self.is_complete = is_complete  # whether these are all players of the game
        self.scores: tuple[Score, ...] = audit.scores
        self.findings: tuple[Finding, ...] = tuple(
            replace(finding, message=message(finding, layout, locale)) for finding in audit.findings
        )
        self.ok = audit.ok  # whether no finding is an error
        self.is_over = audit.is_over  # whether the game was played to its end, as far as can be told
        self.winners = list(audit.winners)

    def __getitem__(self, name: str) -> Score:
        """Return the points of a player."""
        for score in self.scores:
            if score.name == name:
                return score
        raise KeyError(name)

    def __iter__(self) -> Iterator[Score]:
        """Yield the points of every player in the order of the record."""
        return iter(self.scores)

    def __repr__(self) -> str:
        totals = ", ".join(f"{score.name} {score.total}" for score in self.scores)
        return f"<Result of {self.layout.slug}: {totals}; {len(self.findings)} findings>"

    @property
    def figure_names(self) -> dict[str, str]:
        """The names of all sums in the language of the result, in the order of the sheet."""
        figures = [*self.scores[0].rows, "penalties", *(["extra"] if self.layout.game.track else []), "total"]
        return {figure: figure_name(figure, self.layout, self.locale) for figure in figures}

    @property
    def winners_text(self) -> str:
        """Who won, in words."""
        words = self.locale.scoring.winner if len(self.winners) == 1 else self.locale.scoring.winners
        return render(words, {"names": ", ".join(self.winners)})

    def turn_text(self, finding: Finding) -> str:
        """Return the turn of a finding in words, with a comma after it; empty if it has none."""
        return f"{render(self.locale.scoring.turn, {'turn': finding.turn})}, " if finding.turn else ""

    def to_data(self) -> dict[str, Any]:
        """Return the result as JSON-able data, as `sheetgen score --json` prints it."""
        return {
            "variant": self.layout.slug,
            "ok": self.ok,
            "winners": self.winners,
            "players": [score.to_data() for score in self.scores],
            "findings": [finding.to_data() for finding in self.findings],
        }
