"""What people type to open the page of their sheet, and what they mean by it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.js.modules import Modules

LAYOUTS = [
    {"fingerprint": "FW3UIQ", "names": ["classic", "Classic", "Klassisch"]},
    {"fingerprint": "FW3U0L", "names": ["large", "Large Print", "Großdruck"]},  # other places, the same rules
    {"fingerprint": "THGW34", "names": ["bigpoints", "Big Points"]},
    {"fingerprint": "MN5R7A", "names": ["double-a", "Double A"]},
    {"fingerprint": "K0B2XE", "names": ["double-b", "Double B"]},
    {"fingerprint": "8ZYC1D", "names": ["duel", "Duel", "Duell"]},
    {"fingerprint": "ZZTOP9", "names": ["lucky15", "Lucky 15"]},
    {"fingerprint": "Q1W2E3", "names": ["ete", "Jeu d’été"]},
]


def look_up(modules: Modules, text: str) -> tuple[list[str], bool, bool]:
    """What is found, as `slug#fragment`, whether it is certain, and whether the text is only the number of a sheet."""
    answer = modules.call("js/links/layout_lookup", "lookUp", text, LAYOUTS)
    certain = answer["found"]
    return (
        [_address(place) for place in ([certain] if certain else answer["similar"])],
        bool(certain),
        answer["isNumber"],
    )


def _address(place: dict[str, Any]) -> str:
    fragment = place.get("fragment")
    return f"{place['layout']['names'][0]}#{fragment}" if fragment else place["layout"]["names"][0]


FOUND = {
    # the end of the small print
    "THGW34.17": "bigpoints#THGW34.17",
    "#thgw34.17": "bigpoints#THGW34.17",
    " # thgw 34 . 17 ": "bigpoints#THGW34.17",
    "THGW34 17": "bigpoints#THGW34.17",
    "THGW34,17": "bigpoints#THGW34.17",
    "THGW34.17.": "bigpoints#THGW34.17",
    "THGW34": "bigpoints",
    "thgw34.": "bigpoints",
    # all of it, a code or a link with what may follow the number
    "sheetgen.local:8717/bigpoints/#THGW34.17": "bigpoints#THGW34.17",
    "http://sheetgen.local:8717/bigpoints/#THGW34.17": "bigpoints#THGW34.17",
    "Sheetgen.local : 8717 / bigpoints / #thgw34.17": "bigpoints#THGW34.17",
    "sheetgen.local:8717/#THGW34.17": "bigpoints#THGW34.17",
    "https://x.example/a/b/bigpoints/?from=mail#THGW34.17": "bigpoints#THGW34.17",
    "sheetgen.local:8717/bigpoints": "bigpoints",
    "THGW34.17.5g4gzz": "bigpoints#THGW34.17.5G4GZZ",
    "#THGW34.17~Anna%20Bo": "bigpoints#THGW34.17~Anna%20Bo",
    "x/bigpoints/#THGW34.17.5G4GZZ~%C3%89mile": "bigpoints#THGW34.17.5G4GZZ~%C3%89mile",
    # what looks alike in small print
    "FW3U1Q.3": "classic#FW3UIQ.3",
    "kob2xe.3": "double-b#K0B2XE.3",
    # printed when the cells had other places: the layout with the same rules
    "THGW99.17": "bigpoints#THGW99.17",
    "thgwzz": "bigpoints",
    "FW3UZZ.1": "classic#FW3UZZ.1",
    "FW3U0L.1": "large#FW3U0L.1",
    "x/large/#FW3UZZ.1": "large#FW3UZZ.1",
    # the code decides, and not the name in the address
    "x/classic/#THGW34.17": "bigpoints#THGW34.17",
    # printed with other rules: the layout of this name, which says so
    "sheetgen.local:8717/bigpoints/#abcdef.17": "bigpoints#ABCDEF.17",
    # links that players share
    "http://x.example/classic/#FW3Uabc_DEF-12": "classic#FW3Uabc_DEF-12",
    "http://x.example/classic/#v2.anything": "classic#v2.anything",
    # names
    "big points": "bigpoints",
    "BIG  POINTS": "bigpoints",
    "Big-Points!": "bigpoints",
    "klassisch": "classic",
    "großdruck": "large",
    "jeu d'ete": "ete",
    "lucky 15": "lucky15",
    "/deep/er/duel/": "duel",
}


def test_what_is_printed_on_a_sheet_and_names_are_found(modules: Modules) -> None:
    wanted = {text: ([place], True, False) for text, place in FOUND.items()}
    assert {text: look_up(modules, text) for text in wanted} == wanted


SIMILAR = {
    "bigpoint": ["bigpoints"],
    "/bigpionts/": ["bigpoints"],
    "clasic": ["classic"],
    "/games/Klasisch/#ABCDEF.3": ["classic#ABCDEF.3"],
    "double": ["double-a", "double-b"],
    "dubble a": ["double-a"],
    "deul": ["duel"],
    "lucky16": ["lucky15"],
    "large pr": ["large"],
    "THXW34.17": ["bigpoints#THGW34.17"],
    "#HGW34.17": [],
    "x/nowhere/#THXW34.17": ["bigpoints#THGW34.17"],
}


def test_what_is_nearly_right_is_offered(modules: Modules) -> None:
    wanted = {text: (places, False, False) for text, places in SIMILAR.items()}
    assert {text: look_up(modules, text) for text in wanted} == wanted


@pytest.mark.parametrize("text", ["17", "#17", ".17", " 17. ", "No. 17", "Nr. 17", "№17", "123456", "9" * 9])
def test_the_number_of_a_sheet_alone_is_told_apart(text: str, modules: Modules) -> None:
    assert look_up(modules, text) == ([], False, True)


UNKNOWN = ["ABCDEF.3", "#abcdef", "nothing", "x", "?", "#", "", "/", "%", "%E0%A4%A", "x" * 5000, "/" * 5000, "9" * 40]


def test_whatever_else_is_typed_names_nothing(modules: Modules) -> None:
    assert {text: look_up(modules, text) for text in UNKNOWN} == {text: ([], False, False) for text in UNKNOWN}
