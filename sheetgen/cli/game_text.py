"""Records and logs as text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def game_text(data: Mapping[str, Any]) -> str:
    """JSON with a line for each player or turn, so that a line number tells something."""
    return "{" + ",".join(f"\n {json.dumps(key)}: {_value(value)}" for key, value in data.items()) + "\n}\n"


def _value(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ",".join(f"\n  {json.dumps(entry, ensure_ascii=False)}" for entry in value) + "\n ]"
    return json.dumps(value, ensure_ascii=False)
