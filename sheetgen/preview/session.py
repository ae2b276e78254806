"""The preview session: rebuilds what the page shows whenever files have changed, one build at a time."""

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from sheetgen.errors import InputError, Problem
from sheetgen.preview.builder import Choices, Defaults, Picture, PreviewContent, build_content, load_edition
from sheetgen.preview.watched_files import Snapshot, named_files, snapshot

PAUSE = 0.15  # seconds before a file is read again that may be half written
TRIES = 6  # how often it is read at most
MAX_KEPT = 8  # choices whose newest state is kept


@dataclass(frozen=True, slots=True)
class PreviewState:
    """The result of a build: the newest content without errors, and the present errors."""

    snapshot: Snapshot  # the files as they were before the build
    files: frozenset[Path]  # the files that the layout consists of, wherever they are
    content: PreviewContent | None
    previous: PreviewContent | None  # a page may still be loading its pictures
    problems: tuple[Problem, ...]


class PreviewSession:
    """Keeps the newest state for each choice, and starts a build when files have changed."""

    def __init__(self, file: Path, defaults: Defaults) -> None:
        self.file = file
        self.defaults = defaults
        self._lock = threading.Lock()
        self._states: OrderedDict[Choices, PreviewState] = OrderedDict()
        self._last_good: PreviewContent | None = None
        self._is_busy = False

    def state(self, choices: Choices) -> tuple[PreviewState | None, bool]:
        """Return the newest state at once, and whether it is outdated, so that a newer one will follow."""
        known = self._states.get(choices)
        is_old = known is None or known.snapshot != snapshot(self.file, known.files)
        with self._lock:
            if choices in self._states:
                self._states.move_to_end(choices)
            if is_old and not self._is_busy and self._states.get(choices) is known:
                self._is_busy = True
                threading.Thread(target=self._build, args=(choices, known), daemon=True).start()
        return known, is_old

    def shown_content(self, state: PreviewState | None) -> PreviewContent | None:
        """Return the content of a state or, if these choices never worked, that of other choices."""
        return state.content if state and state.content else self._last_good

    def picture(self, tag: str) -> Picture | None:
        """Return a picture that is shown now or was shown before the last build."""
        with self._lock:
            contents = [self._last_good]
            contents += [content for state in self._states.values() for content in (state.content, state.previous)]
        pictures = (picture for content in contents if content for picture in content.pictures)
        return next((picture for picture in pictures if picture.tag == tag), None)

    def _build(self, choices: Choices, known: PreviewState | None) -> None:
        """Build a state in a thread of its own. A bug is shown in the terminal, and mentioned on the page."""
        old = known.content if known else None
        failed = (Problem("the program failed on this file", "The terminal shows how."),)
        state = PreviewState(snapshot(self.file, ()), frozenset(), old, old, failed)
        try:
            state = self._settled_state(choices, known)
        finally:
            with self._lock:
                self._states[choices] = state
                if not state.problems:
                    self._last_good = state.content
                while len(self._states) > MAX_KEPT:
                    self._states.popitem(last=False)
                self._is_busy = False

    def _settled_state(self, choices: Choices, known: PreviewState | None) -> PreviewState:
        """Return a state without problems, or with those that remain after a pause in which no file changes."""
        used, old = (known.files, known.content) if known else (frozenset(), None)
        seen: Snapshot = {}
        problems: tuple[Problem, ...] = ()
        for _ in range(TRIES):
            seen = snapshot(self.file, used)
            try:
                edition, files = load_edition(self.file, choices, self.defaults)
                if not files <= used:  # take a snapshot that includes them before they are read
                    used = files
                    seen = snapshot(self.file, used)
                    edition, _ = load_edition(self.file, choices, self.defaults)
                content = build_content(edition, choices.paper, self.defaults.base)
                return PreviewState(seen, used, content, old, ())
            except InputError as error:
                problems = error.problems
            home = self.file.parent
            places = [Path(problem.place.file) for problem in problems if problem.place]
            named = named_files([self.file, *choices.files(home)], home).union(places)
            if not named <= used:  # watch them, to notice when they are fixed
                used |= named
                continue
            time.sleep(PAUSE)
            if seen[self.file.absolute()] and snapshot(self.file, used) == seen:
                break
        return PreviewState(seen, used, old, old, problems)
