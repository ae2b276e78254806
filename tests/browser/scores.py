"""Results as the page shows them, compared with those of `sheetgen score --json`."""

from __future__ import annotations

from typing import Any

from sheetgen.layouts.catalog import load_locale, load_variant
from sheetgen.locales.names import figure_name, signed
from tests.browser.phone import Phone


def check_result(phone: Phone, answer: dict[str, Any]) -> None:
    """Open the result screen of a whole game and compare all of it."""
    phone.go("result")
    phone.tap(".switch")
    assert phone.table() == table_of(answer)
    assert phone.findings() == [_told(finding) for finding in answer["findings"]]
    assert phone.page.locator(".winner").inner_text().endswith(", ".join(answer["winners"]))


def table_of(answer: dict[str, Any]) -> dict[str, list[str]]:
    """Return the table of points as the result screen shows it."""
    layout, locale = load_variant(answer["variant"]), load_locale("en")
    players = answer["players"]
    lines = {
        figure_name(row, layout, locale): [
            f"({player['rows'][row]['crosses']}) {player['rows'][row]['points']}" for player in players
        ]
        for row in players[0]["rows"]
    }
    for figure in ("penalties", *(["extra"] if layout.game.track else []), "total"):
        lines[figure_name(figure, layout, locale)] = [signed(player[figure]) for player in players]
    return {**lines, "Rank": [str(player["rank"]) for player in players]}


def _told(finding: dict[str, Any]) -> tuple[str, str]:
    """Return a finding as the result screen words it."""
    who = f"{finding['player']}: " if finding["player"] else ""
    return finding["code"], f"{finding['severity']}: {who}{finding['message']} {finding['rule']}"
