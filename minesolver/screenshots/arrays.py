"""The type of the arrays in this folder: their shapes and what is in them is said where they are used."""

from typing import Any

import numpy.typing as npt

Array = npt.NDArray[Any]
