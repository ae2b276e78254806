from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from sheetgen.api.serving import _announce


def test_without_multicast_it_serves_without_a_name() -> None:
    @contextmanager
    def fail() -> Iterator[None]:
        raise OSError(19, "No such device")
        yield

    with ExitStack() as stack:
        name, trouble = _announce(fail(), stack)
    assert (name, trouble) == (None, "the name sheetgen.local cannot be announced: No such device")
