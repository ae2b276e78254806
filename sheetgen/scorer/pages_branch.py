"""The branch of a git repository from which hosts such as GitHub Pages serve a site.

All work is done by git's own program, so that its remotes and credentials apply. Files go directly from and to git's
objects, with an index in a temporary folder: the files, the index and the branches of the user's repository stay as
they are, and no attributes or filters change what is published.
"""

import os
import re
import subprocess
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import NamedTuple

from sheetgen.errors import InputError, suggest
from sheetgen.scorer.site import MARKER, Files, unchanged_files

BRANCH = "gh-pages"
DOMAIN_FILE = "CNAME"  # the file in which GitHub Pages keeps a site's own domain
MAX_NAMED = 3  # files that a message names

_REFERENCE = f"refs/heads/{BRANCH}"
_GITHUB = re.compile(r"(?:https://(?:[^/@]*@)?|ssh://git@|git@)github\.com[:/]([\w.-]+)/([\w.-]+?)(?:\.git)?/?")
_FILE_MODE = "100644"
_FILE_MODES = (_FILE_MODE, "100755")  # other entries are symbolic links and submodules
_REMOVED = ("0", "0" * 40)  # mode and id that remove an entry from an index
# Variables that git sets in its hooks, which would lead to another repository, working tree or index.
_REPOSITORY_VARIABLES = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX")
_FALLBACK_IDENTITY = ("-c", "user.name=sheetgen", "-c", "user.email=sheetgen@localhost")


class _Entry(NamedTuple):
    """An entry of the branch's tree."""

    mode: str
    id: str


class PagesBranch:
    """The branch as it is on the remote."""

    def __init__(self, remote: str, temporary: Path, repository: Path | None) -> None:
        """Fetch the branch. Without a repository, that of the working directory is used."""
        self._remote = remote
        self._name = without_password(remote)
        self._temporary = temporary
        self._environment = {"GIT_INDEX_FILE": str(temporary / "index")}
        if repository:
            self._environment["GIT_DIR"] = str(repository)
        self._parent = self._fetch()
        self._entries = dict(self._listed_entries()) if self._parent else {}

    def _fetch(self) -> str | None:
        """Fetch the last commit and return its id, or None if the remote does not have the branch."""
        unreachable = f"git cannot read the remote {self._name!r:.60}"
        listed = self._git("ls-remote", "--", self._remote, _REFERENCE, problem=unreachable)
        if not listed:
            return None
        commit = listed.split(b"\t")[0].decode()
        self._git("fetch", "--quiet", "--no-tags", "--", self._remote, _REFERENCE, problem=unreachable)
        self._git("read-tree", commit)
        return commit

    def _listed_entries(self) -> Iterator[tuple[str, _Entry]]:
        """Yield all paths of the branch with their entries."""
        for line in self._git("ls-files", "--stage", "-z").split(b"\0")[:-1]:
            head, _, path = os.fsdecode(line).partition("\t")
            mode, id, _ = head.split(" ")
            yield path, _Entry(mode, id)

    @property
    def is_new(self) -> bool:
        """Whether the remote does not have the branch yet."""
        return self._parent is None

    @property
    def address(self) -> str | None:
        """Address at which GitHub Pages serves the branch: its own domain or GitHub's; None on other hosts."""
        if domain := self._contents([DOMAIN_FILE]):
            return f"https://{domain[DOMAIN_FILE].decode(errors='replace').strip()}"
        is_name = self._remote in self._git("remote").decode().splitlines()
        url = self._git("remote", "get-url", "--push", self._remote).decode().strip() if is_name else self._remote
        return github_pages(url)

    @property
    def site(self) -> set[str]:
        """The paths of the site's files that are as they were pushed."""
        return unchanged_files(self._contents)

    def replace_site(self, files: Files) -> None:
        """Replace the files of the site. Raises InputError, and changes nothing, if another file is in their way."""
        site = self.site
        self._require_room(files, self._entries.keys() - site - {MARKER})
        ids = self._write_objects(files)
        entries = {name: (_FILE_MODE, id) for name, id in ids.items()} | dict.fromkeys(site - files.keys(), _REMOVED)
        lines = (f"{mode} {id}\t{path}\0" for path, (mode, id) in entries.items())
        self._git("update-index", "-z", "--index-info", standard_input="".join(lines).encode())

    def _require_room(self, files: Files, others: Collection[str]) -> None:
        """Raise an InputError if files of others, or folders with such files, have the names of the site's files."""
        folders = {str(parent) for name in files for parent in PurePosixPath(name).parents}
        contents = self._contents([name for name in others if name in files])
        in_the_way = {name for name in others if name in folders}
        in_the_way |= {name for name in others if name in files and contents.get(name) != files[name]}
        in_the_way |= {name for name in files if any(other.startswith(f"{name}/") for other in others)}
        if MARKER in self._entries and self._entries[MARKER].mode not in _FILE_MODES:
            in_the_way.add(MARKER)
        if in_the_way:
            more = len(in_the_way) - MAX_NAMED
            named = ", ".join(sorted(in_the_way)[:MAX_NAMED]) + (f" and {more} more" if more > 0 else "")
            raise InputError.of(
                f"the branch {BRANCH} has files that sheetgen did not make, or that were changed since: {named}",
                "Remove them from the branch, or publish to another repository.",
            )

    def push(self, message: str) -> bool:
        """Commit the files and push the branch. Returns whether anything has changed."""
        tree = self._git("write-tree").decode().strip()
        if self._parent and tree == self._git("rev-parse", f"{self._parent}^{{tree}}").decode().strip():
            return False
        parents = ["-p", self._parent] if self._parent else []
        command = (*self._identity(), "commit-tree", tree, *parents, "-m", message)
        commit = self._git(*command, problem="git cannot make a commit").decode().strip()
        refused = f"the remote {self._name!r:.60} refused the branch {BRANCH}"
        self._git("push", "--quiet", "--", self._remote, f"{commit}:{_REFERENCE}", problem=refused)
        return True

    def _identity(self) -> Sequence[str]:
        """Return options that name who commits, if git does not know it."""
        try:
            self._git("var", "GIT_COMMITTER_IDENT")
        except InputError:
            return _FALLBACK_IDENTITY
        return ()

    def _contents(self, paths: Collection[str]) -> dict[str, bytes]:
        """Return the contents of those of these paths that are regular files on the branch."""
        entries = {path: self._entries[path] for path in paths if path in self._entries}
        ids = {path: entry.id for path, entry in entries.items() if entry.mode in _FILE_MODES}
        listed = "".join(f"{id}\n" for id in ids.values()).encode()
        output = self._git("cat-file", "--batch", standard_input=listed) if ids else b""
        contents = {}
        for path in ids:  # each has a line `id blob SIZE`, the content, and a newline
            head, _, rest = output.partition(b"\n")
            size = int(head.rpartition(b" ")[2])
            contents[path], output = rest[:size], rest[size + 1 :]
        return contents

    def _write_objects(self, files: Files) -> dict[str, str]:
        """Write files as objects of git, and return their ids by their paths."""
        written = [self._temporary / str(number) for number in range(len(files))]
        for file, data in zip(written, files.values(), strict=True):
            file.write_bytes(data)
        listed = "".join(f"{file}\n" for file in written).encode()
        ids = self._git("hash-object", "-w", "--no-filters", "--stdin-paths", standard_input=listed).decode().split()
        return dict(zip(files, ids, strict=True))

    def _git(self, *arguments: str, standard_input: bytes = b"", problem: str = "git failed") -> bytes:
        return run_git(*arguments, environment=self._environment, standard_input=standard_input, problem=problem)


