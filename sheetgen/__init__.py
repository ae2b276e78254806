"""Print score sheets and boards for the dice game Qwixx from declarative layouts, and score finished games.

Example:
    >>> import sheetgen as sg
    >>> game = sg.load("bigpoints")
    >>> result = game.audit("Laura: red 2 3 4 5; yellow 3 4; penalties 1")
    >>> result["Laura"].total
    8

`load` returns a `Game`, which writes PDF, SVG and PNG files and scorer pages, scores sheets that are read out, and
starts matches. `audit` does what `sheetgen score` does; `replay`, `simulate`, `scan` and `check` are named like their
commands. Errors in user input raise one `InputError` with all problems. Names are imported on first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from sheetgen.api.game import Game as Game, load as load, names as names
    from sheetgen.api.layout_files import check as check
    from sheetgen.api.match import Match as Match
    from sheetgen.api.scanning import scan as scan
    from sheetgen.api.scoring import Result as Result, audit as audit, replay as replay
    from sheetgen.api.simulation import Simulation as Simulation, perft as perft, simulate as simulate
    from sheetgen.errors import InputError as InputError, Problem as Problem

_NAMES = {
    "sheetgen.api.game": ["Game", "load", "names"],
    "sheetgen.api.layout_files": ["check"],
    "sheetgen.api.match": ["Match"],
    "sheetgen.api.scanning": ["scan"],
    "sheetgen.api.scoring": ["Result", "audit", "replay"],
    "sheetgen.api.simulation": ["Simulation", "perft", "simulate"],
    "sheetgen.errors": ["InputError", "Problem"],
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names}

__all__ = [*_MODULES, "__version__"]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
