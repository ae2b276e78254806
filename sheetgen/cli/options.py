"""The options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Variant = Annotated[str | None, typer.Option("--variant", "-v", help="A built-in layout; see `sheetgen list`.")]
LayoutFile = Annotated[Path | None, typer.Option("--layout", "-l", help="Your own layout file.")]
LayoutFiles = Annotated[
    list[Path] | None,
    typer.Option("--layout", "-l", help="Your own layout file, besides the built-in ones; repeatable."),
]
Changes = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change the layout: game.penalties.points=-3; repeatable."),
]
Output = Annotated[Path | None, typer.Option("--output", "-o", help="The file to write. [default: the layout's name]")]
Count = Annotated[int | None, typer.Option(help="How many sheets. [default: a full page, or one for each --player]")]
PaperName = Annotated[str | None, typer.Option("--paper", help="a4, letter, a5, a3, legal or a size like 200x150mm.")]
OrientationName = Annotated[str, typer.Option("--orientation", help="auto, portrait or landscape.")]
PerPage = Annotated[str, typer.Option(help="Sheets on a page: auto, or a number to scale them to.")]
ThemeName = Annotated[str | None, typer.Option("--theme", help="color, cvd, grey, inksaver, or your own file.")]
Language = Annotated[str | None, typer.Option("--lang", help="en, de, or your own file.")]
ScorerUrl = Annotated[
    str | None,
    typer.Option(help="Where the codes lead: the address of a scorer, or `lan` for this computer."),
]
SerialStart = Annotated[int, typer.Option(help="The first sheet's number.")]
Player = Annotated[list[str] | None, typer.Option("--player", help="A name to print; repeat it for each player.")]
Parts = Annotated[
    list[str] | None, typer.Option("--parts", help="sheets, board or pieces; repeat, or separate by commas.")
]
Shuffle = Annotated[
    str | None,
    typer.Option(metavar="SEED", help="A different sheet for every player; the same seed makes the same pad again."),
]
CutMarks = Annotated[bool, typer.Option("--cut-marks/--no-cut-marks", help="Lines to cut along.")]
Back = Annotated[str, typer.Option(help="What is on the back: none, sheet or rules (print on both sides, long edge).")]
Dpi = Annotated[int, typer.Option(min=36, max=600, help="Dots per inch.")]
AsJson = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]
Side = Annotated[str | None, typer.Option("--side", help="The side of the board that was played on, with --player.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing.")]
