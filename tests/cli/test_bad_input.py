"""Bad input: a clear message, status 2, and no file left behind."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from tests.helpers import run
from tests.profiles import examples
from tests.systems import posix_only

CLASSIC = ("pdf", "--variant", "classic")

BAD = {
    "no game": (("pdf",), "Give your own layout file, or one of bigpoints, bonus-a"),
    "unknown variant": (("pdf", "--variant", "bigpoint"), "Did you mean 'bigpoints'?"),
    "variant like a path": (("pdf", "--variant", "../classic"), "is a file, not a built-in layout"),
    "both options": ((*CLASSIC, "--layout", "x.toml"), "--variant and --layout both name a game"),
    "argument and option": ((*CLASSIC, "bigpoints"), "the argument and --variant both name a game"),
    "several unknown": (("pdf", "clasic", "bigpoints", "mine.toml"), "there is no file mine.toml"),
    "one twice": (("pdf", "classic", "duel", "classic"), "classic is given 2 times"),
    "option twice": ((*CLASSIC, "--paper", "a4", "--paper", "a5"), "--paper is given twice"),
    "option twice, by another name": ((*CLASSIC, "-o", "x.pdf", "--output", "y.pdf"), "--output is given twice"),
    "contradicting switches": ((*CLASSIC, "--cut-marks", "--no-cut-marks"), "--cut-marks is given twice"),
    "flag with value": ((*CLASSIC, "--force=x"), "--force takes no value"),
    "option without value": ((*CLASSIC, "--count"), "--count needs a value"),
    "foreign file": ((*CLASSIC, "-o", "thesis.pdf"), "thesis.pdf exists, and sheetgen did not make it"),
    "names missing": ((*CLASSIC, "--players", "nope.txt"), "there is no file nope.txt"),
    "names of a folder": ((*CLASSIC, "--players", "folder.pdf"), "folder.pdf is a folder"),
    "names empty": ((*CLASSIC, "--players", "file"), "file contains no names"),
    "names binary": ((*CLASSIC, "--players", "binary.toml"), "is not a text in UTF-8"),
    "names huge": ((*CLASSIC, "--players", "huge.toml"), "too large (50,000,000 bytes)"),
    "table without names": (
        (*CLASSIC, "--players", "scores.csv"),
        "Player, Points: rename a column to name.",
    ),
    "table with an open quotation mark": ((*CLASSIC, "--players", "open.csv"), "marks in open.csv do not match"),
    "names in UTF-16": ((*CLASSIC, "--players", "utf16.csv"), "is not a text in UTF-8"),
    "name of a file": ((*CLASSIC, "--player", "@names.txt"), "give --players names.txt"),
    "unknown theme": ((*CLASSIC, "--theme", "colour"), "Did you mean 'color'?"),
    "unknown language": ((*CLASSIC, "--lang", "xx"), "there is no language 'xx'"),
    "unknown paper": ((*CLASSIC, "--paper", "lettr"), "Did you mean 'letter'?"),
    "unknown orientation": ((*CLASSIC, "--orientation", "lanscape"), "Did you mean 'landscape'?"),
    "unknown back": ((*CLASSIC, "--back", "rule"), "Did you mean 'rules'?"),
    "unknown part": ((*CLASSIC, "--parts", "sheet"), "Did you mean 'sheets'?"),
    "part that the game lacks": ((*CLASSIC, "--parts", "board"), "Classic has no board"),
    "count 0": ((*CLASSIC, "--count", "0"), "between 1 and 100,000"),
    "count below 0": ((*CLASSIC, "--count", "-4"), "between 1 and 100,000"),
    "count of a thousand million": ((*CLASSIC, "--count", "1000000000"), "cannot print 1,000,000,000"),
    "count of boards": (("pdf", "--variant", "duel", "--count", "101"), "between 1 and 100"),
    "count that is no number": ((*CLASSIC, "--count", "many"), "many'\n    Give a whole number."),
    "serial 0": ((*CLASSIC, "--serial-start", "0"), "run from 1"),
    "serial too high": ((*CLASSIC, "--serial-start", "9999999"), "serial numbers end at"),
    "per page 0": ((*CLASSIC, "--per-page", "0"), "auto or a number"),
    "per page of boards": (("pdf", "--variant", "duel", "--per-page", "2"), "no sheets to put on a page"),
    "count of rules": (("pdf", "-v", "duel", "--parts", "rules", "--count", "3"), "nothing to count"),
    "count of pieces": (("pdf", "-v", "duel", "--parts", "pieces", "--count", "101"), "between 1 and 100"),
    "fewer sheets than players": (
        (*CLASSIC, "--count", "1", "--player", "A", "--player", "B"),
        "too few for 2 players",
    ),
    "rules without a back": (
        ("pdf", "--variant", "onboard", "--parts", "board", "--back", "rules"),
        "no back for the rules",
    ),
    "file of another kind": ((*CLASSIC, "-o", "x.png"), "Name it x.pdf."),
    "layout as output": ((*CLASSIC, "-o", "self.toml"), "does not end in .pdf"),
    "dash as output": ((*CLASSIC, "-o", "-"), "does not end in .pdf"),
    "a pipe as output": ((*CLASSIC, "-o", "pipe.pdf"), "not a regular file"),
    "paper empty": ((*CLASSIC, "--paper", ""), "there is no paper"),
    "theme empty": ((*CLASSIC, "--theme", ""), "there is no theme"),
    "per page nonsense": ((*CLASSIC, "--per-page", "two"), "auto or a number"),
    "per page too many": ((*CLASSIC, "--per-page", "65"), "from 1 to 64"),
    "too small for so many": ((*CLASSIC, "--per-page", "12"), "too small: 12 on a page"),
    "paper too small": ((*CLASSIC, "--paper", "80x80mm"), "too small"),
    "folder missing": ((*CLASSIC, "-o", "no/such/x.pdf"), "cannot write no/such/x.pdf"),
    "file in the way of the folder": ((*CLASSIC, "-o", "file/x.pdf"), "cannot write file/x.pdf"),
    "folder as file": ((*CLASSIC, "-o", "folder.pdf"), "is a folder"),
    "name too long for the disk": ((*CLASSIC, "-o", "x" * 300 + ".pdf"), "cannot write"),
    "layout missing": (("pdf", "--layout", "nope.toml"), "there is no file nope.toml"),
    "layout broken": (("pdf", "--layout", "broken.toml"), "broken.toml:1:5: not valid TOML"),
    "layout empty": (("pdf", "--layout", "empty.toml"), "slug, title, about and game are missing"),
    "layout binary": (("pdf", "--layout", "binary.toml"), "not a text in UTF-8"),
    "layout huge": (("pdf", "--layout", "huge.toml"), "too large (50,000,000 bytes)"),
    "layout extending itself": (("pdf", "--layout", "self.toml"), "this extends itself"),
    "rows too wide": (
        ("pdf", "--layout", "wide.toml"),
        "wide.toml:4:1: the parts of the sheet are 47.6 mm too wide",
    ),
    "colour no theme has": (
        ("pdf", "--layout", "plum.toml"),
        "plum.toml:4:9: the theme has no colour 'plum'",
    ),
    "name of 500 characters": ((*CLASSIC, "--player", "x" * 500), "has 500 characters"),
    "name too wide": ((*CLASSIC, "--player", "W" * 40), "too long"),
    "name right to left": ((*CLASSIC, "--player", "שרה"), "no glyph for"),
    "name with emoji": ((*CLASSIC, "--player", "Zoë 😀"), "U+1F600"),
    "name with a line break": ((*CLASSIC, "--player", "a\nb"), "U+000A"),
    "name turned round": ((*CLASSIC, "--player", "a\u202eb"), "U+202E"),
    "name empty": ((*CLASSIC, "--player", " "), "name is empty"),
    "names without sheets": (("pdf", "--variant", "duel", "--player", "Anna"), "no sheets to print names on"),
    "url without scheme": ((*CLASSIC, "--scorer-url", "example.org"), "not the address of a scorer"),
    "url of another kind": ((*CLASSIC, "--scorer-url", "ftp://example.org"), "not the address of a scorer"),
    "url of script": ((*CLASSIC, "--scorer-url", "javascript:alert(1)"), "not the address of a scorer"),
    "url with a space": ((*CLASSIC, "--scorer-url", "https://exa mple.org"), "not the address of a scorer"),
    "url with a strange port": ((*CLASSIC, "--scorer-url", "https://example.org:99999"), "not the address"),
    "url with a fragment": ((*CLASSIC, "--scorer-url", "https://example.org/#x"), "more than a host and a path"),
    "url with a password": ((*CLASSIC, "--scorer-url", "https://a:b@example.org"), "more than a host and a path"),
    "url too long": ((*CLASSIC, "--scorer-url", "https://example.org/" + "x" * 200), "too long"),
    "url empty": ((*CLASSIC, "--scorer-url", ""), "not the address of a scorer"),
    "back without sheets": (("pdf", "--variant", "duel", "--back", "sheet"), "no sheets to print on the back"),
    "unknown option": ((*CLASSIC, "--colour"), "Did you mean '--count'?"),
    "unknown command": (("pfd",), "Did you mean 'pdf'?"),
    "variant as command": (("classic",), "sheetgen pdf classic"),
    "unknown option of the program": (("--verison",), "Did you mean '--version'?"),
    "too many arguments": (("list", "papers"), "there is one argument too many: 'papers'"),
    "dpi too high": (
        ("png", "--variant", "classic", "--dpi", "9999"),
        "9999'\n    Give a whole number from 36 to 600.",
    ),
    "show nothing known": (("show", "clasic"), "Did you mean 'classic'?"),
    "show no such file": (("show", "x/y.toml"), "there is no file"),
}


@pytest.fixture
def stage(own_folder: Path) -> Path:
    """A folder with files of all wrong kinds."""
    (own_folder / "file").write_text("")
    (own_folder / "thesis.pdf").write_bytes(b"%PDF-1.7 years of work on sheetgen")
    (own_folder / "scores.csv").write_text("Player;Points\nAnna;70\n")
    (own_folder / "open.csv").write_text('name\n"Anna\nBen\n')
    (own_folder / "utf16.csv").write_bytes("name\nAnna\n".encode("utf-16"))
    (own_folder / "folder.pdf").mkdir()
    os.mkfifo(own_folder / "pipe.pdf")
    (own_folder / "broken.toml").write_text("a = = 1")
    (own_folder / "empty.toml").write_text("")
    (own_folder / "binary.toml").write_bytes(b"\xff\x00\xfe" * 50)
    with (own_folder / "huge.toml").open("wb") as handle:
        handle.truncate(50_000_000)
    (own_folder / "self.toml").write_text('extends = "self.toml"')
    (own_folder / "wide.toml").write_text('extends = "classic"\nslug = "w"\n[sheet.cell]\nwidth = "14.6mm"\n')
    (own_folder / "plum.toml").write_text(
        'extends = "classic"\nslug = "p"\n[game.rows]\nred = { cells = "plum 2..12" }\n[game.end]\nclosed_rows = 2\n'
    )
    return own_folder


@posix_only
@pytest.mark.parametrize("name", list(BAD))
def test_bad_input(name: str, stage: Path, capsys: Any) -> None:
    arguments, message = BAD[name]
    before = sorted(stage.rglob("*"))
    outcome = run(capsys, *arguments)
    assert outcome.status == 2, outcome
    assert message in outcome.errors
    assert "Traceback" not in outcome.errors
    assert outcome.output == ""
    assert sorted(stage.rglob("*")) == before, "something was left behind"


# Command lines with several mistakes, and how each of their errors begins.
SEVERAL = {
    "names of all kinds": (
        ("pdf", "--variant", "x", "--theme", "y", "--lang", "z", "--paper", "q", "--per-page", "p"),
        ("there is no variant 'x'", "there is no paper 'q'", "--per-page cannot be 'p'", "there is no theme 'y'",
         "there is no language 'z'"),
    ),
    "numbers and names": (
        (*CLASSIC, "--paper", "q", "--count", "0", "--player", "", "--back", "x"),
        ("there is no paper 'q'", "--back cannot be 'x'", "cannot print 0", "a player's name is empty"),
    ),
    "several games": (
        ("pdf", "clasic", "bigpoint", "--players", "no.txt", "--serial-start", "0", "--player", "@x"),
        ("there is no file no.txt", "there is no variant 'clasic'", "there is no variant 'bigpoint'",
         "serial numbers run from 1", "'@x' is not the name of a player"),
    ),
    "of several games, those that are at fault": (
        ("pdf", "classic", "duel", "longo", "--player", "Anna", "--parts", "board", "--back", "x"),
        ("Classic has no board", "Duel: there are no sheets to print names on", "Longo has no board",
         "--back cannot be 'x'"),
    ),
    "of several games, one that cannot be shuffled": (
        ("pdf", "connected-chain", "classic", "--shuffle", "1"), ("Classic: this game cannot be shuffled",)
    ),
    "a problem of all games": (
        ("pdf", "classic", "longo", "--player", "@x"), ("'@x' is not the name of a player",)
    ),
    "the name of the file too": (
        ("svg", "clasic", "--theme", "y", "-o", "out.pdf"),
        ("the file out.pdf does not end in .svg", "there is no variant 'clasic'", "there is no theme 'y'"),
    ),
    "a foreign file too": (
        (*CLASSIC, "-o", "thesis.pdf", "--theme", "y"),
        ("thesis.pdf exists, and sheetgen did not make it", "there is no theme 'y'"),
    ),
    "numbers that are none": (
        ("png", "--count", "x", "--dpi", "y", "--paper", "a4", "--paper", "a5"),
        ("--count cannot be 'x'", "--paper is given twice", "--dpi cannot be 'y'"),
    ),
    "unknown options and wrong values": (
        ("pdf", "--colour", "--papper=a4", "--count", "many", "--variant", "classic"),
        ("there is no option '--colour'", "there is no option '--papper'", "--count cannot be 'many'"),
    ),
    "an unknown option with a value, which is no argument": (
        ("new", "x.toml", "--form", "classic"), ("there is no option '--form'",)
    ),
    "missing arguments": (("new",), ("FILE.toml is missing", "--from is missing")),
    "a new file": (
        ("new", "x.txt", "--from", "clasic"), ("the file x.txt does not end in .toml", "there is nothing built in")
    ),
    "a page": (("page", "clasic", "-o", "x.txt"), ("there is no variant 'clasic'", "the file x.txt does not end")),
    "photos and a layout": (
        ("scan", "no.jpg", "none.jpg", "--layout", "broken.toml", "-o", "x.txt"),
        ("broken.toml:1:5: not valid TOML", "the file x.txt", "there is no file no.jpg", "there is no file none.jpg"),
    ),
    "a simulation of no game": (
        ("simulate", "clasic", "--strategy", "x", "--plot", "y.txt", "--records", "z", "--logs", "z/a"),
        ("there is no variant 'clasic'", "--strategy cannot be 'x'", "the file y.txt is named neither", "--logs and"),
    ),
    "a simulation": (
        ("simulate", "classic", "--players", "9", "--strategy", "x", "--plot", "y.txt"),
        ("--players cannot be 9", "--strategy cannot be 'x'", "the file y.txt is named neither"),
    ),
    "a game and a language": (
        ("score", "--variant", "clasic", "--player", "A: red 2", "--lang", "zz"),
        ("there is no language 'zz'", "there is no variant 'clasic'"),
    ),
    "a record and a language": (
        ("score", "no.json", "--lang", "zz"), ("there is no language 'zz'", "there is no file no.json")
    ),
    "a log and a language": (
        ("replay", "no.json", "--lang", "zz"), ("there is no language 'zz'", "there is no file no.json")
    ),
    "several sheets": (
        ("score", "-v", "classic", "--player", "A: red 99", "--player", "B: plum 3"),
        ("A: 'red' has no 99", "B: there is no row 'plum'"),
    ),
    "a server": (
        ("serve", "--host", "nowhere.invalid", "--layout", "no.toml", "--layout", "broken.toml"),
        ("there is no IPv4 address 'nowhere.invalid'", "there is no file no.toml", "broken.toml:1:5: not valid TOML"),
    ),
    "a site": (
        ("site", "out", "--base-url", "nowhere", "--layout", "broken.toml"),
        ("'nowhere' is not the address", "broken.toml:1:5: not valid TOML"),
    ),
    "a preview": (("preview", "no.toml", "--set", "x"), ("--set:1:1: 'x' is not a change", "there is no file no.toml")),
}  # fmt: skip


@pytest.mark.parametrize("name", list(SEVERAL))
def test_all_that_is_wrong_is_told_at_once(name: str, stage: Path, capsys: Any) -> None:
    arguments, messages = SEVERAL[name]
    before = sorted(stage.rglob("*"))
    outcome = run(capsys, *arguments)
    assert outcome.status == 2
    told = outcome.errors.removeprefix("error: ").split("\nerror: ")
    assert len(told) == len(messages), outcome.errors
    for message in messages:
        assert [each.startswith(message) for each in told].count(True) == 1, message
    assert sorted(stage.rglob("*")) == before, "something was left behind"


def test_an_old_file_survives_a_failure(own_folder: Path, capsys: Any) -> None:
    (own_folder / "classic.pdf").write_text("old")
    assert run(capsys, *CLASSIC, "--player", "😀").status == 2
    assert (own_folder / "classic.pdf").read_text() == "old"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('papper = "a4"', "sheetgen.toml:1:1: unknown key 'papper'"),
        ('\npaper = "a9"', "sheetgen.toml:2:1: there is no paper 'a9'"),
        ('theme = "colr"', "sheetgen.toml:1:1: there is no theme 'colr'"),
        ("lang = 3", "sheetgen.toml:1:1: lang: 3 should be a text"),
        ('scorer_url = "nowhere"', "sheetgen.toml:1:1: 'nowhere' is not the address"),
        ("paper = ", "sheetgen.toml:1:9: not valid TOML"),
    ],
)
def test_bad_settings_are_told_with_their_line(text: str, message: str, own_folder: Path, capsys: Any) -> None:
    (own_folder / "sheetgen.toml").write_text(text)
    outcome = run(capsys, *CLASSIC)
    assert outcome.status == 2
    assert message in outcome.errors


@settings(max_examples=examples(60))
@given(
    arguments=st.lists(
        st.one_of(
            st.sampled_from(["--variant", "classic", "--count", "1", "--paper", "--player", "--per-page", "pdf", "-o"]),
            st.text(max_size=12).filter(lambda text: "\0" not in text),
        ),
        max_size=6,
    )
)
def test_nonsense_never_crashes(arguments: list[str], capsys: Any) -> None:
    outcome = run(capsys, "show", *arguments)
    assert outcome.status in (0, 2)
    outcome = run(capsys, "pdf", "--variant", "no-such-game", *arguments)
    assert outcome.status in (0, 2)
