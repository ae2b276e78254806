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


def reference_size(width: float, height: float) -> tuple[int, int]:
    """Return the size in pixels of a rectified sheet with this width and height in mm."""
    scale = reference_scale(width, height)
    return round(width * scale), round(height * scale)


def reference_scale(width: float, height: float) -> float:
    """Return the pixels per mm of a rectified sheet with this width and height in mm."""
    longest: float = PARAMETERS["template"]["long_side"]
    return longest / max(width, height)
