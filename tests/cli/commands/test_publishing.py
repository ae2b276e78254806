"""`sheetgen publish`: what reaches the branch of a real repository on the disk, what it tells, and what it refuses."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from sheetgen.api import publishing
from sheetgen.api.serving import ScorerPages, make_pages
from sheetgen.api.settings import Settings
from sheetgen.scorer.site import MARKER
from tests.cli.terminal import at_terminal
from tests.helpers import PROJECT, VARIANTS, run

ADDRESS = "https://club.example/games"
AT = ("--base-url", ADDRESS)


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def branch_files(repository: Path) -> set[str]:
    return set(git(repository, "ls-tree", "-r", "--name-only", "gh-pages").splitlines())


def commits(repository: Path) -> int:
    return int(git(repository, "rev-list", "--count", "gh-pages"))


@pytest.fixture(scope="module")
def built_in_pages() -> ScorerPages:
    return make_pages((), (), Settings, on_site=True)


@pytest.fixture(autouse=True)
def quick_pages(built_in_pages: ScorerPages, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages of the built-in layouts are made once for all tests, which are about what happens to them."""

    def pages(layouts: Sequence[Path], *others: Any, **options: Any) -> ScorerPages:
        return make_pages(layouts, *others, **options) if layouts else built_in_pages

    monkeypatch.setattr(publishing, "make_pages", pages)


