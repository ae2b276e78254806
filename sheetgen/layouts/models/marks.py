"""What annotations say about a value besides its type: how it is read, and its limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Parsed:
    """The value is written in a small language of its own, which `parse` reads. Editors know it by its JSON Schema."""

    def __init__(self, parse: Callable[[Any], Any], schema: dict[str, Any]) -> None:
        self.parse = parse
        self.schema = schema


class Prepared:
    """The value is made ready by a function before it is read. Its JSON Schema may allow another form besides."""

    def __init__(self, prepare: Callable[[Any], Any], other_form: dict[str, Any] | None = None) -> None:
        self.prepare = prepare
        self.other_form = other_form


class Span:
    """The least and the most that a number may be."""

    def __init__(self, least: float, most: float) -> None:
        self.least, self.most = least, most


class Count:
    """The fewest and the most characters of a text, or entries of a list or table."""

    def __init__(self, *, least: int | None = None, most: int) -> None:
        self.least, self.most = least, most


class Pattern:
    """How a name is written."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
