"""Print score sheets and boards for the dice game Qwixx from declarative layouts, and score finished games.

Example:
    >>> import sheetgen as sg
    >>> game = sg.load("bigpoints")
    >>> result = game.audit("Laura: red 2 3 4 5; yellow 3 4; penalties 1")
    >>> result["Laura"].total
    8

`load` returns a `Game`, which makes PDF, SVG, PNG and scorer pages, audits sheets that are read out, and starts
matches. `audit`, `replay`, `simulate`, `scan` and `check` do what the commands of the same names do. Whatever a user
did wrong is an `InputError` with all problems at once. Names are imported when they are used first.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from sheetgen.api.game import Game as Game
    from sheetgen.api.game import load as load
    from sheetgen.api.game import names as names
    from sheetgen.api.layout_files import check as check
    from sheetgen.api.match import Match as Match
    from sheetgen.api.results import Result as Result
    from sheetgen.api.scanning import scan as scan
    from sheetgen.api.scoring import audit as audit
    from sheetgen.api.scoring import replay as replay
    from sheetgen.api.simulation import Simulation as Simulation
    from sheetgen.api.simulation import simulate as simulate
    from sheetgen.errors import InputError as InputError
    from sheetgen.errors import Problem as Problem

_MODULES = {
    "Game": "api.game",
    "InputError": "errors",
    "Match": "api.match",
    "Problem": "errors",
    "Result": "api.results",
    "Simulation": "api.simulation",
    "audit": "api.scoring",
    "check": "api.layout_files",
    "load": "api.game",
    "names": "api.game",
    "replay": "api.scoring",
    "scan": "api.scanning",
    "simulate": "api.simulation",
}

__all__ = [*_MODULES, "__version__"]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"sheetgen.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
