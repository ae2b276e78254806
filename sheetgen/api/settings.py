"""What a household always uses: `sheetgen.toml` in a folder."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from sheetgen.errors import InputError, Problem
from sheetgen.file_model import Model
from sheetgen.layouts.catalog import load_locale, load_theme
from sheetgen.layouts.files.extend import Merged, is_built_in_name
from sheetgen.layouts.files.source import read_source
from sheetgen.layouts.validation import validate

FILE_NAME = "sheetgen.toml"


class Settings(Model):
    """Values to use where neither an option nor the layout says anything else."""

    paper: str | None = None
    theme: str | None = None
    lang: str | None = None
    scorer_url: str | None = None


def load_settings(folders: Iterable[Path]) -> Settings:
    """Load the settings files in these folders; later ones win."""
    found: dict[str, Any] = {}
    for path in (folder / FILE_NAME for folder in folders):
        if path.is_file():
            found |= _stated(path)
    return Settings(**found)


def _stated(path: Path) -> dict[str, str]:
    """Return the checked settings of a file. Themes and languages of its own lie beside it."""
    from sheetgen.api.addresses import scorer_base
    from sheetgen.drawing.pages.paper import parse_paper

    source = read_source(path)
    merged = Merged(source.data, (source,))
    values = {key: value for key, value in validate(Settings, merged) if value is not None}
    for key in {"theme", "lang"} & values.keys():
        if values[key] and not is_built_in_name(values[key]):
            values[key] = str(path.parent / values[key])
    checks: dict[str, Callable[[str], Any]] = {
        "paper": parse_paper,
        "theme": load_theme,
        "lang": load_locale,
        "scorer_url": scorer_base,
    }
    problems: list[Problem] = []
    for key, value in values.items():
        try:
            checks[key](value)
        except InputError as error:
            problems += [each._replace(place=each.place or merged.place((key,))) for each in error.problems]
    if problems:
        raise InputError(problems)
    return values
