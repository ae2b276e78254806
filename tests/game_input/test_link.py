"""Names in the links of printed sheets: what printing writes, and what readers make of anything else."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings, strategies as st

from sheetgen.errors import InputError
from sheetgen.game_input.json_input import MAX_NAME, is_name
from sheetgen.game_input.link import PRINTED, decode_name, decode_record, encode_name
from tests.game_helpers import rulebook
from tests.profiles import examples

ODD_NAMES = {
    "Zoë Müller-Lüdenscheidt": "Zo%C3%AB%20M%C3%BCller-L%C3%BCdenscheidt",
    "A~B": "A%7EB",
    "50 % off": "50%20%25%20off",
    "%41": "%2541",
    "J. R. jr.": "J.%20R.%20jr%2E",
    "...": "..%2E",
    "#1 & Co/Ltd?": "%231%20%26%20Co%2FLtd%3F",
    '"O\'Neil" (Bob)': "%22O%27Neil%22%20%28Bob%29",
    "snake_case-1.2": "snake_case-1.2",
    "משה": "%D7%9E%D7%A9%D7%94",
    "李雷": "%E6%9D%8E%E9%9B%B7",
    "👩‍🚀": "%F0%9F%91%A9%E2%80%8D%F0%9F%9A%80",
}
HOSTILE_NAMES = {
    "nothing": "",
    "a cut escape": "Anna%2",
    "a lone percent sign": "100%",
    "an escape of other digits": "%zz",
    "half a letter": "Zo%C3",
    "another encoding": "Zo%EB",
    "a surrogate": "%ED%A0%80",
    "a raw surrogate": "Anna\udc80",
    "a line break": "Anna%0ABen",
    "a line break at the end": "Anna%0A",
    "a raw line break": "Anna\nBen",
    "a control sequence": "%1B[2J",
    "a null": "%00",
    "a reversed direction": "%E2%80%AEannA",
    "spaces only": "%20%20",
    "too many characters": "x" * (MAX_NAME + 1),
    "very many characters": "%C3%AB" * 100_000,
}


@pytest.mark.parametrize("name", ODD_NAMES)
def test_odd_names_are_percent_encoded_and_read_back(name: str) -> None:
    assert encode_name(name) == ODD_NAMES[name]
    assert decode_name(encode_name(name)) == name


@settings(max_examples=examples(200))
@given(st.text(max_size=50))
@example("~")
@example("a\u0301" * 41)
def test_every_name_is_written_with_few_characters_and_read_back_as_a_name(text: str) -> None:
    code = encode_name(text)
    assert set(code) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789%-._")
    assert not code.endswith(".")
    name = decode_name(code)
    assert is_name(name) if code else not name
    assert encode_name(name) == code


@pytest.mark.parametrize(
    ("printed", "name"),
    [
        (" Anna ", "Anna"),
        ("Zoe\u0308", "Zoë"),
        ("Anna\u00a0B", "Anna B"),
        ("An\u00adna", "Anna"),
        ("\ud800", ""),
        ("x" * 50, "x" * 40),
        ("x" * 39 + " y", "x" * 39),
    ],
)
def test_a_link_has_the_name_as_records_allow_it(printed: str, name: str) -> None:
    assert decode_name(encode_name(printed)) == name


@pytest.mark.parametrize("damage", HOSTILE_NAMES)
def test_a_damaged_name_is_ignored(damage: str) -> None:
    assert decode_name(HOSTILE_NAMES[damage]) == ""
    found = PRINTED.fullmatch(f"FW3U6I.7~{HOSTILE_NAMES[damage]}")
    assert found and (found["serial"], found["code"]) == ("7", None)


def test_names_that_were_encoded_less_strictly_are_read() -> None:
    assert decode_name("Zoë (A~B).") == "Zoë (A~B)."
    assert decode_name("%41nna%20") == "Anna"
    assert decode_name("Zoe%CC%88") == "Zoë"
    assert decode_name(None) == ""


@pytest.mark.parametrize("name", ["Anna", "a~b", "%", "\n", ""])
def test_a_name_comes_after_the_code_of_a_shuffled_sheet(name: str) -> None:
    found = PRINTED.fullmatch(f"FW3U6I.7.5G4G~{name}")
    assert found and (found["serial"], found["code"], found["name"]) == ("7", "5G4G", name)


@pytest.mark.parametrize("damage", HOSTILE_NAMES)
def test_the_link_of_a_sheet_with_a_name_holds_no_crosses_either(damage: str) -> None:
    for name in ("Anna", HOSTILE_NAMES[damage]):
        with pytest.raises(InputError, match="holds no crosses"):
            decode_record(rulebook("classic"), f"FW3U6I.7~{name}")
