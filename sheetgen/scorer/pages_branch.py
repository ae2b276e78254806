"""The branch of a git repository from which hosts such as GitHub Pages serve a site.

All work is done by git's own program, so that its remotes and credentials apply, but with an index and a working tree
in a temporary folder: the files, the index and the branches of the user's repository stay as they are.
"""

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from sheetgen.errors import InputError, suggest
from sheetgen.scorer.site import MARKER, Files, made_files

BRANCH = "gh-pages"
DOMAIN_FILE = "CNAME"  # the file in which GitHub Pages keeps a site's own domain
MAX_NAMED = 3  # files that a message names

_REFERENCE = f"refs/heads/{BRANCH}"
_GITHUB = re.compile(r"(?:https://(?:[^/@]*@)?|ssh://git@|git@)github\.com[:/]([\w.-]+)/([\w.-]+?)(?:\.git)?/?")
# Files are taken as they are: nothing is converted, and a symbolic link cannot lead out of the temporary folder.
_VERBATIM = ("-c", "core.symlinks=false", "-c", "core.autocrlf=false")


class PagesBranch:
    """The branch as it is on the remote, checked out in a temporary folder."""

    def __init__(self, remote: str, temporary: Path, repository: Path | None) -> None:
        """Check the branch out. Without a repository, that of the working directory is used."""
        self._remote = remote
        self._folder = temporary / "files"
        self._folder.mkdir()
        self._environment = {"GIT_DIR": str(repository)} if repository else {}
        self._own_index = {
            "GIT_DIR": self._git("rev-parse", "--absolute-git-dir"),
            "GIT_WORK_TREE": str(self._folder),
            "GIT_INDEX_FILE": str(temporary / "index"),
        }
        self._parent = self._fetch()
        self._tracked = set(self._git_files("ls-files", "-z").split("\0")) - {""}

    def _fetch(self) -> str | None:
        """Check the branch out and return its last commit, or None if the remote does not have the branch."""
        unreachable = f"git cannot read the remote {self._remote!r:.60}"
        if not self._git("ls-remote", "--", self._remote, _REFERENCE, problem=unreachable):
            return None
        self._git("fetch", "--quiet", "--no-tags", "--", self._remote, _REFERENCE, problem=unreachable)
        commit = self._git("rev-parse", "FETCH_HEAD")
        self._git_files("read-tree", commit)
        self._git_files("checkout-index", "--all")
        return commit

    @property
    def is_new(self) -> bool:
        """Whether the remote does not have the branch yet."""
        return self._parent is None

    @property
    def address(self) -> str | None:
        """Address at which GitHub Pages serves the branch: its own domain or GitHub's; None on other hosts."""
        if DOMAIN_FILE in self._tracked:
            return f"https://{(self._folder / DOMAIN_FILE).read_text(encoding='utf-8', errors='replace').strip()}"
        has_name = self._remote in self._git("remote").splitlines()
        return github_pages(self._git("remote", "get-url", "--push", self._remote) if has_name else self._remote)

    def replace_site(self, files: Files) -> list[str]:
        """Replace the site that was pushed before, and return the paths of its files that are gone.

        Raises InputError, and changes nothing, if another file is in the way of one of the site's.
        """
        before = made_files(self._folder) & self._tracked
        others = self._tracked - before - {MARKER}
        folders = {str(parent) for name in files for parent in PurePosixPath(name).parents}
        in_the_way = sorted(name for name in others if name in folders or self._differs(name, files))
        in_the_way += sorted(name for name in files if any(other.startswith(f"{name}/") for other in others))
        if in_the_way:
            more = len(in_the_way) - MAX_NAMED
            some = ", ".join(in_the_way[:MAX_NAMED]) + (f" and {more} more" if more > 0 else "")
            raise InputError.of(
                f"the branch {BRANCH} has files that sheetgen did not make, or that were changed since: {some}",
                "Remove them from the branch, or publish to another repository.",
            )
        gone = sorted(before - files.keys())
        for name in gone:
            (self._folder / name).unlink()
        for name, data in files.items():
            file = self._folder / name
            file.parent.mkdir(exist_ok=True)
            file.write_bytes(data)
        self._git_files("update-index", "--add", "--remove", "-z", "--stdin", given="\0".join([*files, *gone]))
        return gone

    def _differs(self, name: str, files: Files) -> bool:
        return name in files and (self._folder / name).read_bytes() != files[name]

    def push(self, message: str) -> bool:
        """Commit the files and push the branch. Returns whether anything has changed."""
        tree = self._git_files("write-tree")
        if self._parent and tree == self._git("rev-parse", f"{self._parent}^{{tree}}"):
            return False
        parents = ["-p", self._parent] if self._parent else []
        commit = self._git("commit-tree", tree, *parents, "-m", message, problem="git cannot make a commit")
        refused = f"the remote {self._remote!r:.60} refused the branch {BRANCH}"
        self._git("push", "--quiet", "--", self._remote, f"{commit}:{_REFERENCE}", problem=refused)
        return True

    def _git(self, *arguments: str, problem: str | None = None) -> str:
        """Run git where the user would, so that a remote means what it means there."""
        return _git(*arguments, environment=self._environment, problem=problem)

    def _git_files(self, *arguments: str, given: str = "") -> str:
        """Run git on the files of the branch."""
        return _git(*_VERBATIM, *arguments, folder=self._folder, environment=self._own_index, given=given)


