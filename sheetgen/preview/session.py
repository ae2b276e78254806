"""Makes what the page shows, one thing at a time, whenever files have changed."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from sheetgen.errors import InputError, Problem
from sheetgen.preview.builder import Choices, Defaults, Made, Picture, draw, load
from sheetgen.preview.files import Snapshot, named_files, snapshot

PAUSE = 0.15
TRIES = 6
"""A file that is just being saved may be missing or half written. It is read again after a pause, so often at most."""
MOST_KEPT = 8
"""For so many choices at once, the newest is kept."""


@dataclass(frozen=True, slots=True)
class Showing:
    """What there is to see: the newest that was good, and what is wrong by now."""

    seen: Snapshot
    used: frozenset[Path]
    made: Made | None
    before: Made | None
    """What a page may still be loading."""
    problems: tuple[Problem, ...]


class Workshop:
    """Knows the newest finished version for each choice, and begins a newer one when it is outdated."""

    def __init__(self, file: Path, defaults: Defaults) -> None:
        self.file = file
        self.defaults = defaults
        self._lock = threading.Lock()
        self._showings: OrderedDict[Choices, Showing] = OrderedDict()
        self._last_good: Made | None = None
        self._is_busy = False

    def look(self, choices: Choices) -> tuple[Showing | None, bool]:
        """The newest finished version, at once; and whether a newer one is to come."""
        known = self._showings.get(choices)
        is_old = known is None or known.seen != snapshot(self.file, known.used)
        with self._lock:
            if choices in self._showings:
                self._showings.move_to_end(choices)
            if is_old and not self._is_busy and self._showings.get(choices) is known:
                self._is_busy = True
                threading.Thread(target=self._make, args=(choices, known), daemon=True).start()
        return known, is_old

    def good(self, showing: Showing | None) -> Made | None:
        """What can be seen of it; or of other choices, if it never was good with these."""
        return showing.made if showing and showing.made else self._last_good

    def picture(self, tag: str) -> Picture | None:
        """A picture that is shown, or was until just now."""
        with self._lock:
            kept = [self._last_good, *(made for each in self._showings.values() for made in (each.made, each.before))]
        return next((picture for made in kept if made for picture in made.pictures if picture.tag == tag), None)

    def _make(self, choices: Choices, known: Showing | None) -> None:
        """In a thread of its own. A failure of the program is shown on the terminal, and told on the page."""
        old = known.made if known else None
        failed = (Problem("the program failed on this file", "The terminal shows how."),)
        showing = Showing(snapshot(self.file, ()), frozenset(), old, old, failed)
        try:
            showing = self._settled(choices, known)
        finally:
            with self._lock:
                self._showings[choices] = showing
                if not showing.problems:
                    self._last_good = showing.made
                while len(self._showings) > MOST_KEPT:
                    self._showings.popitem(last=False)
                self._is_busy = False

    def _settled(self, choices: Choices, known: Showing | None) -> Showing:
        """What is good, or what is still wrong after a pause in which no file changes."""
        used, old = (known.used, known.made) if known else (frozenset(), None)
        seen: Snapshot = {}
        problems: tuple[Problem, ...] = ()
        for _ in range(TRIES):
            seen = snapshot(self.file, used)
            try:
                loaded = load(self.file, choices, self.defaults)
                if not loaded.files <= used:  # now that they are known, mark them before they are read
                    used = loaded.files
                    seen = snapshot(self.file, used)
                    loaded = load(self.file, choices, self.defaults)
                made = draw(loaded.edition, choices.paper, self.defaults.base)
                return Showing(seen, used, made, old, ())
            except InputError as error:
                problems = error.problems
            if not (named := self._named(choices, problems)) <= used:  # who mends these is to be noticed, too
                used |= named
                continue
            time.sleep(PAUSE)
            if seen[self.file.absolute()] and snapshot(self.file, used) == seen:
                break
        return Showing(seen, used, old, old, problems)

    def _named(self, choices: Choices, problems: Iterable[Problem]) -> frozenset[Path]:
        """The files that a layout with problems would need, as far as can be seen, and those that problems are in."""
        home = self.file.parent
        places = [Path(problem.place.file) for problem in problems if problem.place]
        return named_files([self.file, *choices.files(home)], home).union(places)
