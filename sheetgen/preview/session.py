"""The preview session: rebuilds what the page shows whenever files have changed, one build at a time."""

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from sheetgen.bounded_reading import FileVersion, file_version, recorded_versions
from sheetgen.errors import InputError, Problem
from sheetgen.preview.builder import Choices, Defaults, PreviewContent, build_content, load_edition

PAUSE = 0.15  # seconds before another attempt to read a file that may be half written
MAX_ATTEMPTS = 6  # to read files that may be half written
MAX_STATES = 8  # in memory, one for each combination of choices


@dataclass(frozen=True, slots=True)
class PreviewState:
    """The result of a build: the newest content without errors, and the present errors."""

    versions: dict[Path, FileVersion]  # the files that were read, as they were then
    content: PreviewContent | None
    previous: PreviewContent | None  # content before the build; a page may still be loading its pictures
    problems: tuple[Problem, ...]

    @property
    def is_current(self) -> bool:
        """Whether no file has changed since the build."""
        return all(file_version(path) == version for path, version in self.versions.items())


class PreviewSession:
    """Keeps the newest state for each combination of choices, and starts a build when files have changed."""

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
        is_old = known is None or not known.is_current
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

    def picture(self, tag: str) -> bytes | None:
        """Return the SVG of a page that is shown now or was shown before the last build."""
        with self._lock:
            contents = [self._last_good]
            contents += [content for state in self._states.values() for content in (state.content, state.previous)]
        return next((content.pictures[tag] for content in contents if content and tag in content.pictures), None)

    def _build(self, choices: Choices, known: PreviewState | None) -> None:
        """Build a state in a thread of its own. An unexpected exception is printed, and mentioned on the page."""
        old = known.content if known else None
        failed = (Problem("the program failed on this file", "The terminal shows details."),)
        state = PreviewState({self.file: file_version(self.file)}, old, old, failed)
        try:
            state = self._settled_state(choices, old)
        finally:
            with self._lock:
                self._states[choices] = state
                if not state.problems:
                    self._last_good = state.content
                while len(self._states) > MAX_STATES:
                    self._states.popitem(last=False)
                self._is_busy = False

    def _settled_state(self, choices: Choices, old: PreviewContent | None) -> PreviewState:
        """Return a state without problems, or with those that remain after a pause in which no file changes."""
        for _ in range(MAX_ATTEMPTS):
            state = self._state_now(choices, old)
            if not state.problems:
                break
            time.sleep(PAUSE)
            if file_version(self.file) and state.is_current:
                break
        return state

    def _state_now(self, choices: Choices, old: PreviewContent | None) -> PreviewState:
        with recorded_versions() as versions:
            try:
                edition = load_edition(self.file, choices, self.defaults)
                content = build_content(edition, choices.paper, self.defaults.base)
            except InputError as error:
                return PreviewState(versions, old, old, error.problems)
        return PreviewState(versions, content, old, ())
