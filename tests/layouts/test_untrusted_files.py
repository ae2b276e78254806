"""A layout from a stranger reads nothing outside its folder, and runs nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import cycle, product
from pathlib import Path

import pytest

from sheetgen.authoring.check import check_file
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.pages.rules_card import rule_paragraphs
from sheetgen.errors import Problem
from sheetgen.layouts.catalog import load_theme, load_variant
from sheetgen.layouts.files.merge import merge_chain
from sheetgen.layouts.files.source import read_source
from sheetgen.locales.game_rules import Paragraph
from sheetgen.locales.locale import checked_locale
from sheetgen.locales.texts import BookWords, Labels, PhotoWords, ScanWords, ScorerWords, ScoringWords
from sheetgen.rules.audit.findings import MESSAGE_NAMES
from tests.profiles import selection
from tests.systems import posix_only

pytestmark = posix_only

SECRET = "7c1f-secret"
KEYS = ("extends", "theme", "lang", "fonts.regular", "fonts.bold", "fonts.number")

# How a file may be named that is not to be read, as TOML writes it.
NAMES = {
    "above": "../secret.toml",
    "above by a way round": "sub/../../secret.toml",
    "above, hidden": "./sub/.././../secret.toml",
    "absolute": "/etc/passwd",
    "absolute, with an ending": "{outside}/secret.toml",
    "home": "~/secret.toml",
    "a link to it": "link.toml",
    "a folder that is a link": "way/secret.toml",
    "a link to a link": "links.toml",
    "a link in a circle": "loop.toml",
    "a link to a device": "zero.toml",
    "a device": "/dev/zero",
    "a terminal": "/dev/stdin",
    "what the system tells": "/proc/self/environ",
    "a pipe": "pipe.toml",
    "a folder": "sub.toml",
    "with a null": "a\\\\u0000b.toml",
    "with a line break": "a\\\\nb.toml",
    "very long": "{long}.toml",
    "many folders": "{deep}x.toml",
    "an address": "https://example.org/x.toml",
    "a file address": "file:///etc/passwd",
    "of Windows": "C:\\\\\\\\secret.toml",
    "of a share": "\\\\\\\\\\\\\\\\server\\\\\\\\secret.toml",
    "empty": "",
    "a dot": ".",
    "two dots": "..",
    "a slash": "/",
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with all sorts of ways out of it, and a secret outside."""
    (tmp_path / "secret.toml").write_text(f'title = "{SECRET}"\nslug = "{SECRET}"\nabout = "{SECRET}"\n{SECRET} = = 1')
    home = tmp_path / "home"
    (home / "sub").mkdir(parents=True)
    (home / "sub.toml").mkdir()
    (home / "link.toml").symlink_to(tmp_path / "secret.toml")
    (home / "links.toml").symlink_to("link.toml")
    (home / "way").symlink_to(tmp_path)
    (home / "loop.toml").symlink_to("loop.toml")
    (home / "zero.toml").symlink_to("/dev/zero")
    os.mkfifo(home / "pipe.toml")
    return home


def named(name: str, folder: Path) -> str:
    text = NAMES[name].replace("{outside}", str(folder.parent)).replace("{long}", "x" * 190)
    return text.replace("{deep}", "a/" * 90).replace("\\\\", "\\")


@pytest.mark.parametrize("name", list(NAMES))
@pytest.mark.parametrize("key", KEYS)
def test_nothing_outside_the_folder_is_read(key: str, name: str, folder: Path) -> None:
    file = folder / "mine.toml"
    base = "" if key == "extends" else 'extends = "classic"\nslug = "mine"\n'
    file.write_text(f'{base}{key} = "{named(name, folder)}"\n')
    problems = check_file(file)
    assert problems
    assert {problem.severity for problem in problems} == {"error"}
    assert all(problem.place and problem.place.file == str(file) for problem in problems), problems
    assert SECRET not in "\n".join(map(str, problems))


