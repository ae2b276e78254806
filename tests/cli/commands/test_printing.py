"""What the printing commands make and say."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import numpy
import pikepdf
import pytest
from PIL import Image

from sheetgen.cli import console
from sheetgen.rules.shuffle.arrangement import Pad
from tests.helpers import EXAMPLE_LAYOUTS, VARIANTS, decoded, edition, rasters, run
from tests.profiles import amount
from tests.systems import linux_only
from tests.timeouts import wait_until

SHUFFLED = [variant for variant in VARIANTS if edition(variant).rulebook.shuffle]
COUNTS = {"gemixxt-a": amount(default=6, thorough=40)}
"""How many shuffled sheets are printed; of the others a few."""


@pytest.mark.parametrize("variant", VARIANTS)
def test_pdf_says_what_it_made(variant: str, own_folder: Path, capsys: Any) -> None:
    outcome = run(capsys, "pdf", "--variant", variant)
    assert outcome.status == 0, outcome.errors
    file = own_folder / f"{variant}.pdf"
    assert outcome.output.startswith(f"Made {variant}.pdf\n")
    pages = len(pikepdf.open(file).pages)
    assert f"pages   {pages} on a4" in outcome.output
    assert f"http://sheetgen.local:8717/{variant}/#" in outcome.output
    assert "Android" in outcome.output
    assert list(own_folder.iterdir()) == [file]


@pytest.mark.parametrize("variant", SHUFFLED)
def test_shuffled_sheets_can_be_read_back_from_their_codes(variant: str, own_folder: Path, capsys: Any) -> None:
    """All differ, and their links show the sheets as they were shuffled."""
    count, pad = COUNTS.get(variant, 4), Pad(edition(variant).rulebook, "7")
    outcome = run(capsys, "pdf", "-v", variant, "--shuffle", "7", "--count", str(count), "--serial-start", "95")
    assert outcome.status == 0, outcome.errors
    assert f"shuffle seed 7: {count} of {pad.count:,} possible sheets" in outcome.output
    links = [link for pixels in rasters(own_folder / f"{variant}.pdf") for link in decoded(pixels)]
    assert len(set(links)) == len(links) == count
    found = {int(link.split(".")[-2]): link for link in links}
    assert sorted(found) == list(range(95, 95 + count))
    for serial, link in list(found.items())[:4]:
        shown = json.loads(run(capsys, "show", link, "--json").output)
        wanted = pad.sheet(serial).rulebook.to_data()
        assert {key: shown[key] for key in wanted} == json.loads(json.dumps(wanted))


@pytest.mark.parametrize("variant", ["connected-chain", "connected-steps"])
def test_sheets_with_names_are_printed_one_after_the_other(variant: str, own_folder: Path, capsys: Any) -> None:
    outcome = run(capsys, "pdf", "-v", variant, "--sheets", "a-e")
    assert "sheets  5, numbers 1 to 5" in outcome.output and "named   a, b, c, d, e" in outcome.output
    links = sorted(link for page in rasters(own_folder / f"{variant}.pdf") for link in decoded(page))
    codes = list(edition(variant).rulebook.named_sheets.values())
    assert [link.partition("#")[2].split(".")[1:] for link in links] == [
        [str(n), code] for n, code in enumerate(codes, 1)
    ]


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (["connected-chain", "--sheets", "b-k"], "there is no sheet 'k'", "Give a-e for all of them, or some: a,e."),
        (["classic", "--sheets", "a"], "this game has no sheets with names", ""),
        (["gemixxt-a", "--sheets", "a"], "this game has no sheets with names", "--shuffle makes sheets that differ."),
        (["connected-chain", "--sheets", "a", "--shuffle", "1"], "--shuffle and --sheets cannot be combined", ""),
    ],
)
def test_other_names_are_refused(arguments: list[str], message: str, hint: str, own_folder: Path, capsys: Any) -> None:
    for command in (["pdf"], ["simulate", "--games", "1"]):
        outcome = run(capsys, *command, "-v", *arguments)
        assert outcome.status == 2 and message in outcome.errors and hint in outcome.errors
    assert not list(own_folder.iterdir())


NAMED = [("classic", []), ("bigpoints", ["--back", "sheet"]), ("onboard", []), ("longo", ["--per-page", "2"])]
NAMED += [(variant, ["--shuffle", "7"]) for variant in SHUFFLED]
ODD_NAMES = ["Jürgen Müller", "A~B", "50 % off", '"O\'Neil" jr.', "Łukasz #1/2"]


@pytest.mark.parametrize(("variant", "options"), NAMED, ids=lambda value: "-".join(value) if value else None)
def test_the_names_of_players_are_read_back_from_the_codes(
    variant: str, options: list[str], own_folder: Path, capsys: Any
) -> None:
    players = [word for name in ODD_NAMES for word in ("--player", name)]
    outcome = run(capsys, "pdf", "-v", variant, "--parts", "sheets", "-o", "x.pdf", *options, *players)
    assert outcome.status == 0, outcome.errors
    links = [link for pixels in rasters(own_folder / "x.pdf") for link in decoded(pixels)]
    clicked = [str(link.A.URI) for page in pikepdf.open(own_folder / "x.pdf").pages for link in page.Annots]
    assert sorted(clicked) == sorted(links)
    assert {unquote(link.partition("~")[2]) for link in links} == set(ODD_NAMES)
    for link in links[:3]:
        assert run(capsys, "show", link).status == 0


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_pictures_have_the_names_in_their_codes(ending: str, own_folder: Path, capsys: Any) -> None:
    assert run(capsys, ending, "-v", "classic", "--player", "Zoë", "--player", "Ben", "-o", f"x.{ending}").status == 0
    if ending == "svg":
        root = ElementTree.parse("x.svg").getroot()
        links = [link.get("href", "") for link in root.iter("{http://www.w3.org/2000/svg}a")]
    else:
        with Image.open("x.png") as picture:
            links = decoded(numpy.asarray(picture.convert("L")))
    assert [link.rpartition(".")[2] for link in links] == ["1~Zo%C3%AB", "2~Ben"]


def test_it_is_told_whether_the_codes_carry_names(capsys: Any) -> None:
    mini = str(next(path for path in EXAMPLE_LAYOUTS if path.stem == "travel-mini"))
    outcome = run(capsys, "pdf", "-l", mini, "--player", "St. Ives", "--player", "B.B.", "--count", "10")
    assert ".1~St.%20Ives to .10~B.B%2E\n" in outcome.output and "names" not in outcome.output
    long = ("--player", "Ann", "--player", "Bartholomäus von Übermut", "--count", "10")
    outcome = run(capsys, "pdf", "-l", mini, *long)
    assert ".1 to .10\n" in outcome.output
    assert "with the names, the codes would be too fine for cameras" in outcome.output


def test_quiet_says_nothing(capsys: Any) -> None:
    assert run(capsys, "pdf", "--variant", "classic", "--quiet").output == ""


def test_all_options_at_once(own_folder: Path, capsys: Any) -> None:
    outcome = run(
        capsys, "pdf", "-v", "classic", "-o", "x.pdf", "--count", "3", "--paper", "letter", "--orientation", "portrait",
        "--per-page", "2", "--theme", "grey", "--lang", "de", "--scorer-url", "HTTPS://example.org/q/",
        "--serial-start", "41", "--player", "Zoë", "--player", "Jürgen", "--no-cut-marks", "--back", "rules",
    )  # fmt: skip
    assert outcome.status == 0, outcome.errors
    assert "3, numbers 41 to 43, 2 on a page at 100 %" in outcome.output
    assert "Android" not in outcome.output
    links = [link for pixels in rasters(own_folder / "x.pdf") for link in decoded(pixels)]
    assert [link.rpartition(".")[2] for link in links] == ["41~Zo%C3%AB", "42~J%C3%BCrgen", "43~Zo%C3%AB"]
    assert all(link.startswith("https://example.org/q/classic/#") for link in links)


@pytest.mark.parametrize("parts", [["--parts", "board,pieces"], ["--parts", "board", "--parts", "pieces"]])
def test_parts(parts: list[str], capsys: Any) -> None:
    outcome = run(capsys, "pdf", "-v", "onboard", *parts)
    assert "pages   3 on a4" in outcome.output
    assert "sheets" not in outcome.output


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_pictures_one_for_each_page(ending: str, own_folder: Path, capsys: Any) -> None:
    assert run(capsys, ending, "-v", "classic").status == 0
    assert run(capsys, ending, "-v", "onboard", "-o", f"board.{ending}", "--parts", "board").status == 0
    made = sorted(path.name for path in own_folder.iterdir())
    assert made == [f"board-1.{ending}", f"board-2.{ending}", f"classic.{ending}"]


def test_an_own_layout(own_folder: Path, capsys: Any) -> None:
    (own_folder / "mine.toml").write_text('extends = "classic"\nslug = "our-club"\ntitle = "Our Club"\n')
    outcome = run(capsys, "pdf", "--layout", "mine.toml")
    assert outcome.status == 0, outcome.errors
    assert "/our-club/#" in outcome.output
    assert (own_folder / "our-club.pdf").exists()


def test_settings_of_the_folder_win_over_the_users_and_the_command_line_over_both(
    own_folder: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = own_folder.parent / "config"
    config.mkdir()
    monkeypatch.setattr("sheetgen.cli.console.typer.get_app_dir", lambda name: str(config))
    (config / "sheetgen.toml").write_text('paper = "a3"\nlang = "de"\nscorer_url = "https://a.example"\n')
    assert "on a3" in run(capsys, "pdf", "-v", "classic").output
    (own_folder / "sheetgen.toml").write_text('paper = "letter"\n')
    outcome = run(capsys, "pdf", "-v", "classic")
    assert "on letter" in outcome.output
    assert "https://a.example/classic/" in outcome.output
    assert "on a5" in run(capsys, "pdf", "-v", "classic", "--paper", "a5").output
    assert str(pikepdf.open(own_folder / "classic.pdf").Root.Lang) == "de"


def test_lan_is_this_computers_own_address(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheetgen.scorer.web.local_network.outgoing_address", lambda: "192.168.7.5")
    assert "http://192.168.7.5:8717/classic/#" in run(capsys, "pdf", "-v", "classic", "--scorer-url", "lan").output


def test_a_progress_bar_when_it_takes_long(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Pages" not in run(capsys, "pdf", "-v", "classic").errors
    monkeypatch.setattr(console, "PROGRESS_DELAY", 0.0)
    assert "Pages" not in run(capsys, "pdf", "-v", "classic", "--count", "40").errors  # nobody is watching
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    outcome = run(capsys, "pdf", "-v", "classic", "--count", "40")
    assert outcome.status == 0
    assert "numbers 1 to 40" in outcome.output
    assert "Pages" in outcome.errors


def test_an_ended_run_leaves_nothing_behind(own_folder: Path) -> None:
    command = [sys.executable, "-m", "sheetgen", "pdf", "-v", "classic", "--count", "5000"]
    with subprocess.Popen(command, cwd=own_folder, stderr=subprocess.DEVNULL) as running:
        wait_until(lambda: list(own_folder.iterdir()))
        running.terminate()
    assert running.returncode == 143
    assert not list(own_folder.iterdir())


@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_terminals_of_other_encodings(encoding: str, own_folder: Path) -> None:
    png = ["png", "-v", "duel", "--dpi", "40", "--scorer-url", "https://a.example"]
    for arguments in (png, ["--help"], ["list"]):
        done = subprocess.run(
            [sys.executable, "-m", "sheetgen", *arguments],
            cwd=own_folder,
            env={**os.environ, "PYTHONIOENCODING": encoding},
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")


@linux_only
def test_output_that_cannot_be_written_is_an_error_without_traceback(own_folder: Path) -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "sheetgen", "list"]
        done = subprocess.run(command, cwd=own_folder, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode != 0
    assert "Traceback" not in done.stderr


def test_decomposed_accents_are_composed(own_folder: Path, capsys: Any) -> None:
    assert run(capsys, "pdf", "-v", "classic", "--player", "Zoe\u0308 " + "e\u0301" * 15).status == 0


def test_python_m_sheetgen_is_the_same(own_folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sheetgen", "--version"], capture_output=True, text=True, cwd=own_folder, check=True
    )
    assert done.stdout.startswith("sheetgen ")


@pytest.mark.parametrize("example", EXAMPLE_LAYOUTS, ids=lambda path: path.stem)
def test_examples_print(example: Path, own_folder: Path, capsys: Any) -> None:
    outcome = run(capsys, "pdf", "--layout", str(example), "-o", "x.pdf")
    assert outcome.status == 0, outcome.errors
    codes = [link for pixels in rasters(own_folder / "x.pdf") for link in decoded(pixels)]
    assert codes


def printed_names(file: Path) -> list[str]:
    """The names in the codes of a PDF, in the order of the sheets' numbers."""
    links = [link for pixels in rasters(file) for link in decoded(pixels)]
    return [unquote(link.partition("~")[2]) for link in sorted(links, key=lambda link: int(number_of(link)))]


