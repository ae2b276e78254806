"""The preview's server: what it answers, and to whom."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import os
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from sheetgen.drawing.pages.paper import PAPERS
from sheetgen.preview.builder import Defaults
from sheetgen.preview.responses import MAX_OFFERED, MAX_PROBLEMS, preview_app
from sheetgen.preview.session import PreviewSession
from sheetgen.scorer.web.server import Server
from tests.helpers import LANGUAGES, THEMES
from tests.scorer.serving import Answer, tell
from tests.systems import posix_only
from tests.timeouts import TIMEOUT, wait_until

GOOD = 'extends = "classic"\nslug = "mine"\ntitle = "Mine <b>&amp;"\n'
EVIL = "</script><img src=x onerror=alert(1)>"


@dataclass(frozen=True)
class Preview:
    """A running server, and the file that it shows."""

    server: Server
    file: Path

    @property
    def port(self) -> int:
        return self.server.port

    def ask(self, path: str, method: str = "GET", host: str | None = None, **headers: str) -> Answer:
        given = {"Host": host or f"127.0.0.1:{self.port}", **headers}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name.replace('_', '-')}: {given[name]}" for name in given)]
        return Answer.of(tell(self.server, "\r\n".join([*lines, "", ""]).encode("latin-1")))

    def state(self, **choices: str) -> dict[str, Any]:
        """Once nothing newer is to come."""
        path = f"/state?{urlencode(choices)}"
        wait_until(lambda: not json.loads(self.ask(path).text)["busy"])
        return dict(json.loads(self.ask(path).text))


@pytest.fixture
def preview(tmp_path: Path) -> Iterator[Preview]:
    file = tmp_path / "mine.toml"
    file.write_text(GOOD)
    server = Server("127.0.0.1", 0)
    server.application = preview_app(PreviewSession(file, Defaults()), server.port)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield Preview(server, file)
    finally:
        server.stop()
        thread.join(TIMEOUT)
        assert not thread.is_alive()


def test_the_page_offers_all_choices(preview: Preview) -> None:
    page = preview.ask("/").text
    for value in (*PAPERS, *THEMES, *LANGUAGES):
        assert f'<option value="{value}"' in page
    assert '<option value="a4" selected>' in page and page.count('<option value="" selected>') == 2


def test_the_policy_allows_just_the_page_itself(preview: Preview) -> None:
    answer = preview.ask("/")
    policy = answer.headers["content-security-policy"]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    [script] = re.findall(r"<script[^>]*>(.*?)</script>", answer.text, re.DOTALL)
    [style] = re.findall(r"<style>(.*?)</style>", answer.text, re.DOTALL)
    for kind, text in (("script-src", script), ("style-src", style)):
        assert rules[kind] == f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
    assert rules["default-src"] == rules["frame-ancestors"] == "'none'"
    assert "unsafe" not in policy


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
@pytest.mark.parametrize("path", ["/", "/state", "/scorer/", "/picture/x.svg", "/nothing"])
def test_every_answer_is_guarded(path: str, method: str, preview: Preview) -> None:
    preview.state()
    headers = preview.ask(path, method).headers
    ancestors = "'self'" if path == "/scorer/" and method != "POST" else "'none'"
    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert headers["content-security-policy"].endswith(f"; frame-ancestors {ancestors}")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cache-control"].startswith("no-")


@pytest.mark.parametrize("path", ["/", "/state", "/scorer/"])
def test_nothing_is_kept(path: str, preview: Preview) -> None:
    preview.state()
    assert preview.ask(path).headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.nip.io:{port}", " "]
)
@pytest.mark.parametrize("path", ["/", "/state", "/scorer/", "/nothing"])
def test_a_name_that_was_made_to_lead_here_is_refused(path: str, host: str, preview: Preview) -> None:
    answer = preview.ask(path, host=host.format(port=preview.port))
    assert answer.status == 403 and "mine" not in answer.text


def test_who_names_no_host_is_refused(preview: Preview) -> None:
    assert Answer.of(tell(preview.server, b"GET / HTTP/1.0\r\n\r\n")).status == 403


def test_localhost_is_this_computer(preview: Preview) -> None:
    assert preview.ask("/", host=f"LocalHost:{preview.port}").status == 200


def test_only_reading_is_allowed(preview: Preview) -> None:
    assert preview.ask("/state", "POST").status == 405
    head = preview.ask("/", "HEAD")
    assert head.status == 200 and head.body == b""


def test_the_state_leads_to_pictures_and_scorer(preview: Preview) -> None:
    state = preview.state()
    assert state["problems"] == [] and state["made"]["title"] == "Mine <b>&amp;"
    for picture in state["made"]["pictures"]:
        answer = preview.ask(f"/picture/{picture['tag']}.svg", Accept_Encoding="gzip")
        assert answer.status == 200 and answer.text.startswith("<svg")
        assert answer.headers["content-type"] == "image/svg+xml"
    scorer = preview.ask("/scorer/")
    assert scorer.status == 200 and '"slug":"mine"' in scorer.text
    assert "http-equiv" in scorer.text


def test_who_has_seen_it_is_told_in_short(preview: Preview) -> None:
    state = preview.state()
    assert preview.state(seen=state["tag"]) == {"tag": state["tag"], "busy": False}
    preview.file.write_text(GOOD + "# a comment\n")
    assert preview.state()["tag"] == state["tag"], "what looks the same is the same"
    preview.file.write_text(GOOD.replace("Mine", "Yours"))
    assert preview.state(seen=state["tag"])["made"]["title"].startswith("Yours")


def test_a_picture_that_is_just_being_replaced_can_still_be_loaded(preview: Preview) -> None:
    [old] = [picture["tag"] for picture in preview.state()["made"]["pictures"]]
    preview.file.write_text(GOOD.replace("Mine", "Yours"))
    [new] = [picture["tag"] for picture in preview.state()["made"]["pictures"]]
    assert old != new
    assert preview.ask(f"/picture/{old}.svg").status == preview.ask(f"/picture/{new}.svg").status == 200
    assert preview.ask("/picture/../../../etc/passwd").status == preview.ask("/picture/").status == 404


def test_problems_have_their_place(preview: Preview) -> None:
    good = preview.state()["made"]
    preview.file.write_text(GOOD + "[game]\ndyce = 6\n")
    state = preview.state()
    [problem] = state["problems"]
    assert problem["file"] == str(preview.file)
    assert (problem["line"], problem["column"], problem["before"], problem["after"]) == (5, 1, "", "dyce = 6")
    assert problem["hint"] == "Did you mean 'dice'?"
    assert state["made"] == good


def test_without_anything_good_there_are_only_problems(tmp_path: Path, preview: Preview) -> None:
    preview.file.write_text("a = = 1\n")
    state = preview.state()
    assert state["made"] is None and len(state["problems"]) == 1
    assert preview.ask("/scorer/").status == 404


def test_a_choice_can_be_the_problem(preview: Preview) -> None:
    preview.file.write_text(GOOD + '[game.rows.red]\ncells = "plum 2..12"\nlock = { colour = "plum", needs = 5 }\n')
    assert "the theme has no colour 'plum'" in preview.state(theme="cvd")["problems"][0]["message"]


def test_many_problems_are_counted(preview: Preview) -> None:
    preview.file.write_text(GOOD + "".join(f"x{number} = 1\n" for number in range(MAX_PROBLEMS + 7)))
    state = preview.state()
    assert (len(state["problems"]), state["more"]) == (MAX_PROBLEMS, 7)


@pytest.mark.parametrize("query", ["paper=a9", "theme=../x", "language=xx", "paper=a4&paper=%00", "theme=%ff"])
def test_choices_that_there_are_not(query: str, preview: Preview) -> None:
    assert preview.ask(f"/state?{query}").status == preview.ask(f"/scorer/?{query}").status == 400


def test_texts_of_strangers_stay_texts(preview: Preview) -> None:
    preview.file.write_text(GOOD + f"about = '{EVIL}'\n")
    assert preview.state()["made"]["about"] == EVIL
    assert preview.ask("/state").headers["content-type"] == "application/json"
    assert "<img" not in preview.ask("/scorer/").text


THEME = 'extends = "color"\n[colours]\nred = "#aa0044"\n'
LANGUAGE = 'extends = "en"\ncode = "xx"\n[colours]\nred = "Rouge"\n'


def put(preview: Preview, name: str, text: str) -> Path:
    path = preview.file.parent / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def offered(preview: Preview, id: str) -> list[str]:
    [select] = re.findall(f'<select id="{id}">(.*?)</select>', preview.ask("/").text)
    return [html.unescape(value) for value, text in re.findall(r'value="(.*?)".*?>(.*?)<', select) if value == text]


@posix_only
def test_themes_and_languages_beside_the_layout_are_offered(preview: Preview) -> None:
    assert offered(preview, "theme") == offered(preview, "language") == []
    for name in ("night.toml", "looks/day & <b>.toml", "a/b/deep.toml", ".hidden/no.toml"):
        put(preview, name, THEME)
    put(preview, "looks/words.toml", LANGUAGE)
    put(preview, "other.toml", GOOD)
    put(preview, "broken.toml", "a = = 1\n")
    os.mkfifo(preview.file.parent / "pipe.toml")
    assert offered(preview, "theme") == ["looks/day & <b>.toml", "night.toml"]
    assert offered(preview, "language") == ["looks/words.toml"]
    plain = preview.state()["made"]
    shown = preview.state(theme="night.toml", language="looks/words.toml")["made"]
    assert shown["language"] == "xx" and shown["rows"][0]["name"] == "Rouge"
    assert shown["rows"][0]["colour"] != plain["rows"][0]["colour"]


def test_only_what_is_offered_can_be_chosen(preview: Preview) -> None:
    put(preview, "night.toml", THEME)
    put(preview, "a/b/deep.toml", THEME)
    put(preview, "../outside.toml", THEME)
    for name in ("a/b/deep.toml", "../outside.toml", "./night.toml", "mine.toml", "none.toml", "/etc/passwd"):
        assert preview.ask(f"/state?{urlencode({'theme': name})}").status == 400
    assert preview.ask("/state?language=night.toml").status == 400
    assert preview.ask("/state?theme=night.toml").status == 200


def test_a_theme_can_be_broken_while_it_is_chosen(preview: Preview) -> None:
    theme = put(preview, "night.toml", THEME)
    assert not preview.state(theme="night.toml")["problems"]
    theme.write_text("a = = 1\n")
    assert preview.state(theme="night.toml")["problems"][0]["line"] == 1
    assert offered(preview, "theme") == ["night.toml"]
    theme.unlink()
    assert "there is no file" in preview.state(theme="night.toml")["problems"][0]["message"]
    assert offered(preview, "theme") == []


def test_so_many_are_offered(preview: Preview) -> None:
    for number in range(MAX_OFFERED + 5):
        put(preview, f"{number}.toml", THEME)
    assert len(offered(preview, "theme")) == MAX_OFFERED


def test_the_names_of_the_tabs_stand_in_one_place(preview: Preview) -> None:
    [script] = re.findall(r"<script[^>]*>(.*?)</script>", preview.ask("/").text, re.DOTALL)
    assert "aria-controls" in script and not re.search(r"\[\s*[\"']pages", script)