@pytest.mark.parametrize("name", ["above", "a link to it", "a folder that is a link", "a pipe", "a link in a circle"])
@pytest.mark.parametrize("key", ["theme", "lang"])
def test_neither_is_what_a_theme_or_a_language_extends(key: str, name: str, folder: Path) -> None:
    file, beside = folder / "mine.toml", folder / "beside.toml"
    file.write_text(f'extends = "classic"\nslug = "mine"\n{key} = "beside.toml"\n')
    beside.write_text(f'extends = "{named(name, folder)}"\n')
    problems = check_file(file)
    assert problems
    assert all(problem.place and problem.place.file == str(beside) for problem in problems), problems
    assert SECRET not in "\n".join(map(str, problems))


@pytest.mark.parametrize("name", ["above", "absolute, with an ending", "a link to it", "a pipe", "a device"])
@pytest.mark.parametrize("key", KEYS[1:])
def test_neither_is_what_a_parent_in_a_folder_below_names(key: str, name: str, folder: Path) -> None:
    file, parent = folder / "mine.toml", folder / "sub" / "parent.toml"
    file.write_text('extends = "sub/parent.toml"\nslug = "mine"\n')
    parent.write_text(f'extends = "classic"\n{key} = "../{named(name, folder)}"\n')
    problems = check_file(file)
    assert problems
    assert all(problem.place and problem.place.file == str(parent) for problem in problems), problems
    assert SECRET not in "\n".join(map(str, problems))


ESCAPES = (
    "{{ ''.__class__.__mro__ }}",
    "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "{{ ''['__class__'] }}",
    "{{ ()|attr('__class__') }}",
    "{{ ''|attr('\\x5f\\x5fclass\\x5f\\x5f') }}",
    "{{ '%s'|format(1) }}",
    "{{ '{0.__class__}'.format(1) }}",
    "{{ cycler.__init__.__globals__.os.popen('id').read() }}",
    "{{ joiner.__init__.__globals__ }}",
    "{{ namespace.__init__.__globals__ }}",
    "{{ lipsum.__globals__['os'] }}",
    "{{ lipsum() }}",
    "{{ lipsum }}",
    "{{ self }}",
    "{{ self._TemplateReference__context }}",
    "{{ self.__init__.__globals__.__builtins__ }}",
    "{{ config }}",
    "{{ request.application.__globals__ }}",
    "{{ get_flashed_messages.__globals__ }}",
    "{{ url_for.__globals__ }}",
    "{{ caller() }}",
    "{{ varargs }}",
    "{{ loop }}",
    "{{ super() }}",
    "{{ 9**9**9 }}",
    "{{ range(10**9) }}",
    "{{ range(10**9)|list }}",
    "{{ 'x' * 10**9 }}",
    "{{ '%0999999999d' % 1 }}",
    "{{ [1] * 10**9 }}",
    "{{ 1 if 1 else 2 }}",
    "{{ 1 }}",
    "{{ true }}",
    "{{ none }}",
    "{{ 'a' ~ 'b' }}",
    "{{ dict(a=1) }}",
    "{{ {}.update }}",
    "{{ _ }}",
    "{{ __builtins__ }}",
    "{% for a in [1] %}{% endfor %}",
    "{% for a in range(10**9) %}x{% endfor %}",
    "{% include '/etc/passwd' %}",
    "{% import 'os' as os %}",
    "{% from 'os' import system %}",
    "{% extends 'x' %}",
    "{% block a %}{% endblock %}",
    "{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}",
    "{% call a() %}{% endcall %}",
    "{% set a = 1 %}",
    "{% with a = 1 %}{% endwith %}",
    "{% filter upper %}x{% endfilter %}",
    "{% autoescape true %}x{% endautoescape %}",
    "{% do 1 %}",
    "{% debug %}",
    "{%- if 1 -%}x{%- endif -%}",
    "{{- ''.__class__ -}}",
    "{{+ ''.__class__ +}}",
    "{{ ''.__class__",
    "{%",
    "{# x",
)
"""What is known to lead out of a template, to fill the memory, or to use more of Jinja than names."""


