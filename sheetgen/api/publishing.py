"""Publish the scorer: push its pages to the branch of a git repository from which a host serves them."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from sheetgen import __version__
from sheetgen.api.serving import LoadSettings, make_pages
from sheetgen.api.settings import Settings, web_address
from sheetgen.errors import Collector, InputError
from sheetgen.scorer.pages_branch import BRANCH as BRANCH, pages_branch
from sheetgen.scorer.site import site_files

ADDRESS_HINT = "Give an address like https://example.org/scorer."


class Published(NamedTuple):
    """The site that a branch now has."""

    address: str  # at which the host serves it
    titles: str  # of all layouts, separated by commas
    is_new: bool  # whether the branch did not exist before
    has_changed: bool
    removed_slugs: list[str]  # of layouts that the site had before, and whose sheets it no longer opens


def publish(
    remote: str = "origin",
    *,
    base_url: str | None = None,
    layouts: Sequence[Path] = (),
    changes: Sequence[str] = (),
    load_settings: LoadSettings = Settings,
) -> Published:
    """Push the scorer pages to the branch gh-pages of a git remote. Other files on the branch are kept.

    Args:
        remote: The name of a remote of the repository that the working directory is in, or the address of any.
        base_url: The address at which the host serves the branch. By default it is that of GitHub Pages.
        layouts: Layout files besides the built-in layouts.
        changes: Changes to these layouts.
        load_settings: Loads the user's default settings.
    """
    faults = Collector()
    address = faults.attempt(partial(web_address, base_url, ADDRESS_HINT)) if base_url is not None else None
    scorers = faults.attempt(partial(make_pages, layouts, changes, load_settings, on_site=True))
    faults.raise_if_any()
    assert scorers
    with pages_branch(remote) as branch:
        address = address or branch.address
        if address is None:
            raise InputError.of(
                f"only the host of {remote!r:.60} knows at which address it serves the branch {BRANCH}",
                "Give it with --base-url.",
            )
        address = web_address(address, ADDRESS_HINT)
        files = site_files(scorers.editions, scorers.pages, f"{urlsplit(address).path}/", scorers.more_locales)
        gone = branch.replace_site(files)
        has_changed = branch.push(f"Scorer made by sheetgen {__version__}")
        slugs = [name.partition("/")[0] for name in gone if name.endswith("/index.html")]
        return Published(address, scorers.titles, branch.is_new, has_changed, slugs)
