"""Folders of simulated games, each complete in itself: an own layout they were played by lies beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import permutations
from pathlib import Path

import tomli_w

from sheetgen.errors import InputError
from sheetgen.layouts.models.layout import Layout
from sheetgen.writers.atomic_files import atomic_folder

_LOOKS = ("theme", "lang", "fonts")
"""What may name other files, and is nothing to the score of a game."""

SaveGames = Callable[[Mapping[int, str]], None]
"""Takes texts by the numbers of their games."""


def name_of_game(layout: Layout, is_built_in: bool) -> dict[str, str]:
    """How the files in a folder say which game they are of."""
    return {"variant": layout.slug} if is_built_in else {"layout": _layout_name(layout)}


def check_apart(paths: Mapping[str, Path | None]) -> None:
    """What is written may not lie in one another's way."""
    given = {option: path.resolve() for option, path in paths.items() if path}
    for (one, inner), (other, outer) in permutations(given.items(), 2):
        if inner.is_relative_to(outer):
            raise InputError.of(f"{one} lies in the way of {other}", "Give each a place of its own.")


@contextmanager
def game_folder(path: Path, games: int, layout: Layout | None) -> Iterator[SaveGames]:
    """A new folder, there only when all games are in it. An own layout goes along, with all that it extends."""
    digits = len(str(games))
    with atomic_folder(path) as temporary:
        if layout:
            data = {key: value for key, value in layout.source.data.items() if key not in _LOOKS}
            text = tomli_w.dumps(data)
            (temporary / _layout_name(layout)).write_text(text, encoding="utf-8", newline="\n")

        def save(texts: Mapping[int, str]) -> None:
            for number, text in texts.items():
                (temporary / f"game-{number:0{digits}}.json").write_text(text, encoding="utf-8", newline="\n")

        yield save


def _layout_name(layout: Layout) -> str:
    return f"{layout.slug}.toml"