def toml(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def refused(problems: list[Problem], file: Path, lines: int) -> None:
    """There is a problem for each of the lines, all of them errors about their labels."""
    assert [problem.place.line for problem in problems if problem.place] == list(range(4, 4 + lines))
    assert all(problem.place and problem.place.file == str(file) for problem in problems)
    assert all("label" in problem.message for problem in problems)


@pytest.mark.parametrize("escape", ESCAPES)
def test_no_label_of_a_layout_leads_out(escape: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    keys = list(Labels.model_fields)
    lines = "\n".join(f"{key} = {toml(escape)}" for key in keys)
    file.write_text(f'extends = "classic"\nslug = "mine"\n[labels]\n{lines}\n')
    refused(check_file(file), file, len(keys))


def texts() -> Iterator[tuple[str, list[str]]]:
    """The tables of a locale with all their keys."""
    yield "labels", list(Labels.model_fields)
    yield "scoring", list(ScoringWords.model_fields)
    yield "scorer", list(ScorerWords.model_fields)
    yield "book", list(BookWords.model_fields)
    yield "photos", list(PhotoWords.model_fields)
    yield "scan", list(ScanWords.model_fields)
    yield "findings", list(MESSAGE_NAMES)


@pytest.mark.parametrize(
    ("escape", "place"),
    selection(product(ESCAPES, texts()), zip(ESCAPES, cycle(texts()), strict=False)),
)
def test_no_text_of_a_language_leads_out(escape: str, place: tuple[str, list[str]], tmp_path: Path) -> None:
    """By default not each at every place."""
    table, keys = place
    file = tmp_path / "xx.toml"
    lines = "\n".join(f"{key} = {toml(escape)}" for key in keys)
    file.write_text(f'extends = "en"\ncode = "xx"\n[{table}]\n{lines}\n')
    problems = check_file(file)
    refused(sorted(problems, key=lambda problem: problem.place.line if problem.place else 0), file, len(keys))


@pytest.mark.parametrize("escape", ESCAPES)
def test_no_rule_of_a_language_leads_out(escape: str, tmp_path: Path) -> None:
    file = tmp_path / "xx.toml"
    file.write_text(f'extends = "en"\ncode = "xx"\n[[rules]]\ntext = {toml(escape)}\nheading = "x"\nwhen = []\n')
    refused(check_file(file), file, 1)


@pytest.mark.parametrize("text", ["{{ 7 * 7 }}", "{% raw %}{{ x }}{% endraw %}", "{# hidden #}seen", "# x", "% for x"])
def test_names_and_headings_are_printed_as_they_are(text: str, tmp_path: Path) -> None:
    file = tmp_path / "xx.toml"
    rule = f'[[rules]]\nwhen = ["sheets"]\nheading = {toml(text)}\ntext = "x"\n'
    file.write_text(f'extends = "en"\ncode = "xx"\ncolours.red = {toml(text)}\n{rule}')
    locale = checked_locale(merge_chain("locales", read_source(file)))
    edition = Edition(load_variant("classic"), load_theme("color"), locale)
    assert rule_paragraphs(edition) == [Paragraph(text, "x", None)]
    assert edition.colour_name("red") == text


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("{# hidden #}seen", "seen"),
        ("{% raw %}{{ serial }}{% endraw %}", "{{ serial }}"),
        ("# for a in b", "# for a in b"),
        ("% for a in b", "% for a in b"),
        ("## no comment", "## no comment"),
        ("{ { serial } }", "{ { serial } }"),
        ("$" + "{needs}", "$" + "{needs}"),
        ("%(serial)s %s {0} {serial}", "%(serial)s %s {0} {serial}"),
    ],
)
def test_what_looks_like_a_command_and_is_none_is_printed(text: str, printed: str, tmp_path: Path) -> None:
    """Comments and raw blocks are harmless; other template languages mean nothing here."""
    file = tmp_path / "xx.toml"
    file.write_text(f'extends = "en"\ncode = "xx"\n[labels]\nnumber = {toml(text)}\n')
    edition = Edition(
        load_variant("classic"), load_theme("color"), checked_locale(merge_chain("locales", read_source(file)))
    )
    assert edition.label("number", serial=5) == printed
