"""The optional rules of a game, one module each, and the only list of them.

A feature's module holds everything about it: its layout keys and their checks, what they compile to, what may be
crossed, what an audit can prove, and its texts. `base.Feature` defines the hooks; the rest of the program calls them on
all features, and knows of a feature at most its field in the rulebook. Imports `rulebook`, `notation`, `shuffle` and
`audit.findings`.
"""

from sheetgen.rules.features.bar import BarKeys, ForcingBar
from sheetgen.rules.features.base import Feature, PrintedNote, RequirementKind
from sheetgen.rules.features.bonus import Bonus, BonusKeys
from sheetgen.rules.features.cards import CardKeys, PlayingCards
from sheetgen.rules.features.doubles import Doubles, DoublesKeys
from sheetgen.rules.features.lines import Lines, LinesKeys, LinesSheetKeys
from sheetgen.rules.features.links import Links, LinksKeys, LinksSheetKeys
from sheetgen.rules.features.lucky import Lucky, LuckyKeys
from sheetgen.rules.features.rewards import Rewards, RewardsKeys
from sheetgen.rules.features.swap import Swap, SwapKeys
from sheetgen.rules.features.throws import Throws, ThrowsKeys
from sheetgen.rules.features.trio import ThreeDice, TrioKeys
from sheetgen.rules.features.twice import Twice, TwiceKeys
from sheetgen.rules.records import Sheet
from sheetgen.rules.rulebook import Row, Rulebook

FEATURES: tuple[Feature, ...] = (
    *(Bonus(), Doubles(), Twice(), Lines(), Links(), Swap(), Lucky(), Throws()),
    *(ThreeDice(), ForcingBar(), Rewards(), PlayingCards()),
)

FORCING_FEATURES = tuple(feature for feature in FEATURES if feature.forces_crosses)
SCORING_FEATURES = tuple(feature for feature in FEATURES if feature.changes_score)

OWN_ROWS = {feature.own_row: feature for feature in FEATURES if feature.own_row}  # features that add a row, by its id
# Rows whose cells players choose along with other cells. Logs have a key for each.
CHOSEN_ROWS = {row: feature for row, feature in OWN_ROWS.items() if feature.is_chosen_along}

USUAL_DIE_SIDES = 6

TRAITS = (
    *("sheets", "tokens", "track", "no-track", "dice", "colours", "numbers", "closing", "differing-ends"),
    *("own-closing", "shared-closing", "together"),
    *(feature.key for feature in FEATURES),
)


class RowKeys(TwiceKeys, DoublesKeys):
    """The keys of a row that belong to features. The documentation lists those of the last base class first."""


class GameKeys(
    CardKeys, RewardsKeys, BarKeys, TrioKeys, ThrowsKeys, LuckyKeys, SwapKeys, LinksKeys, LinesKeys, BonusKeys
):
    """The keys of a game that belong to features. The documentation lists those of the last base class first."""


class SheetKeys(LinksSheetKeys, LinesSheetKeys):
    """The keys of a named sheet that belong to features. The documentation lists those of the last base class first."""


def traits(rulebook: Rulebook) -> frozenset[str]:
    """Return the traits of a game, by which locales select paragraphs and findings the games they can occur in.

    `dice`: not six-sided; `colours`: rows of several colours; `numbers`: rows that neither rise nor fall; `closing`:
    several numbers close a row; `differing-ends`: players can close the same row with different numbers; `own-closing`:
    a row is closed only for the player who closed it; `shared-closing`: it is closed for everybody;
    `together`: players may have sheets of other layouts.
    """
    special = {throw.number for throw in rulebook.throws}
    numbers = [[cell.number for cell in row.cells if cell.number not in special] for row in rulebook.coloured_rows]
    has_several_closing = any(len(row.closing) > 1 for row in rulebook.rows)
    core = {
        "tokens" if rulebook.tokens_each else "sheets": True,
        "track" if rulebook.tracks else "no-track": True,
        "dice": rulebook.die_sides != USUAL_DIE_SIDES,
        "colours": any(row.is_mixed for row in rulebook.coloured_rows),
        "numbers": any(sorted(row) not in (row, row[::-1]) for row in numbers),
        "closing": has_several_closing,
        "differing-ends": has_several_closing or "numbers" in rulebook.shuffle,
        "together": bool(rulebook.companions),
        "own-closing" if rulebook.has_own_closing else "shared-closing": True,
    }
    own = {feature.key for feature in FEATURES if feature.is_in(rulebook)}
    return frozenset(trait for trait, has_it in core.items() if has_it) | own


def table_traits(rulebook: Rulebook) -> frozenset[str]:
    """Return the traits of all sheets that players of a game can have."""
    return traits(rulebook).union(*map(traits, rulebook.companions.values()))


def order_rule(row: Row) -> str:
    """Return the id of the rule about the order of crosses in a row."""
    return OWN_ROWS[row.id].own_rule if row.kind == "own" else "B3" if row.kind == "bonus" else "C2"


def requirement_kind(rulebook: Rulebook, cell: str) -> RequirementKind | None:
    """Return why a cell requires others because of a feature; None for closing numbers and locks."""
    return next(filter(None, (feature.requirement_kind(rulebook, cell) for feature in FEATURES)), None)


def closes_several(rulebook: Rulebook, sheet: Sheet) -> bool:
    """Return whether one cross can have closed several rows of this sheet."""
    return any(feature.closes_several(rulebook, sheet) for feature in FORCING_FEATURES)


def printed_notes(rulebook: Rulebook) -> list[PrintedNote]:
    """Return the notes that the sheets of a game carry."""
    return [note for feature in FEATURES if (note := feature.note(rulebook))]
