"""Location of the bundled data files: beside the package in a source tree, inside it once installed."""

from functools import cache
from pathlib import Path


@cache
def folder(name: str) -> Path:
    """Return the path of the folder `templates` or `fonts`."""
    package = Path(__file__).parent
    installed = package / name
    return installed if installed.is_dir() else package.parent / name
