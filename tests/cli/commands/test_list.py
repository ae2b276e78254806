"""`sheetgen list`."""

from __future__ import annotations

from typing import Any

from tests.helpers import LANGUAGES, THEMES, VARIANTS, run


def test_list_has_a_line_for_each(capsys: Any) -> None:
    lines = run(capsys, "list").output.splitlines()
    for name in (*VARIANTS, *THEMES, *LANGUAGES, "letter"):
        assert sum(line.split()[:1] == [name] for line in lines) == 1
