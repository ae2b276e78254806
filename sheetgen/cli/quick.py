"""Simple values of options without a library for difficult ones.

Typer passes every value through pydantic, even those that nobody gave. To load it takes as long as to print a page, so
what is plain to see is taken as it is: nothing, a text, a number, the path of a file. All else goes Typer's way, and so
does what is wrong, for it has the words to say so.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, get_args, get_origin

from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

Parameter = TyperOption | TyperArgument

_ASKED = ("type_descriptor", "min", "max")
"""What is asked of Typer's parameters. They are no part of what it promises, so whoever lacks one goes Typer's way."""


class QuickCommand(TyperCommand):
    """A command whose options and arguments take simple values at once."""

    def get_params(self, ctx: Any) -> Any:
        """All of them, that for help too."""
        return _quickened(super().get_params(ctx))


class QuickGroup(TyperGroup):
    """The like, for what stands before the command."""

    def get_params(self, ctx: Any) -> Any:
        """All of them, that for help too."""
        return _quickened(super().get_params(ctx))


class _QuickOption(TyperOption):
    def process_value(self, ctx: Any, value: Any) -> Any:
        return _processed(self, ctx, value, super().process_value)


class _QuickArgument(TyperArgument):
    def process_value(self, ctx: Any, value: Any) -> Any:
        return _processed(self, ctx, value, super().process_value)


def _quickened(parameters: Sequence[Any]) -> Sequence[Any]:
    """Typer makes the parameters itself and can be given no classes of ours, so they change their class.

    Versions of Typer that do not use pydantic have no descriptors of types, and need none of this.
    """
    quick: dict[type, type] = {TyperOption: _QuickOption, TyperArgument: _QuickArgument}
    for parameter in parameters:
        if type(parameter) in quick and all(hasattr(parameter, name) for name in _ASKED):
            parameter.__class__ = quick[type(parameter)]
    return parameters


def _processed(parameter: Parameter, ctx: Any, value: Any, typers_way: Callable[[Any, Any], Any]) -> Any:
    wanted = getattr(parameter.type_descriptor, "annotation", None)
    simple = None if value is None else _simple(parameter, wanted, value)
    if simple is None and (parameter.required or value is not None):
        return typers_way(ctx, value)
    return parameter.callback(ctx, parameter, simple) if parameter.callback else simple


def _simple(parameter: Parameter, wanted: Any, value: Any) -> Any:
    """The value as the command wants it, or None if that is not plain to see."""
    if isinstance(value, list | tuple) and get_origin(wanted) is list:
        values = [_simple(parameter, get_args(wanted)[0], each) for each in value]
        return None if None in values or not values else values
    if type(value) is wanted:
        return value if wanted is not str or value.isprintable() else None
    if not isinstance(value, str) or not value.isprintable():
        return None
    if wanted is Path:  # Typer refuses files that are there and cannot be read
        return Path(value) if os.access(value, os.R_OK) or not os.path.lexists(value) else None
    if wanted is int and re.fullmatch("-?[0-9]{1,9}", value):
        low, high = parameter.min, parameter.max
        return int(value) if (low is None or int(value) >= low) and (high is None or int(value) <= high) else None
    return None
