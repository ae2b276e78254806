from __future__ import annotations

from contextlib import ExitStack

import pytest

from sheetgen.api.serving import _announce


def test_without_multicast_it_serves_without_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(19, "No such device")

    monkeypatch.setattr("sheetgen.api.serving.mdns_responder", fail)
    with ExitStack() as stack:
        name, trouble = _announce(["192.168.1.5"], 8717, stack)
    assert (name, trouble) == (None, "the name sheetgen.local cannot be announced: No such device")
    assert _announce([], 8717, ExitStack()) == (None, None)
