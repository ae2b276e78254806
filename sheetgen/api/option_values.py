"""The built-in values of options and arguments, for shell completion. Only some of them import heavy libraries."""

from typing import Literal, get_args

from sheetgen.layouts.files.merge import Kind, built_in_names

Values = Kind | Literal["papers", "orientations", "parts", "backs", "strategies"]


def option_values(kind: Values) -> list[str]:
    """Return all built-in values of a kind, such as the names of the layouts."""
    if kind == "layouts" or kind == "themes" or kind == "locales":
        return built_in_names(kind)
    from sheetgen.drawing.pages.document import Back, Part
    from sheetgen.drawing.pages.paper import PAPERS, Orientation
    from sheetgen.rules.engine.simulate import STRATEGIES

    values = {
        "papers": PAPERS,
        "orientations": get_args(Orientation),
        "parts": get_args(Part),
        "backs": get_args(Back),
        "strategies": STRATEGIES,
    }
    return list(values[kind])