def number_of(link: str) -> str:
    return link.partition("#")[2].partition("~")[0].split(".")[1]


NAME_FILES = {
    "one a line": ("club.txt", "Anna\n\n  Ben \nJürgen, the host\n".encode(), ["Anna", "Ben", "Jürgen, the host"]),
    "no line break at the end": ("one.txt", b"Anna", ["Anna"]),
    "with a byte order mark": ("bom.txt", "\ufeffÇelik\r\nBo\r\n".encode(), ["Çelik", "Bo"]),
    "table": ("club.csv", b'id,Name\n1,"Lovelace, Ada"\n2,Bob\n3,\n', ["Lovelace, Ada", "Bob"]),
    "table with semicolons": ("club.csv", "\ufeffname;seit\nJörg;2019\nMia;2020\n".encode(), ["Jörg", "Mia"]),
    "table with tabs": ("club.tsv", b"table\tname\n1\tAnna\n", ["Anna"]),
    "table with quotation marks": ("club.csv", b'"team","Name "\r\nx,"Ann ""Ace"""\r\n', ['Ann "Ace"']),
    "table below empty lines": ("club.csv", b"\n\nname;team\nAnna;x\n", ["Anna"]),
    "table with old line ends": ("club.csv", b"name,team\rAnna,x\rBen,y\r", ["Anna", "Ben"]),
    "a quotation mark in a list": ("club.txt", b'"Ace" Smith\nBen "the\n', ['"Ace" Smith', 'Ben "the']),
    "a single column": ("club.csv", b"name\nAnna\nBen\n", ["Anna", "Ben"]),
    "a list that is called a table": ("club.csv", b"Anna\nBen\n", ["Anna", "Ben"]),
}