def github_pages(url: str) -> str | None:
    """Return the address at which GitHub serves the pages of the repository that git knows by a URL.

    Returns None if the repository is on another host.
    """
    found = _GITHUB.fullmatch(url)
    if not found:
        return None
    host = f"{found[1].lower()}.github.io"
    return f"https://{host}" if found[2].lower() == host else f"https://{host}/{found[2]}"


def without_password(text: str) -> str:
    """Return a text without the user names and passwords in its URLs."""
    return re.sub(r"(https?://)[^/@\s]*@", r"\1", text)


@contextmanager
def pages_branch(remote: str) -> Iterator[PagesBranch]:
    """Yield the branch of a remote: the name of one in this folder's repository, or the address or path of any.

    Raises InputError if git is missing, if there is no such remote, or if git cannot read it.
    """
    with TemporaryDirectory(prefix="sheetgen-", ignore_cleanup_errors=True) as folder:
        temporary = Path(folder)
        repository = None
        if not _is_name(remote):
            repository = temporary / "repository"
            run_git("init", "--quiet", "--bare", str(repository))
        yield PagesBranch(remote, temporary, repository)


def _is_name(remote: str) -> bool:
    """Return whether a remote is given by its name. Raises InputError if it is neither a name nor an address."""
    looks_like_address = any(sign in remote for sign in "/\\:")
    hint = "Make one, for instance at github.com/new, and name it: --remote https://github.com/YOU/REPOSITORY.git"
    try:
        names = run_git("remote", problem="publishing needs a git repository", hint=hint).decode().splitlines()
    except InputError:
        if looks_like_address:
            return False
        raise
    if remote in names:
        return True
    if not looks_like_address:
        known = suggest(remote, names) if names else f"Add one: git remote add {remote} ADDRESS"
        raise InputError.of(f"this repository has no remote {remote!r:.60}", known)
    return False


def run_git(
    *arguments: str,
    environment: Mapping[str, str] | None = None,
    standard_input: bytes = b"",
    problem: str = "git failed",
    hint: str | None = None,
) -> bytes:
    """Run git and return what it prints. If it fails, raise an InputError with the problem, hint and git's words."""
    inherited = {name: value for name, value in os.environ.items() if name not in _REPOSITORY_VARIABLES}
    try:
        done = subprocess.run(
            ["git", *arguments],
            env={**inherited, **(environment or {})},
            input=standard_input,
            capture_output=True,
            check=False,
        )
    except FileNotFoundError:
        raise InputError.of("git is not installed", "Publishing needs it. Install git, and try again.") from None
    if done.returncode:
        lines = done.stderr.decode(errors="replace").splitlines()
        words = " ".join(line.strip() for line in lines if line.strip() and not line.startswith("hint:"))
        said = without_password(f"git says: {words}")
        raise InputError.of(problem, f"{hint} ({said})" if hint else said)
    return done.stdout
