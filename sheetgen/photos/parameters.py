"""The parameters of photo reading, which the Python reader and the page's reader share."""

import json
import tomllib
from types import SimpleNamespace

from sheetgen.resources import folder

PARAMETERS = tomllib.loads((folder("templates") / "photos" / "parameters.toml").read_text(encoding="utf-8"))


def parameters(table: str) -> SimpleNamespace:
    """Return a table of the file, with its keys as attributes."""
    return SimpleNamespace(**PARAMETERS[table])


def parameters_json() -> str:
    """Return all parameters as JSON, for the page's reader."""
    return json.dumps(PARAMETERS, separators=(",", ":"))