@pytest.mark.parametrize("kind", NAME_FILES)
def test_names_come_from_a_file(kind: str, own_folder: Path, capsys: Any) -> None:
    name, content, expected = NAME_FILES[kind]
    (own_folder / name).write_bytes(content)
    outcome = run(capsys, "pdf", "classic", "--players", name)
    assert outcome.status == 0, outcome.errors
    assert f"sheets  {len(expected)}, number" in outcome.output
    assert printed_names(own_folder / "classic.pdf") == expected


def test_names_are_separated_by_commas_and_come_before_those_of_a_file(own_folder: Path, capsys: Any) -> None:
    (own_folder / "more.txt").write_text("Cleo\n")
    outcome = run(capsys, "pdf", "classic", "--player", "Anna, Ben", "--player", "Zoë", "--players", "more.txt")
    assert outcome.status == 0, outcome.errors
    assert printed_names(own_folder / "classic.pdf") == ["Anna", "Ben", "Zoë", "Cleo"]


def test_a_game_is_named_by_an_argument(own_folder: Path, capsys: Any) -> None:
    (own_folder / "mine.toml").write_text('extends = "classic"\nslug = "mine"\n')
    for command in (["pdf"], ["svg"], ["png", "--dpi", "40"], ["page"], ["simulate", "-n", "2"]):
        for game in ("classic", "mine.toml"):
            outcome = run(capsys, *command, game)
            assert outcome.status == 0, outcome.errors
    assert {path.stem for path in own_folder.iterdir()} == {"classic", "mine"}


