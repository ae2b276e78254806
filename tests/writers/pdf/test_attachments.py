"""Files inside a PDF, as we and others read them, and PDFs that are not as they should be."""

from __future__ import annotations

import os
import subprocess
import sys
import zlib
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from pikepdf import Array, Dictionary, Name, StreamDecodeLevel, String

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.pages.document import Info, Page
from sheetgen.errors import InputError
from sheetgen.layouts.files.merge import MAX_CHAIN
from sheetgen.limited_process import MAX_MEMORY
from sheetgen.writers.pdf.attachments import (
    MAX_FILE_BYTES,
    MAX_FILES,
    MAX_PDF_BYTES,
    MAX_TEXT_LENGTH,
    Attachment,
    read_attachments,
)
from sheetgen.writers.pdf.writer import write_pdf
from tests.helpers import PROJECT

FILES = (
    Attachment("mine.toml", b'title = "Mine"\r\n' * 200, "The layout (as it was)"),
    Attachment("Würfel 骰子 🎲.toml", "titel = 'Größe'\n".encode(), "Übersetzung, 翻译"),
    Attachment("a\\b (c).bin", bytes(range(256)), ""),
    Attachment("empty.toml", b"", "Nothing"),
)
INFO = Info("title", "subject", "en", (), duplex=False)


def made(file: Path, *attachments: Attachment) -> Path:
    """A PDF of one empty page with these files inside."""
    write_pdf([Page(Canvas(50, 50).scene(), None)], INFO, file, attachments)
    return file


def strange(file: Path, *inside: tuple[str, bytes, int]) -> Path:
    """A PDF that sheetgen did not make. Each file in it has a name, data, and how often that was packed."""
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        tree = Array()
        for name, data, layers in inside:
            stream = pdf.make_stream(data, Filter=Array([Name.FlateDecode] * layers))
            tree.append(String(name))
            tree.append(Dictionary(Type=Name.Filespec, F=String(name), UF=String(name), EF=Dictionary(F=stream)))
        pdf.Root.Names = Dictionary(EmbeddedFiles=Dictionary(Names=tree))
        pdf.save(file, compress_streams=False, stream_decode_level=StreamDecodeLevel.none)
    return file


def problem(file: Path) -> str:
    """What is said about a file that cannot be read, which is named and has a hint."""
    with pytest.raises(InputError) as caught:
        read_attachments(file)
    (told,) = caught.value.problems
    assert str(file) in told.message
    assert told.hint
    return told.message


def test_files_are_read_as_they_were_put_in(tmp_path: Path) -> None:
    read = read_attachments(made(tmp_path / "out.pdf", *FILES))
    assert sorted(read, key=str) == sorted(FILES, key=str)


def test_the_largest_file_and_the_most_files_are_read(tmp_path: Path) -> None:
    files = [Attachment(f"{number:03}", os.urandom(MAX_FILE_BYTES), "") for number in range(MAX_FILES)]
    assert read_attachments(made(tmp_path / "out.pdf", *files)) == files


def test_qpdf_finds_the_same_files_in_a_sound_pdf(tmp_path: Path) -> None:
    file = made(tmp_path / "out.pdf", *FILES)
    check = pikepdf.Job(["qpdf", "--check", str(file)])
    check.run()
    assert not check.has_warnings
    with pikepdf.open(file) as pdf:
        assert set(pdf.attachments) == {given.name for given in FILES}
        for given in FILES:
            spec = pdf.attachments[given.name]
            inside = spec.get_file()
            assert (spec.filename, spec.description) == (given.name, given.about)
            assert (inside.read_bytes(), inside.size) == (given.data, len(given.data))
            assert spec.relationship == Name.Source
        keys = [bytes(key) for key in list(pdf.Root.Names.EmbeddedFiles.Names)[::2]]
        assert all(one < other for one, other in pairwise(keys))
        assert [str(spec.UF) for spec in pdf.Root.AF] == [given.name for given in FILES]


def test_viewers_list_the_files(tmp_path: Path) -> None:
    document = pypdfium2.PdfDocument(made(tmp_path / "out.pdf", *FILES))
    names = {document.get_attachment(index).get_name() for index in range(document.count_attachments())}
    document.close()
    assert names == {given.name for given in FILES}


def test_without_files_nothing_is_added(tmp_path: Path) -> None:
    file = made(tmp_path / "out.pdf")
    with pikepdf.open(file) as pdf:
        assert "/Names" not in pdf.Root and "/AF" not in pdf.Root
    assert read_attachments(file) == []


def test_two_files_of_one_name_are_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="same name"):
        made(tmp_path / "out.pdf", FILES[0], replace(FILES[1], name=FILES[0].name))


