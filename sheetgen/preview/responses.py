"""What the preview's server answers: the page, what there is to see, its pictures, and the scorer.

It answers this computer's browser alone. A page of a stranger, whose name was made to lead to this computer, is told
by the name in its requests, and refused.

The page that shows a layout while it is edited.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from sheetgen.drawing.pages.paper import parse_paper
from sheetgen.errors import Problem, visible
from sheetgen.layouts.files.extend import Kind, built_in_names
from sheetgen.locales.locale import load_locale
from sheetgen.preview.builder import Choices, Defaults, Made
from sheetgen.preview.files import Offers
from sheetgen.preview.session import Workshop
from sheetgen.resources import folder
from sheetgen.scorer.page.bundle import bundle
from sheetgen.scorer.page.page import Page, csp_hash, minified_css, templates
from sheetgen.scorer.web.responses import HTML, TEXT, Response, StartResponse, make_response, method_not_allowed

MOST_PROBLEMS = 40
"""So many are shown at once. Who has mended these sees the others."""


class PreviewAnswers:
    """The WSGI application."""

    def __init__(self, workshop: Workshop, port: int) -> None:
        self.workshop = workshop
        self.hosts = (f"127.0.0.1:{port}", f"localhost:{port}")
        self.offers = Offers(workshop.file.parent)
        self.method_not_allowed = method_not_allowed()
        self.stranger = make_response("403 Forbidden", TEXT, b"This page is for its own computer.\n")
        self.missing = make_response("404 Not Found", TEXT, b"There is nothing here (any more).\n")
        self.unknown = make_response("400 Bad Request", TEXT, b"There is no such choice.\n")

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request, as WSGI wants it."""
        return self._answer(environ).send(environ, start_response)

    def _answer(self, environ: dict[str, Any]) -> Response:
        path = environ["PATH_INFO"]
        if environ.get("HTTP_HOST", "").lower() not in self.hosts:
            return self.stranger
        if environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return self.method_not_allowed
        if path == "/":
            return self._start()
        if path.startswith("/picture/"):
            return self._picture(path.removeprefix("/picture/").removesuffix(".svg"))
        if path not in ("/state", "/scorer/"):
            return self.missing
        asked = dict(parse_qsl(environ.get("QUERY_STRING", "")))
        choices = self._choices(asked)
        if choices is None:
            return self.unknown
        return self._scorer(choices) if path == "/scorer/" else self._state(choices, asked.get("seen", ""))

    def _start(self) -> Response:
        page = preview_page(self.workshop.file, self.workshop.defaults, self.offers.look())
        return _fresh(HTML, page.html.encode(), page.policy)

    def _choices(self, asked: dict[str, str]) -> Choices | None:
        """What the address chooses; None if there is no such choice."""
        paper = asked.get("paper", self.workshop.defaults.paper)
        theme, language = asked.get("theme"), asked.get("language")
        is_known = (
            paper in self.workshop.defaults.papers
            and self._is_known("themes", theme)
            and self._is_known("locales", language)
        )
        return Choices(paper, theme, language) if is_known else None

    def _is_known(self, kind: Kind, name: str | None) -> bool:
        return name is None or name in built_in_names(kind) or self.offers.has(kind, name)

    def _picture(self, tag: str) -> Response:
        picture = self.workshop.picture(tag)
        return _fresh("image/svg+xml", picture.svg) if picture else self.missing

    def _scorer(self, choices: Choices) -> Response:
        showing, _ = self.workshop.look(choices)
        made = self.workshop.good(showing)
        if made is None:
            return self.missing
        return _fresh(HTML, made.scorer.html.encode(), made.scorer.policy, framed_by="'self'")

    def _state(self, choices: Choices, known: str) -> Response:
        """What there is to see, if the page does not show it already."""
        showing, is_busy = self.workshop.look(choices)
        made = self.workshop.good(showing)
        problems = showing.problems if showing else ()
        shown = {
            "is_begun": showing is not None,
            "problems": [_problem_data(problem) for problem in problems[:MOST_PROBLEMS]],
            "more": max(0, len(problems) - MOST_PROBLEMS),
            "made": _made_data(made) if made else None,
        }
        tag = sha256(json.dumps(shown).encode()).hexdigest()[:24]
        told = {"tag": tag, "busy": is_busy} | ({} if tag == known else shown)
        return _fresh("application/json", json.dumps(told).encode())


def _fresh(kind: str, body: bytes, policy: str = "default-src 'none'", framed_by: str = "'none'") -> Response:
    """An answer that nobody keeps: soon there is a newer one."""
    return make_response("200 OK", kind, body, policy, framed_by=framed_by, caching="no-store")


def _problem_data(problem: Problem) -> dict[str, Any]:
    """A problem as the page shows it: what stands before the column, and what from there on."""
    data: dict[str, Any] = {"message": visible(problem.message), "hint": problem.hint and visible(problem.hint)}
    if problem.place:
        place = problem.place
        source, column = place.excerpt()
        data |= {"file": visible(place.file), "line": place.line, "column": place.column}
        data |= {"before": source[:column], "after": source[column:]} if source.strip() else {}
    return data


def _made_data(made: Made) -> dict[str, Any]:
    pictures = [{"tag": each.tag, "width": each.width, "height": each.height} for each in made.pictures]
    return {
        "title": made.title,
        "language": made.language,
        "page_count": made.page_count,
        "pictures": pictures,
        "scorer": made.scorer_tag,
        "link": made.link,
        "advice": [_problem_data(problem) for problem in made.advice],
        **asdict(made.words),
    }


TABS = ("pages", "scorer", "rules")


def preview_page(file: Path, defaults: Defaults, beside: Mapping[Kind, Sequence[str]]) -> Page:
    """The page. `beside` are the themes and languages in files. All that changes it asks for."""
    home = folder("templates") / "preview"
    css, script = minified_css(home / "page.css"), bundle(home / "page.js")
    policy = "; ".join(
        [
            "default-src 'none'",
            f"script-src {csp_hash(script)}",
            f"style-src {csp_hash(css)}",
            "img-src 'self' data:",
            "connect-src 'self'",
            "frame-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )
    as_it_says = ("", "From layout")
    files = {kind: [(name, name) for name in names] for kind, names in beside.items()}
    themes = [*((name, name.capitalize()) for name in built_in_names("themes")), *files["themes"]]
    languages = [*((name, load_locale(name).language) for name in built_in_names("locales")), *files["locales"]]
    choices = [
        ("paper", "Paper", [(name, parse_paper(name).title) for name in defaults.papers], defaults.paper),
        ("theme", "Theme", [as_it_says, *themes], ""),
        ("language", "Language", [as_it_says, *languages], ""),
    ]
    shown = {"file": file, "choices": choices, "tabs": TABS, "css": css, "script": script, "policy": policy}
    return Page(templates("preview", "scorer").get_template("page.html.j2").render(shown, site=None), policy)