def test_several_games_in_one_file(own_folder: Path, capsys: Any) -> None:
    (own_folder / "mine.toml").write_text('extends = "classic"\nslug = "mine"\n[game.penalties]\npoints = -3\n')
    games = ["classic", "mine.toml", "onboard"]
    outcome = run(capsys, "pdf", *games, "--count", "3", "--player", "Anna,Ben,Cleo")
    assert outcome.status == 0, outcome.errors
    assert outcome.output.startswith("Made classic-mine-onboard.pdf\n Classic\n  pages   2 on a4\n")
    assert outcome.output.count("  sheets  3, numbers 1 to 3") == 3 and outcome.output.count("  needs   ") == 1
    links = [link for pixels in rasters(own_folder / "classic-mine-onboard.pdf") for link in decoded(pixels)]
    alone = []
    for game in games:
        assert run(capsys, "pdf", game, "--count", "3", "--player", "Anna,Ben,Cleo", "-o", "one.pdf").status == 0
        alone += [link for pixels in rasters(own_folder / "one.pdf") for link in decoded(pixels)]
    assert links == alone
    for slug in ("mine", "onboard"):
        (own_folder / "new").mkdir(exist_ok=True)
        outcome = run(capsys, "new", f"new/{slug}.toml", "--from", "classic-mine-onboard.pdf")
        assert outcome.status == 0, outcome.errors
    assert (own_folder / "new/mine.toml").read_text() == (own_folder / "mine.toml").read_text()
    outcome = run(capsys, "new", "other.toml", "--from", "classic-mine-onboard.pdf")
    assert outcome.status == 2 and "classic.toml or mine.toml or onboard.toml" in outcome.errors


