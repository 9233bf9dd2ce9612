"""The lines of a plot can be told apart by any colour vision."""

from itertools import combinations

import numpy as np
import pytest

from minesolver.base.palette import LINES

# What eyes without one kind of cones see, after Machado, Oliveira and Fernandes (2009), severity 1.
VISIONS = {
    "all cones": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def linear(colour):
    parts = np.array([int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(colour, vision):
    xyz = TO_XYZ @ np.clip(vision @ linear(colour), 0, 1) / (TO_XYZ @ np.ones(3))
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("vision", VISIONS)
def test_lines_differ(vision):
    seen = [lab(colour, np.array(VISIONS[vision])) for colour in LINES]
    assert min(np.linalg.norm(one - other) for one, other in combinations(seen, 2)) > 18
