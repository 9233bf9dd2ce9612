"""Boosted trees: read and written with the names of the features that they were fitted to."""

from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ..base.errors import WeightsError
from ..base.files import read_arrays, write_arrays

_FOLDER = Path(__file__).parent
_NODE = np.dtype(
    [
        ("value", np.float32),
        ("feature", np.int16),
        ("below", np.int16),
        ("above", np.int16),
        ("", np.int16),
    ]
)
"""As ``TreeNode`` in minesolver/kernel/search/types.pxd."""


def save(path: str | Path, trees: npt.NDArray[np.float32]) -> None:
    """Write trees, float32 (trees, nodes, 4), with the names of the features of the compiled core.

    A node: the feature (of a leaf -1), its threshold (of a leaf what it adds), the nodes to go to at or below
    the threshold, and above.
    """
    from ..kernel.core import feature_names

    write_arrays(path, trees=trees, features=np.array(feature_names()))


@cache
def load(name: str) -> npt.NDArray[np.uint8]:
    """The trees of a file of this package (or a path), as the compiled core reads them.

    Raises WeightsError: they were fitted to other features, or are no trees.
    """
    from ..kernel.core import feature_names

    content = read_arrays(_FOLDER / name, WeightsError, "file of boosted trees")
    if set(content) != {"trees", "features"}:
        raise WeightsError(
            f"{name} holds {sorted(content)} in place of trees and the names of their features"
        )
    core_features = feature_names()
    fitted_features = tuple(content["features"].tolist())
    if fitted_features != core_features:
        unknown = [feature for feature in fitted_features if feature not in core_features]
        difference = unknown[0] if unknown else "another order"
        raise WeightsError(
            f"{name} was fitted to other features than this version has: {difference}"
        )
    return packed(content["trees"], len(core_features), name)


def packed(
    trees: npt.NDArray[np.float32], features: int, name: str = "the trees"
) -> npt.NDArray[np.uint8]:
    """A row of bytes for each of the trees; raises :class:`WeightsError` where a node leads nowhere."""
    feature, next_nodes = trees[:, :, 0], trees[:, :, 2:]
    node_count = trees.shape[1]
    # A node is a leaf, or goes on to later nodes of its tree, so that every walk comes to an end.
    is_leaf = feature < 0
    is_later = np.arange(node_count)[None, :, None] < next_nodes
    goes_on = (is_later & (next_nodes < node_count)).all(axis=2) & (feature < features)
    if not (is_leaf | goes_on).all() or not np.isfinite(trees).all():
        raise WeightsError(f"{name} have a node that leads nowhere")
    nodes = np.zeros(trees.shape[:2], _NODE)
    nodes["feature"] = feature
    nodes["value"] = trees[:, :, 1]
    nodes["below"] = next_nodes[:, :, 0]
    nodes["above"] = next_nodes[:, :, 1]
    return nodes.view(np.uint8).reshape(len(trees), -1)
