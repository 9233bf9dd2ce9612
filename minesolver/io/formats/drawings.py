"""The board's text inside our own pictures: written beside the drawing, and read back exactly.

A PNG has it as a text chunk, with a digest of the pixels: a picture that was painted over or cut is looked at
as any screenshot is. An SVG has it in its ``metadata``.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from typing import Any

from ...base.errors import BoardFormatError, OtherInputError, extra

_TEXT, _DIGEST = "minesolver board", "minesolver pixels"
_ESCAPED = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"))
_ANSWER = re.compile(r"\d+ safe and \d+ mines? proved; .*\bengine \w")
_XML_PROLOGUE = re.compile(r"^\s*(?:<\?xml\b.*?\?>|<!--.*?-->|<!DOCTYPE PUZZLE\b[^>]*>)\s*")
_LEVEL_OF_TAMETSI = "<PUZZLE"
_ROOT = re.compile(r"\s*<([A-Za-z_][\w.:-]{0,60})")
_START, _END = '<metadata data-format="minesolver">', "</metadata>"


def png_chunks(board_text: str, image: Any) -> Any:
    """What Pillow saves beside an image: the board's text, and the digest of the pixels."""
    from PIL.PngImagePlugin import PngInfo

    chunks = PngInfo()
    chunks.add_text(_TEXT, board_text)
    chunks.add_text(_DIGEST, _digest(image))
    return chunks


def text_in_png(data: bytes) -> str | None:
    """The text of the board that a picture of ours shows; ``None`` for any other picture.

    Raises MissingDependencyError: it may be ours, and Pillow is not installed.
    """
    if not data.startswith(b"\x89PNG") or _TEXT.encode() not in data:
        return None
    with extra("screenshot", "reading pictures needs Pillow"):
        from PIL import Image
    try:
        with Image.open(BytesIO(data)) as image:
            chunks = dict(image.info)
            same_pixels = chunks.get(_DIGEST) == _digest(image)
    except Exception:  # Pillow's readers raise nearly anything, and what reads screenshots says it
        return None
    text = chunks.get(_TEXT)
    return text if isinstance(text, str) and same_pixels else None


def _digest(image: Any) -> str:
    import hashlib  # few texts are pictures

    size_text = "x".join(map(str, image.size))
    return hashlib.sha256(f"{size_text} ".encode() + image.convert("RGB").tobytes()).hexdigest()


def svg_metadata(board_text: str) -> list[str]:
    """The lines of an SVG that hold the board's text."""
    for sign, escaped in _ESCAPED:
        board_text = board_text.replace(sign, escaped)
    return [_START, *board_text.split("\n"), _END]


def without_markup(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a text; of an SVG, or a page with some, the boards in their metadata, blank lines between,
    and blank lines for the rest: so a board keeps the number of its line.

    Raises BoardFormatError: a drawing that has no board in it.
    """
    is_markup: bool | None = None
    is_board = has_board = is_xml = False
    root = ""  # the name of the outermost element
    for line in lines:
        if is_markup is None and line.strip():
            # What XML begins with says nothing of what follows: a drawing, or a level of Tametsi.
            while _XML_PROLOGUE.match(line):
                line = _XML_PROLOGUE.sub("", line)
                is_xml = True
        if is_markup is None and line.strip():
            root_element = _ROOT.match(line)
            root = root_element[1] if root_element is not None else ""
            is_level = line.lstrip().startswith(_LEVEL_OF_TAMETSI)
            is_markup = is_xml and not is_level
            if line.lstrip().lower().startswith(("<svg", "<!doctype html", "<html")):
                is_markup = True
        if not is_markup:
            yield line
        elif _START in line:
            is_board = has_board = True
            yield ""
        elif _END in line or not is_board:
            is_board = False
            yield ""
        else:
            for sign, escaped in reversed(_ESCAPED):
                line = line.replace(escaped, sign)
            yield line
    if is_markup and not has_board and root and root.lower() not in ("svg", "html"):
        raise BoardFormatError(
            f"XML of <{root}>, and of XML only drawings of ours (<svg>) and levels of Tametsi (<PUZZLE>) are "
            'read: give its cells as rows of text, or as JSON such as {"rows": 5, "cols": 5, "cells": '
            '[{"row": 0, "col": 1, "value": 2}]}',
            line=1,
            symbol=f"<{root}>",
        )
    if is_markup and not has_board:
        raise BoardFormatError(
            "a drawing without its board's text: one that minesolver wrote has it; a PNG is read as a picture"
        )


def check_is_no_answer(lines: Sequence[str], first_line: int) -> None:
    """Raises OtherInputError: it is what ``minesolver solve`` prints, where chances stand among the clues."""
    if not any("engine" in line for line in lines):
        return
    if _ANSWER.search(" ".join(" ".join(lines).split())):
        message = "this is what minesolver solve prints, chances in hidden cells; solve --json is read back"
        raise OtherInputError(message, line=first_line)
