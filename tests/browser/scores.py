"""Results as the page shows them, compared with those of `sheetgen score --json`."""

from __future__ import annotations

from typing import Any

from sheetgen.layouts.catalog import load_locale, load_variant
from sheetgen.locales.names import figure_name, signed
from tests.browser.phone import Phone


def check_result(phone: Phone, answer: dict[str, Any]) -> None:
    """Finish a whole game and compare its result."""
    phone.finish()
    assert phone.table() == table_of(answer)
    assert phone.findings() == [_told(finding) for finding in answer["findings"]]
    if not any(finding["code"] == "game-not-over" for finding in answer["findings"]):
        assert ", ".join(answer["winners"]) in phone.page.locator(".winner").inner_text()


def table_of(answer: dict[str, Any]) -> dict[str, list[str]]:
    """Return the table of points as the result screen shows it, the best player first."""
    layout, locale = load_variant(answer["variant"]), load_locale("en")
    players = sorted(answer["players"], key=lambda player: player["rank"])
    figures = ("penalties", *(["extra"] if layout.game.track or layout.game.rewards else []), "total")
    return {
        "Rank": [str(player["rank"]) for player in players],
        "Name": [player["name"] for player in players],
        **{
            figure_name(row, layout, locale): [signed(player["rows"][row]["points"]) for player in players]
            for row in players[0]["rows"]
        },
        **{figure_name(figure, layout, locale): [signed(player[figure]) for player in players] for figure in figures},
    }


def _told(finding: dict[str, Any]) -> tuple[str, str]:
    """Return a finding as the result screen words it."""
    who = f"{finding['player']}: " if finding["player"] else ""
    return finding["code"], f"{finding['severity']}: {who}{finding['message']} {finding['rule']}"
