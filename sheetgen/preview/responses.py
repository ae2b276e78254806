"""The responses of the preview server: the page, its state, the pictures, and the scorer.

Only this computer's browser is answered. Requests whose Host header names anything else are refused, to prevent DNS
rebinding by a stranger's page.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from sheetgen.drawing.pages.paper import parse_paper
from sheetgen.errors import Problem, printable
from sheetgen.layouts.catalog import load_locale
from sheetgen.layouts.files.extend import Kind, built_in_names
from sheetgen.preview.builder import Choices, Defaults, PreviewContent
from sheetgen.preview.session import PreviewSession
from sheetgen.preview.watched_files import OfferedFiles
from sheetgen.resources import folder
from sheetgen.scorer.page.bundle import bundle
from sheetgen.scorer.page.page import HtmlPage, csp_hash, minified_css, templates
from sheetgen.scorer.web.responses import HTML, TEXT, Response, StartResponse, make_response, method_not_allowed

MAX_PROBLEMS = 40  # problems that are shown at once
TABS = ("pages", "scorer", "rules")


class PreviewApp:
    """The WSGI application of a preview session."""

    def __init__(self, session: PreviewSession, port: int) -> None:
        self.session = session
        self.hosts = (f"127.0.0.1:{port}", f"localhost:{port}")
        self.offered_files = OfferedFiles(session.file.parent)
        self.method_not_allowed = method_not_allowed()
        self.wrong_host = make_response("403 Forbidden", TEXT, b"This page is for its own computer.\n")
        self.missing = make_response("404 Not Found", TEXT, b"There is nothing here (any more).\n")
        self.bad_choice = make_response("400 Bad Request", TEXT, b"There is no such choice.\n")

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        """Respond to one request."""
        return self._respond(environ).send(environ, start_response)

    def _respond(self, environ: dict[str, Any]) -> Response:
        path = environ["PATH_INFO"]
        if environ.get("HTTP_HOST", "").lower() not in self.hosts:
            return self.wrong_host
        if environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return self.method_not_allowed
        if path == "/":
            page = preview_page(self.session.file, self.session.defaults, self.offered_files.scan())
            return _fresh(HTML, page.html.encode(), page.policy)
        if path.startswith("/picture/"):
            picture = self.session.picture(path.removeprefix("/picture/").removesuffix(".svg"))
            return _fresh("image/svg+xml", picture.svg) if picture else self.missing
        if path not in ("/state", "/scorer/"):
            return self.missing
        query = dict(parse_qsl(environ.get("QUERY_STRING", "")))
        choices = self._choices(query)
        if choices is None:
            return self.bad_choice
        return self._scorer(choices) if path == "/scorer/" else self._state(choices, query.get("seen", ""))

    def _choices(self, query: dict[str, str]) -> Choices | None:
        """Return the choices in a query, or None if one of them does not exist."""
        defaults, theme, language = self.session.defaults, query.get("theme"), query.get("language")
        paper = query.get("paper", defaults.paper)
        is_known = self._is_known("themes", theme) and self._is_known("locales", language)
        return Choices(paper, theme, language) if is_known and paper in defaults.papers else None

    def _is_known(self, kind: Kind, name: str | None) -> bool:
        return name is None or name in built_in_names(kind) or self.offered_files.has(kind, name)

    def _scorer(self, choices: Choices) -> Response:
        state, _ = self.session.state(choices)
        content = self.session.shown_content(state)
        if content is None:
            return self.missing
        return _fresh(HTML, content.scorer.html.encode(), content.scorer.policy, framed_by="'self'")

    def _state(self, choices: Choices, known: str) -> Response:
        """Respond with the state as JSON, or just with its tag if the page shows the state with that tag already."""
        state, is_busy = self.session.state(choices)
        content = self.session.shown_content(state)
        problems = state.problems if state else ()
        shown = {
            "is_begun": state is not None,
            "problems": [_problem_data(problem) for problem in problems[:MAX_PROBLEMS]],
            "more": max(0, len(problems) - MAX_PROBLEMS),
            "made": _content_data(content) if content else None,
        }
        tag = sha256(json.dumps(shown).encode()).hexdigest()[:24]
        data = {"tag": tag, "busy": is_busy} | ({} if tag == known else shown)
        return _fresh("application/json", json.dumps(data).encode())


def _fresh(kind: str, body: bytes, policy: str = "default-src 'none'", framed_by: str = "'none'") -> Response:
    return make_response("200 OK", kind, body, policy, framed_by=framed_by, caching="no-store")


def _problem_data(problem: Problem) -> dict[str, Any]:
    """Return a problem as JSON data, with its source line split at the column."""
    data: dict[str, Any] = {"message": printable(problem.message), "hint": problem.hint and printable(problem.hint)}
    if problem.place:
        place = problem.place
        source, column = place.excerpt()
        data |= {"file": printable(place.file), "line": place.line, "column": place.column}
        data |= {"before": source[:column], "after": source[column:]} if source.strip() else {}
    return data


def _content_data(content: PreviewContent) -> dict[str, Any]:
    pictures = [{"tag": each.tag, "width": each.width, "height": each.height} for each in content.pictures]
    return {**content.data, "pictures": pictures, "advice": list(map(_problem_data, content.advice))}


def preview_page(file: Path, defaults: Defaults, own_files: Mapping[Kind, Sequence[str]]) -> HtmlPage:
    """Return the page, which requests the state by itself. `own_files` are theme and language files to choose from."""
    home = folder("templates") / "preview"
    css, script = minified_css(home / "page.css"), bundle(home / "page.js")
    policy = (
        f"default-src 'none'; script-src {csp_hash(script)}; style-src {csp_hash(css)}; img-src 'self' data:;"
        " connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'"
    )
    from_layout = ("", "From layout")
    files = {kind: [(name, name) for name in names] for kind, names in own_files.items()}
    themes = [*((name, name.capitalize()) for name in built_in_names("themes")), *files["themes"]]
    languages = [*((name, load_locale(name).language) for name in built_in_names("locales")), *files["locales"]]
    choices = [
        ("paper", "Paper", [(name, parse_paper(name).title) for name in defaults.papers], defaults.paper),
        ("theme", "Theme", [from_layout, *themes], ""),
        ("language", "Language", [from_layout, *languages], ""),
    ]
    shown = {"file": file, "choices": choices, "tabs": TABS, "css": css, "script": script, "policy": policy}
    return HtmlPage(templates("preview", "scorer").get_template("page.html.j2").render(shown, site=None), policy)
