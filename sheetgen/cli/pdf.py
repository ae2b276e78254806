"""`sheetgen pdf`."""

from __future__ import annotations

from sheetgen.cli import options


def pdf_command(
    variant: options.Variant = None,
    layout: options.LayoutFile = None,
    change: options.Changes = None,
    output: options.Output = None,
    parts: options.Parts = None,
    count: options.Count = None,
    paper: options.PaperName = None,
    orientation: options.OrientationName = "auto",
    per_page: options.PerPage = "auto",
    theme: options.ThemeName = None,
    lang: options.Language = None,
    player: options.Player = None,
    serial_start: options.SerialStart = 1,
    shuffle: options.Shuffle = None,
    scorer_url: options.ScorerUrl = None,
    cut_marks: options.CutMarks = True,
    back: options.Back = "none",
    quiet: options.Quiet = False,
) -> None:
    """Make a PDF ready to print: sheets, boards and pieces of a game."""
    from sheetgen.cli.console import with_progress
    from sheetgen.cli.prepare import output_file, prepare
    from sheetgen.cli.report import tell
    from sheetgen.layouts.files.embedded import embedded_files
    from sheetgen.writers.atomic_files import whole_file
    from sheetgen.writers.pdf.attachments import Attachment
    from sheetgen.writers.pdf.writer import write_pdf

    document = prepare(
        variant=variant, layout=layout, changes=change, count=count, paper=paper, orientation=orientation,
        per_page=per_page, theme=theme, lang=lang, scorer_url=scorer_url, serial_start=serial_start,
        players=player, parts=parts, cut_marks=cut_marks, back=back, shuffle=shuffle,
    )  # fmt: skip
    file = output_file(output, document, "pdf")
    packed = [Attachment(each.name, each.text.encode(), each.about) for each in embedded_files(document.edition.layout)]
    with whole_file(file) as temporary:
        write_pdf(with_progress(document.pages(), document.page_count, quiet), document.info, temporary, packed)
    if not quiet:
        tell(document, [file])