@pytest.fixture(autouse=True)
def git_user(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's settings but these."""
    config = own_folder.parent / "gitconfig"
    config.write_text("[user]\nname = Anna\nemail = anna@club.example\n[init]\ndefaultBranch = main\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(config))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


@pytest.fixture
def remote(own_folder: Path) -> Path:
    """A bare repository, the remote `origin` of one in the working directory, which has a commit."""
    bare = own_folder.parent / "remote.git"
    git(own_folder, "init", "--quiet", "--bare", str(bare))
    git(own_folder, "init", "--quiet")
    (own_folder / "notes.txt").write_text("mine")
    git(own_folder, "add", "notes.txt")
    git(own_folder, "commit", "--quiet", "-m", "Notes")
    git(own_folder, "remote", "add", "origin", "../remote.git")
    return bare


def add_to_branch(remote: Path, name: str, content: str) -> None:
    """Commit a file to the branch from elsewhere, as its owner could."""
    clone = remote.parent / f"clone-{commits(remote) if branch_exists(remote) else 0}"
    git(remote.parent, "clone", "--quiet", str(remote), str(clone))
    if branch_exists(remote):
        git(clone, "checkout", "--quiet", "gh-pages")
    else:
        git(clone, "checkout", "--quiet", "--orphan", "gh-pages")
    file = clone / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(content)
    git(clone, "add", "--force", name)
    git(clone, "commit", "--quiet", "-m", "By hand")
    git(clone, "push", "--quiet", "origin", "gh-pages")


def branch_exists(remote: Path) -> bool:
    return bool(git(remote, "branch", "--list", "gh-pages"))


def test_the_first_run_makes_the_branch_and_tells_the_address(remote: Path, capsys: Any) -> None:
    outcome = run(capsys, "publish", *AT)
    assert outcome.status == 0, outcome.errors
    assert outcome.output.startswith(f"Published {ADDRESS}\n  branch  gh-pages of origin\n  scorers ")
    assert outcome.output.endswith(f"--scorer-url {ADDRESS}\n")
    assert {".nojekyll", "index.html", "404.html", "sw.js", *(f"{name}/index.html" for name in VARIANTS)} <= (
        branch_files(remote)
    )
    assert commits(remote) == 1
    assert f'href="/games/{VARIANTS[0]}/"' in git(remote, "show", "gh-pages:404.html")


def test_the_next_run_changes_only_what_is_new(remote: Path, own_folder: Path, capsys: Any) -> None:
    run(capsys, "publish", *AT)
    before = branch_files(remote)
    again = run(capsys, "publish", *AT)
    assert again.output.startswith(f"{ADDRESS} is up to date\n")
    assert commits(remote) == 1
    (own_folder / "mine.toml").write_text('extends = "classic"\nslug = "our-club"\ntitle = "Our Club"\n')
    assert run(capsys, "publish", *AT, "--layout", "mine.toml").output.startswith(f"Published {ADDRESS}\n")
    assert commits(remote) == 2
    assert {name for name in branch_files(remote) - before if name.endswith(".html")} == {"our-club/index.html"}


def test_a_published_layout_is_removed_only_on_purpose(remote: Path, own_folder: Path, capsys: Any) -> None:
    """Sheets may have been printed for it."""
    (own_folder / "mine.toml").write_text('extends = "classic"\nslug = "our-club"\ntitle = "Our Club"\n')
    run(capsys, "publish", *AT, "--layout", "mine.toml")
    before = branch_files(remote)
    outcome = run(capsys, "publish", *AT, "--quiet")
    assert outcome.status == 2
    assert "error: the scorer of our-club would be gone" in outcome.errors
    assert "--remove our-club." in outcome.errors
    assert branch_files(remote) == before and commits(remote) == 1
    assert run(capsys, "publish", *AT, "--remove", "our-club").status == 0
    assert before - branch_files(remote) == {"our-club/index.html", "our-club/picture.svg"}


def test_other_files_on_the_branch_are_kept(remote: Path, capsys: Any) -> None:
    add_to_branch(remote, "rules/house.txt", "no peeking")
    assert run(capsys, "publish", *AT).status == 0
    add_to_branch(remote, "classic/notes.txt", "ours")
    assert run(capsys, "publish", *AT).status == 0
    for name, content in (("rules/house.txt", "no peeking"), ("classic/notes.txt", "ours")):
        assert git(remote, "show", f"gh-pages:{name}") == content


@pytest.mark.parametrize("name", ["index.html", "classic/index.html", "classic", "index.html/notes.txt"])
def test_a_file_of_others_in_its_way_is_not_replaced(remote: Path, name: str, capsys: Any) -> None:
    add_to_branch(remote, name, "mine")
    outcome = run(capsys, "publish", *AT)
    assert outcome.status == 2 and outcome.output == ""
    assert "the branch gh-pages has files that sheetgen did not make" in outcome.errors
    assert git(remote, "show", f"gh-pages:{name}") == "mine" and commits(remote) == 1


def test_one_of_its_own_files_that_was_changed_since_is_not_replaced(remote: Path, capsys: Any) -> None:
    run(capsys, "publish", *AT)
    add_to_branch(remote, "index.html", "mine")
    outcome = run(capsys, "publish", *AT)
    assert outcome.status == 2 and "or that were changed since: index.html" in outcome.errors


def test_links_on_the_branch_lead_nowhere(remote: Path, own_folder: Path, capsys: Any) -> None:
    """The branch may come from strangers: what it links to is neither read nor replaced."""
    (own_folder / "outside").mkdir()
    clone = own_folder.parent / "clone"
    git(own_folder, "clone", "--quiet", str(remote), str(clone))
    git(clone, "checkout", "--quiet", "--orphan", "gh-pages")
    for name, target in {"classic": "outside", "CNAME": "notes.txt", MARKER: "notes.txt"}.items():
        (clone / name).symlink_to(own_folder / target)
        git(clone, "add", name)
    git(clone, "commit", "--quiet", "-m", "Links")
    git(clone, "push", "--quiet", "origin", "gh-pages")
    outcome = run(capsys, "publish", *AT)
    assert outcome.status == 2 and f": classic, {MARKER}\n" in outcome.errors
    assert list((own_folder / "outside").iterdir()) == []
    assert "Give it with --base-url." in run(capsys, "publish").errors, "a link is no domain"


def test_a_submodule_in_its_way_is_not_replaced(remote: Path, own_folder: Path, capsys: Any) -> None:
    add_to_branch(remote, "notes.txt", "mine")
    clone = own_folder.parent / "submodule"
    git(own_folder, "clone", "--quiet", "--branch", "gh-pages", str(remote), str(clone))
    git(clone, "update-index", "--add", "--cacheinfo", f"160000,{git(clone, 'rev-parse', 'HEAD')},index.html")
    git(clone, "commit", "--quiet", "-m", "Submodule")
    git(clone, "push", "--quiet", "origin", "gh-pages")
    outcome = run(capsys, "publish", *AT)
    assert outcome.status == 2 and "or that were changed since: index.html\n" in outcome.errors


def test_attributes_do_not_change_what_is_published(remote: Path, own_folder: Path, capsys: Any) -> None:
    """On the branch, and of whoever publishes."""
    add_to_branch(remote, ".gitattributes", "* text eol=crlf\n")
    (own_folder.parent / "attributes").write_text("* text\n")
    git(own_folder, "config", "core.attributesFile", str(own_folder.parent / "attributes"))
    assert run(capsys, "publish", *AT).status == 0
    shown = subprocess.run(["git", "-C", str(remote), "show", "gh-pages:icon-192.png"], capture_output=True, check=True)
    assert shown.stdout == (PROJECT / "templates" / "scorer" / "app" / "icon-192.png").read_bytes()
    assert run(capsys, "publish", *AT).output.startswith(f"{ADDRESS} is up to date\n")


def test_the_users_repository_stays_as_it_is_even_if_its_tree_is_dirty(
    remote: Path, own_folder: Path, capsys: Any
) -> None:
    (own_folder / "notes.txt").write_text("changed")
    (own_folder / "new.txt").write_text("new")
    git(own_folder, "add", "new.txt")
    before = [git(own_folder, *asked) for asked in (("status", "--porcelain"), ("rev-parse", "HEAD"), ("branch",))]
    assert run(capsys, "publish", *AT).status == 0
    assert before == [
        git(own_folder, *asked) for asked in (("status", "--porcelain"), ("rev-parse", "HEAD"), ("branch",))
    ]
    assert {path.name for path in own_folder.iterdir()} == {".git", "notes.txt", "new.txt"}


def test_it_works_from_a_folder_within_and_with_the_path_of_any_repository(
    remote: Path, own_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    (own_folder / "within").mkdir()
    monkeypatch.chdir(own_folder.parent)
    assert run(capsys, "publish", "--remote", "./remote.git", *AT).status == 0
    assert commits(remote) == 1
    git(own_folder, "remote", "set-url", "origin", str(remote))
    monkeypatch.chdir(own_folder / "within")
    assert run(capsys, "publish", *AT).output.startswith(f"{ADDRESS} is up to date")


def test_a_domain_of_its_own_is_known(remote: Path, capsys: Any) -> None:
    add_to_branch(remote, "CNAME", "games.club.example\n")
    assert run(capsys, "publish").output.startswith("Published https://games.club.example\n")
    assert git(remote, "show", "gh-pages:CNAME") == "games.club.example"


def test_without_a_known_address_it_asks_for_one(remote: Path, capsys: Any) -> None:
    outcome = run(capsys, "publish")
    assert outcome.status == 2 and "Give it with --base-url." in outcome.errors
    assert not branch_exists(remote)


def test_no_repository_and_no_remote(own_folder: Path, capsys: Any) -> None:
    outcome = run(capsys, "publish", *AT)
    assert outcome.status == 2
    assert outcome.errors.startswith(
        "error: publishing needs a git repository\n    Make one, for instance at github.com/new"
    )
    git(own_folder, "init", "--quiet")
    assert "Add one: git remote add origin ADDRESS" in run(capsys, "publish", *AT).errors
    git(own_folder, "remote", "add", "upstream", "../nowhere.git")
    assert "Did you mean 'upstream'?" in run(capsys, "publish", *AT, "--remote", "upstraem").errors
    outcome = run(capsys, "publish", *AT, "--remote", "upstream")
    assert outcome.status == 2 and "git cannot read the remote 'upstream'\n    git says: " in outcome.errors


def test_the_name_of_a_remote_may_look_like_a_path(remote: Path, own_folder: Path, capsys: Any) -> None:
    git(own_folder, "remote", "rename", "origin", "team/site")
    assert run(capsys, "publish", *AT, "--remote", "team/site").status == 0
    assert commits(remote) == 1


def test_in_a_hook_of_git_it_uses_the_repository_that_is_named(
    remote: Path, own_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setenv("GIT_WORK_TREE", str(own_folder))
    monkeypatch.setenv("GIT_INDEX_FILE", str(own_folder / ".git" / "index"))
    assert run(capsys, "publish", *AT, "--remote", str(remote)).status == 0
    assert git(own_folder, "status", "--porcelain") == ""


def test_passwords_are_not_shown(own_folder: Path, capsys: Any) -> None:
    outcome = run(capsys, "publish", *AT, "--remote", "http://me:secret@127.0.0.1:9/site.git")
    assert outcome.status == 2 and "http://127.0.0.1:9/site.git" in outcome.errors
    assert "secret" not in outcome.errors


def test_without_git(own_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setenv("PATH", str(own_folder))
    outcome = run(capsys, "publish", *AT)
    assert outcome.status == 2 and "git is not installed" in outcome.errors


def test_a_refused_push_is_told_in_the_words_of_the_remote(remote: Path, capsys: Any) -> None:
    hook = remote / "hooks" / "pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho 'Only on Sundays.' >&2\nexit 1\n")
    hook.chmod(0o755)
    outcome = run(capsys, "publish", *AT, "--save")
    assert outcome.status == 2 and outcome.output == ""
    assert "error: the remote 'origin' refused the branch gh-pages\n" in outcome.errors
    assert "Only on Sundays." in outcome.errors
    assert not branch_exists(remote)


def test_git_need_not_know_who_commits(remote: Path, own_folder: Path, capsys: Any) -> None:
    (own_folder.parent / "gitconfig").write_text("[user]\nuseConfigOnly = true\n")
    assert run(capsys, "publish", *AT).status == 0
    assert git(remote, "log", "-1", "--format=%an", "gh-pages") == "sheetgen"


def test_faults_of_layouts_and_of_the_address_are_told_together(remote: Path, capsys: Any) -> None:
    outcome = run(capsys, "publish", "--layout", "none.toml", "--base-url", "example")
    assert outcome.status == 2
    assert "none.toml" in outcome.errors and "'example' is not the address" in outcome.errors
    assert not branch_exists(remote)


def test_saved_later_sheets_lead_there(remote: Path, own_folder: Path, capsys: Any) -> None:
    outcome = run(capsys, "publish", *AT, "--save")
    config = own_folder.parent / "home" / ".config" / "sheetgen" / "sheetgen.toml"
    assert outcome.output.endswith(f"Saved in {config}: codes printed from now on lead there.\n")
    assert f"{ADDRESS}/classic/#" in run(capsys, "pdf", "classic").output
    assert "--scorer-url" not in run(capsys, "publish", *AT).output


def test_settings_of_the_folder_keep_their_comments(remote: Path, own_folder: Path, capsys: Any) -> None:
    file = own_folder / "sheetgen.toml"
    file.write_text('# ours\npaper = "letter"  # from the office\nscorer_url = "lan"\n')
    assert run(capsys, "publish", *AT, "--save", "--quiet").output == ""
    assert file.read_text() == f'# ours\npaper = "letter"  # from the office\nscorer_url = "{ADDRESS}"\n'


@pytest.mark.parametrize(("answer", "is_saved"), [("", True), ("y", True), ("n", False)])
def test_at_a_terminal_it_asks_whether_to_save(remote: Path, own_folder: Path, answer: str, is_saved: bool) -> None:
    outcome = at_terminal("publish", *AT, answers=[("sheetgen.toml)? [Y/n]: ", answer)])
    assert outcome.status == 0, outcome.errors
    assert ("Saved in " in outcome.output) == is_saved
    assert ("--scorer-url" in outcome.output) != is_saved
    assert (own_folder.parent / "home" / ".config" / "sheetgen" / "sheetgen.toml").exists() == is_saved