def test_each_of_several_games_looks_as_it_does_alone(own_folder: Path, capsys: Any) -> None:
    games = ["bigpoints", "duel"]
    assert run(capsys, "pdf", *games, "--back", "rules", "-o", "both.pdf").status == 0
    alone: list[Any] = []
    for game in games:
        assert run(capsys, "pdf", game, "--back", "rules", "-o", "one.pdf").status == 0
        alone += rasters(own_folder / "one.pdf", 60)
    both = list(rasters(own_folder / "both.pdf", 60))
    assert len(both) == len(alone) and all((one == other).all() for one, other in zip(both, alone, strict=True))


def test_with_backs_each_game_begins_on_a_new_sheet_of_paper(own_folder: Path, capsys: Any) -> None:
    assert run(capsys, "pdf", "onboard", "-o", "one.pdf", "--back", "rules").status == 0
    pages = len(pikepdf.open("one.pdf").pages)
    assert pages % 2
    assert run(capsys, "pdf", "onboard", "classic", "-o", "both.pdf", "--back", "rules").status == 0
    *_, blank, front, _ = rasters(own_folder / "both.pdf", 40)
    assert len(pikepdf.open("both.pdf").pages) == pages + 1 + 2
    assert blank.min() == 255 and front.min() < 255


@pytest.mark.parametrize("ending", ["pdf", "png", "svg", "html"])
def test_only_own_files_are_replaced_without_force(ending: str, own_folder: Path, capsys: Any) -> None:
    file = own_folder / f"x.{ending}"
    command = ("page" if ending == "html" else ending, "classic", "-o", file.name)
    file.write_bytes(b"")
    assert run(capsys, *command).status == 0
    made = file.read_bytes()
    assert run(capsys, *command).status == 0
    file.write_bytes(made[:5] + b"something else")
    outcome = run(capsys, *command)
    assert outcome.status == 2 and f"x.{ending} exists, and sheetgen did not make it" in outcome.errors
    assert run(capsys, *command, "--force").status == 0
    assert file.read_bytes() == made


def test_the_result_is_opened(own_folder: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = list[str]()
    monkeypatch.setattr("sheetgen.cli.commands.printing.typer.launch", opened.append)
    assert run(capsys, "png", "onboard", "--dpi", "40", "--open").status == 0
    assert opened == ["onboard-1.png"]


def test_where_codes_lead_is_explained_once_unless_it_was_chosen(own_folder: Path, capsys: Any) -> None:
    assert "warning" not in run(capsys, "pdf", "classic", "--scorer-url", "https://a.example").errors
    (own_folder / "sheetgen.toml").write_text('scorer_url = "https://a.example"\n')
    outcome = run(capsys, "pdf", "classic")
    assert (
        "warning" not in outcome.errors
        and "needs   nothing at home: the codes open the scorer at a.e" in outcome.output
    )
    (own_folder / "sheetgen.toml").unlink()
    assert "sheetgen publish" in run(capsys, "pdf", "classic").errors
    outcome = run(capsys, "pdf", "classic")
    assert outcome.errors == "" and "needs   `sheetgen serve`, running in your network" in outcome.output
    outcome = run(capsys, "pdf", "classic", "--scorer-url", "http://192.168.7.5:8717")
    assert "needs   `sheetgen serve`, running on 192.168.7.5" in outcome.output
