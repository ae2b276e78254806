"""A sign of life, if work takes long."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

import typer

T = TypeVar("T")

PATIENCE = 1.0
"""Seconds that may pass without a sign of life."""


def with_progress(things: Iterable[T], total: int, quiet: bool, label: str = "Pages") -> Iterator[T]:
    """Pass things on; show a bar on stderr from the second on in which they are not all done."""
    if quiet or not sys.stderr.isatty():
        yield from things
        return
    started = time.monotonic()
    iterator = iter(things)
    done = 0
    for thing in iterator:
        yield thing
        done += 1
        if time.monotonic() - started > PATIENCE:
            break
    if done < total:
        with typer.progressbar(iterator, length=total, label=label, file=typer.get_text_stream("stderr")) as bar:
            bar.update(done)
            yield from bar
