"""Publish the scorer: push its pages to the branch of a git repository from which a host serves them."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from sheetgen import __version__
from sheetgen.api.serving import ADDRESS_HINT, LoadSettings, make_pages
from sheetgen.api.settings import Settings, web_address
from sheetgen.errors import Collector, InputError
from sheetgen.scorer.pages_branch import BRANCH, pages_branch, without_password
from sheetgen.scorer.site import require_all_layouts, site_files


class Published(NamedTuple):
    """The site that a branch now has."""

    address: str  # at which the host serves it
    branch: str  # its name, and that of the remote
    titles: str  # of all layouts, separated by commas
    is_new: bool  # whether the branch did not exist before
    has_changed: bool


def publish(
    remote: str = "origin",
    *,
    base_url: str | None = None,
    layouts: Sequence[Path] = (),
    changes: Sequence[str] = (),
    remove: Sequence[str] = (),
    load_settings: LoadSettings = Settings,
) -> Published:
    """Push the scorer pages to the branch gh-pages of a git remote. Other files on the branch are kept.

    Sheets may have been printed for every layout that is published already. So it is an error to leave one out, unless
    `remove` names it.

    Args:
        remote: The name of a remote of the repository that the working directory is in, or the address of any.
        base_url: The address at which the host serves the branch. By default it is that of GitHub Pages.
        layouts: Layout files besides the built-in layouts.
        changes: Changes to these layouts.
        remove: Slugs of layouts to remove from the site.
        load_settings: Loads the user's default settings.
    """
    faults = Collector()
    address = faults.attempt(partial(web_address, base_url, ADDRESS_HINT)) if base_url is not None else None
    scorers = faults.attempt(partial(make_pages, layouts, changes, load_settings, on_site=True))
    faults.raise_if_any()
    assert scorers
    name = without_password(remote)
    with pages_branch(remote) as branch:
        address = address or branch.address
        if address is None:
            raise InputError.of(
                f"the address at which {name!r:.60} serves the branch {BRANCH} is not known",
                "Give it with --base-url.",
            )
        address = web_address(address, ADDRESS_HINT)
        files = site_files(scorers.editions, scorers.pages, f"{urlsplit(address).path}/", scorers.more_locales)
        require_all_layouts(branch.site, files, remove)
        branch.replace_site(files)
        has_changed = branch.push(f"Scorer made by sheetgen {__version__}")
        return Published(address, f"{BRANCH} of {name}", scorers.titles, branch.is_new, has_changed)
