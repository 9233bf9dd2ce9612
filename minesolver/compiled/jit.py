"""The decorator of all compiled code: cached on disk, without the GIL, unchecked division."""

from numba import njit

compiled = njit(cache=True, nogil=True, error_model="numpy")
