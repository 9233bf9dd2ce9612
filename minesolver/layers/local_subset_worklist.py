"""The local form with the correction that its document names: changes go on to neighbours of neighbours."""

from functools import partial

from .layer import Layer
from .local_subset import SOURCE, LocalInference

LAYER = Layer(
    "local_subset_worklist",
    "nested sets of clues at most two cells apart, each change going on to the next clues",
    SOURCE + ", with its potential correction",
    partial(LocalInference, True),
)
