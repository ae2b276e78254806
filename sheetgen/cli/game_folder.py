"""A folder of simulated games, complete in itself: the layout they were played by lies beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from sheetgen.errors import InputError
from sheetgen.layouts.extend import load_file
from sheetgen.resources import folder
from sheetgen.writers.files import whole_folder

SaveGames = Callable[[Mapping[int, str]], None]
"""Takes texts by the numbers of their games."""


def name_of_game(variant: str | None, layout: Path | None) -> dict[str, str]:
    """How the files in the folder say which game they are of."""
    return {"layout": layout.name} if layout else {"variant": str(variant)}


def check_folders(records: Path | None, logs: Path | None) -> None:
    """Records and logs have the same names, so they cannot share a folder."""
    if records and logs and records.resolve() == logs.resolve():
        raise InputError.of("--records and --logs name the same folder", "Give each a folder of its own.")


@contextmanager
def game_folder(path: Path, games: int, layout: Path | None) -> Iterator[SaveGames]:
    """A new folder, there only when all games are in it."""
    digits = len(str(games))
    with whole_folder(path) as temporary:
        if layout:
            _copy_layout(layout, temporary)

        def save(texts: Mapping[int, str]) -> None:
            for number, text in texts.items():
                (temporary / f"game-{number:0{digits}}.json").write_text(text, encoding="utf-8")

        yield save


def _copy_layout(layout: Path, target: Path) -> None:
    """The layout file, and what it extends of the user's own."""
    home, built_in = layout.resolve().parent, folder("templates").resolve()
    for source in load_file("layouts", layout).sources:
        path = source.path.resolve()
        if not path.is_relative_to(built_in):
            copy = target / (path.relative_to(home) if path != layout.resolve() else layout.name)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(source.text, encoding="utf-8")
