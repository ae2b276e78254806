"""What a household always uses: `sheetgen.toml` in the working directory or the user's config folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import typer

from sheetgen.errors import InputError, Problem
from sheetgen.layouts.catalog import load_locale, load_theme
from sheetgen.layouts.files.extend import Merged, is_built_in_name
from sheetgen.layouts.files.source import read_source
from sheetgen.model import Model

FILE_NAME = "sheetgen.toml"


class Settings(Model):
    """The settings file. The command line wins over it."""

    paper: str | None = None
    theme: str | None = None
    lang: str | None = None
    scorer_url: str | None = None


def load_settings() -> Settings:
    """The settings of the working directory, and for what it does not say, the user's."""
    found: dict[str, Any] = {}
    for path in (Path(typer.get_app_dir("sheetgen")) / FILE_NAME, Path(FILE_NAME)):
        if path.is_file():
            stated = {key: value for key, value in _checked(path) if value is not None}
            found.update(_beside(path, stated))
    return Settings(**found)


def _beside(path: Path, settings: dict[str, Any]) -> dict[str, Any]:
    """Themes and languages of one's own lie beside the settings that name them."""
    return {
        key: value if key not in ("theme", "lang") or not value or is_built_in_name(value) else str(path.parent / value)
        for key, value in settings.items()
    }


def _checks() -> dict[str, Callable[[str], Any]]:
    """What each setting must pass. Loaded only if there are settings: papers and addresses bring the drawing along."""
    from sheetgen.cli.scorer_url import scorer_base
    from sheetgen.drawing.pages.paper import parse_paper

    return {"paper": parse_paper, "theme": load_theme, "lang": load_locale, "scorer_url": scorer_base}


def _checked(path: Path) -> Settings:
    from sheetgen.layouts.models.validation import validate

    source = read_source(path)
    merged = Merged(source.data, (source,))
    settings = validate(Settings, merged)
    problems: list[Problem] = []
    given = _beside(path, dict(settings))
    for key, check in _checks().items():
        value = given[key]
        if value is not None:
            try:
                check(value)
            except InputError as error:
                problems += [each._replace(place=each.place or merged.place((key,))) for each in error.problems]
    if problems:
        raise InputError(problems)
    return settings
