"""Where brightness or colour changes from one pixel to the next: that is where the borders of cells are."""

import numpy as np

from ..arrays import Array

Changes = tuple[Array, Array]
"""Where brightness or colour changes along x, uint8 (height, width), and along y, uint8 (width, height). In
both the direction of the change is the last axis, so that what is asked of one is asked of the other."""
FINE_PICTURE = 600_000
"""Values of a picture in which steps are added up over one more pixel: its textures are coarser."""
FAINTEST_STEP = 1.2
FULL_STEP = 5.2
"""Steps of brightness, a quarter of those between neighbours, that are no change and a whole one."""


def brightness_changes(image: Array) -> Changes:
    """Where brightness or colour changes, along x and along y."""
    height, width = image.shape[:2]
    along_x = np.zeros((height, width), np.uint8)
    along_y = np.zeros((height, width), np.uint8)
    # A texture's steps cancel where they are added up along a line; those of a border do not.
    lengths = (1, 2) if image.size > FINE_PICTURE else (1, 1)
    for colour in range(3):
        channel = _smoothed(image[:, :, colour].astype(np.int16))
        _keep_steps(channel, 1, lengths, along_x[:, :-1])
        _keep_steps(channel, 0, lengths, along_y[:-1])

    # A step below the faintest is none, and one above the full one is no more than that.
    steps = np.arange(256)
    share_of_full = (steps - FAINTEST_STEP) / (FULL_STEP - FAINTEST_STEP)
    strength = np.clip(share_of_full, 0.0, 1.0)
    table = (strength * 255).astype(np.uint8)
    return table[along_x], table[along_y].T


def _smoothed(channel: Array) -> Array:
    """One colour of a picture, int16 (height, width), smoothed by 1 2 1 down and across."""
    padded = np.concatenate([channel[:1], channel, channel[-1:]])
    channel = (2 * channel + padded[:-2] + padded[2:] + 2) >> 2
    first_column, last_column = channel[:, :1], channel[:, -1:]
    padded = np.concatenate([first_column, channel, last_column], axis=1)
    return (2 * channel + padded[:, :-2] + padded[:, 2:] + 2) >> 2


def _keep_steps(channel: Array, axis: int, lengths: tuple[int, int], largest: Array) -> None:
    """Keep in ``largest``, uint8, the steps of a colour along an axis where they are larger."""
    steps = np.diff(channel, axis=axis)
    for length in lengths:
        shifted_steps = np.roll(steps, -length, axis=1 - axis)
        steps += shifted_steps
    steps = np.roll(steps, 1, axis=1 - axis)
    quarter_steps = (np.abs(steps) >> 2).astype(np.uint8)
    np.maximum(largest, quarter_steps, out=largest)


def values_at(profile: Array, pixel_places: Array) -> Array:
    """The values of a profile at the pixels nearest to these places, those beyond its ends being at them."""
    pixel_numbers = np.rint(pixel_places).astype(int)
    return np.asarray(profile.take(pixel_numbers, mode="clip"))