def test_the_same_files_give_the_same_bytes_in_two_processes(tmp_path: Path) -> None:
    script = (
        "import sys\nfrom pathlib import Path\nfrom tests.writers.pdf.test_attachments import FILES, made\n"
        "made(Path(sys.argv[1]), *FILES)"
    )
    results = []
    for seed in ("1", "2"):
        file = tmp_path / f"{seed}.pdf"
        subprocess.run(
            [sys.executable, "-c", script, str(file)],
            check=True,
            cwd=PROJECT,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        results.append(file.read_bytes())
    assert results[0] == results[1]


def test_other_files_make_another_document(tmp_path: Path) -> None:
    identities = []
    for data in (b"one", b"two"):
        with pikepdf.open(made(tmp_path / "out.pdf", Attachment("a", data, ""))) as pdf:
            identities.append(bytes(pdf.trailer.ID[0]))
    assert identities[0] != identities[1]


def test_files_survive_a_pdf_that_is_written_anew(tmp_path: Path) -> None:
    with pikepdf.open(made(tmp_path / "out.pdf", *FILES)) as pdf:
        pdf.save(tmp_path / "again.pdf", object_stream_mode=pikepdf.ObjectStreamMode.generate, linearize=True)
    assert sorted(read_attachments(tmp_path / "again.pdf"), key=str) == sorted(FILES, key=str)


def test_what_is_not_a_file_or_a_pdf_is_told(tmp_path: Path) -> None:
    assert "no file" in problem(tmp_path / "missing.pdf")
    assert "is a folder" in problem(tmp_path)
    for data in (b"", b"hello", b"%PDF-1.7\n", bytes(10_000)):
        (tmp_path / "other.pdf").write_bytes(data)
        assert "not a PDF" in problem(tmp_path / "other.pdf")
    with (tmp_path / "large.pdf").open("wb") as large:
        large.truncate(MAX_PDF_BYTES + 1)
    assert "too large" in problem(tmp_path / "large.pdf")


def test_an_encrypted_pdf_is_told(tmp_path: Path) -> None:
    with pikepdf.open(made(tmp_path / "out.pdf", *FILES)) as pdf:
        pdf.save(tmp_path / "secret.pdf", encryption=pikepdf.Encryption(user="secret", owner="secret"))
    assert "encrypted" in problem(tmp_path / "secret.pdf")


def test_a_file_damaged_inside_is_told(tmp_path: Path) -> None:
    file = made(tmp_path / "out.pdf", FILES[0])
    whole, stream = file.read_bytes(), zlib.compress(FILES[0].data)
    assert stream in whole
    for at in (0, len(stream) // 2):
        broken = stream[:at] + bytes([stream[at] ^ 0xFF]) + stream[at + 1 :]
        file.write_bytes(whole.replace(stream, broken))
        assert "damaged" in problem(file)


def test_a_pdf_cut_anywhere_gives_the_files_or_an_error(tmp_path: Path) -> None:
    file = made(tmp_path / "out.pdf", *FILES)
    whole = file.read_bytes()
    for length in range(0, len(whole), len(whole) // 12):
        file.write_bytes(whole[:length])
        try:
            assert set(read_attachments(file)) <= set(FILES)
        except InputError as error:
            assert str(file) in str(error)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems do not bound a process's memory")
def test_a_file_that_unpacks_to_more_than_the_memory_is_refused(tmp_path: Path) -> None:
    packer = zlib.compressobj(1)
    megabyte = bytes(1024 * 1024)
    once = b"".join(packer.compress(megabyte) for _ in range(MAX_MEMORY // len(megabyte))) + packer.flush()
    twice = zlib.compress(once, 9)
    assert len(once) < 3 * 1024 * 1024 and len(twice) < 30_000
    assert "too much memory" in problem(strange(tmp_path / "once.pdf", ("a", once, 1)))
    assert "too much memory" in problem(strange(tmp_path / "twice.pdf", ("a", twice, 2)))


def test_what_is_too_large_or_has_no_proper_name_is_left_out(tmp_path: Path) -> None:
    large = zlib.compress(bytes(MAX_FILE_BYTES + 1))
    names = ["", "a", "n" * MAX_TEXT_LENGTH, "n" * (MAX_TEXT_LENGTH + 1)]
    file = strange(tmp_path / "out.pdf", ("0", large, 1), *((name, b"small", 0) for name in names))
    assert [read.name for read in read_attachments(file)] == names[1:3]


def test_more_files_than_are_read_are_told(tmp_path: Path) -> None:
    names = [f"{number:03}" for number in range(MAX_FILES + 1)]
    file = strange(tmp_path / "out.pdf", *((name, b"small", 0) for name in names))
    assert "too many embedded files" in problem(file)


def test_all_files_that_a_layout_can_be_made_of_are_read() -> None:
    """Chains of layouts, themes and languages, and the changes of the command line."""
    assert MAX_FILES >= 3 * MAX_CHAIN + 1


def test_a_tree_of_names_that_is_not_one_is_no_harm(tmp_path: Path) -> None:
    for tree in (Array(), String("x"), Dictionary(Names=Array([String("a"), 1, 2])), Dictionary(Kids=Array([1]))):
        with pikepdf.new() as pdf:
            pdf.add_blank_page()
            pdf.Root.Names = Dictionary(EmbeddedFiles=tree)
            pdf.save(tmp_path / "out.pdf")
        assert read_attachments(tmp_path / "out.pdf") == []


def test_a_tree_of_names_that_goes_in_circles_ends(tmp_path: Path) -> None:
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        tree = pdf.make_indirect(Dictionary())
        tree.Kids = Array([tree, tree])
        pdf.Root.Names = Dictionary(EmbeddedFiles=tree)
        pdf.save(tmp_path / "out.pdf")
    assert read_attachments(tmp_path / "out.pdf") == []


def test_a_module_in_the_users_folder_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pypdfium2", "json"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(1)\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert read_attachments(made(tmp_path / "out.pdf", FILES[0])) == [FILES[0]]
