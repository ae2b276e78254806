"""Layouts that play together: the rulebook of a layout with those of the layouts that it names."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from sheetgen.errors import Problem, suggest
from sheetgen.layouts.files.merge import Merged, built_in_names, load_built_in
from sheetgen.layouts.layout import Layout
from sheetgen.layouts.validation import validate
from sheetgen.rules.game_spec import GameSpec, compile_rulebook
from sheetgen.rules.rulebook import Rulebook

# Keys of a rulebook's data in which sheets at one table may differ; of rows, see `_shared_rules`.
_OWN_RULES = ("rows", "requirements", "scores", "twice", "links", "lucky", "sheets")


def rulebook_of(layout: Layout) -> Rulebook:
    """Return the rulebook of a layout, with those of the layouts that it plays together with."""
    rulebook = compile_rulebook(layout.game)
    names = [name for name in layout.game.together if name in built_in_names("layouts") and name != layout.slug]
    companions = {name: replace(compile_rulebook(companion(name).game), slug=name) for name in names}
    fitting = {name: other for name, other in companions.items() if _difference(rulebook, other) is None}
    return replace(rulebook, slug=layout.slug, companions=fitting)


@cache
def companion(name: str) -> Layout:
    """Return a built-in layout; which layouts it plays together with is not checked."""
    return validate(Layout, load_built_in("layouts", name))


def companion_problems(game: GameSpec, merged: Merged) -> Iterator[Problem]:
    """Yield every layout that cannot be played together with this game.

    Those that an extended layout names are left out instead.
    """
    at = ("game", "together")
    if not game.together or merged.source_of(at) is not merged.sources[0]:
        return
    for index, name in enumerate(game.together):
        if name not in built_in_names("layouts"):
            hint = suggest(name, built_in_names("layouts"))
            yield merged.problem((*at, index), f"there is no built-in layout {name!r}", hint)
        elif difference := _difference(compile_rulebook(game), compile_rulebook(companion(name).game)):
            message = f"this game cannot be played together with {name!r}: {difference}"
            hint = "Players share everything but the cells of rows; neither layout may be shuffled."
            yield merged.problem((*at, index), message, hint)


def _difference(one: Rulebook, other: Rulebook) -> str | None:
    """Return the first key in which two rulebooks differ, but that all players of a game share; None if they fit."""
    own, others = _shared_rules(one), _shared_rules(other)
    if "shuffle" in own or "shuffle" in others:
        return "shuffle"  # a code would not tell which layout it belongs to
    return next((key for key in {**own, **others} if own.get(key) != others.get(key)), None)


def _shared_rules(rulebook: Rulebook) -> dict[str, Any]:
    """Return the rules that all players of a game share: which rows, locks and sums there are, but not the cells."""
    data = rulebook.to_data()
    rows = [(row.id, row.kind, row.lock.colour if row.lock else None) for row in rulebook.rows]
    lines = [line.id for line in rulebook.scores]
    return {"rows": rows, "lines": lines, **{key: value for key, value in data.items() if key not in _OWN_RULES}}
