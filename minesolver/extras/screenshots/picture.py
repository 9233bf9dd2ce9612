"""The pixels of a picture: a file or its bytes, whatever Pillow reads."""

import io
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np

from ...base.errors import BoardFormatError, extra
from .arrays import Array

MOST_PIXELS, LONGEST_EDGE = 9_000_000, 10_000


class Picture(NamedTuple):
    """``pixels``: uint8 (height, width, 3); ``frames``: how many pictures the file has, of which it is the
    last."""

    pixels: Array
    frames: int


def load_picture(data: bytes) -> Picture:
    """The picture in the bytes of a file; of an animation the last frame, as it then looks.

    Raises BoardFormatError: it is no picture, or too large a one; MissingDependencyError: Pillow is not
    installed.
    """
    with extra("screenshot", "reading pictures needs Pillow"):
        from PIL import Image
    try:
        with Image.open(io.BytesIO(data)) as opened:
            # A small file may hold a picture of any size: that is asked for before any pixel is made.
            width, height = opened.size
            if width * height > MOST_PIXELS or max(width, height) > LONGEST_EDGE:
                raise BoardFormatError(
                    f"over {MOST_PIXELS:,} pixels, or {LONGEST_EDGE:,} along a side: "
                    "cut the board out of this picture"
                )
            frames = getattr(opened, "n_frames", 1)
            if frames > 1:
                opened.seek(frames - 1)
            return Picture(_opaque(opened), frames)
    except BoardFormatError:
        raise
    except Exception:  # Pillow's readers raise nearly anything
        raise BoardFormatError("this file is no picture that Pillow can read") from None


def _opaque(opened: Any) -> Array:
    """The pixels in three colours, turned as the file says that they are to be shown; what is transparent
    lies on white."""
    from PIL import Image, ImageOps

    with suppress(Exception):  # a picture whose further data are broken is read as it lies
        ImageOps.exif_transpose(opened, in_place=True)
    if opened.mode.startswith("I;16"):
        # Pillow would take all but the darkest of these shades for white.
        opened = Image.fromarray((np.asarray(opened) >> 8).astype(np.uint8))
    transparent = opened.mode in ("RGBA", "LA", "P", "PA")
    coloured = opened.convert("RGBA" if transparent else "RGB")
    if transparent:
        white = Image.new("RGBA", coloured.size, "white")
        coloured = Image.alpha_composite(white, coloured)
    return np.asarray(coloured.convert("RGB"))