def github_pages(url: str) -> str | None:
    """Return the address at which GitHub serves the pages of the repository that git knows by a URL.

    Returns None if the repository is on another host.
    """
    found = _GITHUB.fullmatch(url)
    if not found:
        return None
    host = f"{found[1].lower()}.github.io"
    return f"https://{host}" if found[2].lower() == host else f"https://{host}/{found[2]}"


@contextmanager
def pages_branch(remote: str) -> Iterator[PagesBranch]:
    """Yield the branch of a remote: the name of one in this folder's repository, or the address or path of any.

    Raises InputError if git is missing, if there is no such remote, or if git cannot read it.
    """
    with TemporaryDirectory(prefix="sheetgen-", ignore_cleanup_errors=True) as folder:
        temporary = Path(folder)
        repository = None
        if any(sign in remote for sign in "/\\:"):
            repository = temporary / "repository"
            _git("init", "--quiet", "--bare", str(repository))
        else:
            _require_remote(remote)
        yield PagesBranch(remote, temporary, repository)


def _require_remote(name: str) -> None:
    """Raise an InputError if the working directory is not in a repository that has this remote."""
    hint = "Go to one, or name one: --remote https://github.com/YOU/REPOSITORY.git"
    _git("rev-parse", "--git-dir", hint=hint)
    names = _git("remote").splitlines()
    if name not in names:
        known = suggest(name, names) if names else f"Add one: git remote add {name} ADDRESS"
        raise InputError.of(f"this repository has no remote {name!r:.60}", known)


def _git(
    *arguments: str,
    folder: Path | None = None,
    environment: dict[str, str] | None = None,
    given: str = "",
    problem: str | None = None,
    hint: str | None = None,
) -> str:
    """Run git and return what it prints. If it fails, raise an InputError with the problem, or else what git says."""
    try:
        done = subprocess.run(
            ["git", *arguments],
            cwd=folder,
            env={**os.environ, **(environment or {})},
            input=given,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except FileNotFoundError:
        raise InputError.of("git is not installed", "Publishing needs it. Install git, and try again.") from None
    if done.returncode:
        lines = (line.strip() for line in done.stderr.splitlines() if not line.startswith("hint:"))
        said = f"git says: {' '.join(filter(None, lines))}"
        raise InputError.of(problem or said, hint or (said if problem else None))
    return done.stdout.strip()
