"""The responses of the preview server: the page, its state, the pictures, and the scorer."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from http import HTTPStatus
from itertools import chain, islice
from pathlib import Path
from urllib.parse import parse_qsl

from sheetgen.drawing.pages.paper import parse_paper
from sheetgen.errors import InputError
from sheetgen.layouts.catalog import kind_of, load_locale
from sheetgen.layouts.files.merge import Kind, built_in_names
from sheetgen.layouts.files.source import read_source
from sheetgen.preview.builder import Choices, Defaults, problem_data
from sheetgen.preview.session import PreviewSession
from sheetgen.resources import folder
from sheetgen.scorer.page.html_page import HtmlPage, bundle, html_page, minified_css
from sheetgen.scorer.web.hosts import HostCheck
from sheetgen.scorer.web.responses import HTML, ONLY_GET, SVG, Request, Response, text_response
from sheetgen.scorer.web.server import Application

MAX_PROBLEMS = 40  # problems that are shown at once
MAX_OFFERED = 20  # theme files, and language files, that are offered as choices
MAX_READ = 100  # files that are read to determine their kind
TABS = ("pages", "scorer", "rules")

MISSING = text_response(HTTPStatus.NOT_FOUND, "There is nothing here (any more).")
BAD_CHOICE = text_response(HTTPStatus.BAD_REQUEST, "There is no such choice.")
_uncached = partial(Response, HTTPStatus.OK, is_cached=False)


class PreviewApp:
    """The web application of a preview session."""

    def __init__(self, session: PreviewSession) -> None:
        self.session = session
        self.offered_files = OfferedFiles(session.file.parent)

    def __call__(self, request: Request) -> Response:
        """Return the response to a request."""
        path = request.path
        if request.method not in ("GET", "HEAD"):
            return ONLY_GET
        if path == "/":
            page = preview_page(self.session.file, self.session.defaults, self.offered_files.scan())
            return _uncached(HTML, page.html.encode(), page.policy)
        if path.startswith("/picture/"):
            svg = self.session.picture(path.removeprefix("/picture/").removesuffix(".svg"))
            return _uncached(SVG, svg) if svg else MISSING
        if path not in ("/state", "/scorer/"):
            return MISSING
        query = dict(parse_qsl(request.query))
        choices = self._choices(query)
        if choices is None:
            return BAD_CHOICE
        return self._scorer(choices) if path == "/scorer/" else self._state(choices, query.get("seen", ""))

    def _choices(self, query: dict[str, str]) -> Choices | None:
        """Return the choices in a query, or None if one of them does not exist."""
        defaults = self.session.defaults
        theme = query.get("theme")
        language = query.get("language")
        paper = query.get("paper", defaults.paper)
        is_known = self._is_known("themes", theme) and self._is_known("locales", language)
        return Choices(paper, theme, language) if is_known and paper in defaults.papers else None

    def _is_known(self, kind: Kind, name: str | None) -> bool:
        return name is None or name in built_in_names(kind) or self.offered_files.has(kind, name)

    def _scorer(self, choices: Choices) -> Response:
        state, _ = self.session.state(choices)
        content = self.session.shown_content(state)
        if content is None:
            return MISSING
        return _uncached(HTML, content.scorer.html.encode(), content.scorer.policy, framed_by="'self'")

    def _state(self, choices: Choices, known: str) -> Response:
        """Respond with the state as JSON, or only with its tag if the page already shows the state with that tag."""
        state, is_busy = self.session.state(choices)
        content = self.session.shown_content(state)
        problems = state.problems if state else ()
        shown = {
            "is_begun": state is not None,
            "problems": [problem_data(problem) for problem in problems[:MAX_PROBLEMS]],
            "more": max(0, len(problems) - MAX_PROBLEMS),
            "made": content.data if content else None,
        }
        tag = sha256(json.dumps(shown).encode()).hexdigest()[:24]
        data = {"tag": tag, "busy": is_busy} | ({} if tag == known else shown)
        return _uncached("application/json", json.dumps(data).encode())


def preview_app(session: PreviewSession, port: int) -> Application:
    """Return the web application of a preview session, which is available only on its own computer and port."""
    refusal = f"The preview answers only to http://127.0.0.1:{port} and http://localhost:{port}, on its own computer."
    return HostCheck(PreviewApp(session), ("127.0.0.1", "localhost"), refusal, port=port)


class OfferedFiles:
    """The theme and language files in a folder and its subfolders. A file that was found once stays a valid choice."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._kinds: dict[str, Kind] = {}

    def scan(self) -> dict[Kind, list[str]]:
        """Return the names of the files that exist now, relative to the folder."""
        found: dict[Kind, list[str]] = {"themes": [], "locales": []}
        files = chain(self.home.glob("*.toml"), self.home.glob("[!.]*/*.toml"))
        for name in sorted(file.relative_to(self.home).as_posix() for file in islice(files, MAX_READ)):
            with suppress(InputError):  # the file may be invalid while it is edited
                self._kinds[name] = kind_of(read_source(self.home / name))
            kind = self._kinds.get(name)
            if kind in found and len(found[kind]) < MAX_OFFERED:
                found[kind].append(name)
        return found

    def has(self, kind: Kind, name: str) -> bool:
        """Return whether the file was found or, for a page that an earlier run served, is found now."""
        return self._kinds.get(name) == kind or name in self.scan()[kind]


def preview_page(file: Path, defaults: Defaults, own_files: Mapping[Kind, Sequence[str]]) -> HtmlPage:
    """Return the page, which requests the state by itself. `own_files` are theme and language files to choose from."""
    home = folder("templates") / "preview"
    css, script = minified_css(home / "page.css"), bundle(home / "page.js")
    from_layout = ("", "From layout")
    files = {kind: [(name, name) for name in names] for kind, names in own_files.items()}
    themes = [*((name, name.capitalize()) for name in built_in_names("themes")), *files["themes"]]
    languages = [*((name, load_locale(name).language) for name in built_in_names("locales")), *files["locales"]]
    choices = [
        ("paper", "Paper", [(name, parse_paper(name).title) for name in defaults.papers], defaults.paper),
        ("theme", "Theme", [from_layout, *themes], ""),
        ("language", "Language", [from_layout, *languages], ""),
    ]
    allowed = ["img-src 'self' data:", "connect-src 'self'", "frame-src 'self'"]
    shown = {"file": file, "choices": choices, "tabs": TABS, "site": None}
    return html_page(("preview", "scorer"), "page.html.j2", css, script, allowed, shown)
