"""An engine with the scorer's modules."""

from __future__ import annotations

import pytest

from tests.js.modules import Modules


@pytest.fixture(scope="session")
def modules() -> Modules:
    return Modules()
