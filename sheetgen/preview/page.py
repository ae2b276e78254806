"""The page that shows a layout while it is edited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from sheetgen.drawing.paper import parse_paper
from sheetgen.layouts.extend import Kind, built_in_names
from sheetgen.layouts.locales import load_locale
from sheetgen.preview.making import Defaults
from sheetgen.resources import folder
from sheetgen.scorer.page import Page, allowance, styled, templates
from sheetgen.scorer.script import bundle_file

TABS = ("pages", "scorer", "rules")


def preview_page(file: Path, defaults: Defaults, beside: Mapping[Kind, Sequence[str]]) -> Page:
    """The page. `beside` are the themes and languages in files. All that changes it asks for."""
    home = folder("templates") / "preview"
    css, script = styled(home / "page.css"), bundle_file(home / "page.js")
    policy = "; ".join(
        [
            "default-src 'none'",
            f"script-src {allowance(script)}",
            f"style-src {allowance(css)}",
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
