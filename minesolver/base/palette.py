"""The colours of all that is drawn: boards, plots, and the page in the browser, whose style sheet agrees.

The scale of risk falls in lightness from cream to dark purple, so that colour-blind eyes can tell its steps
apart. Clues have their usual colours, darkened to be read.
"""

from types import MappingProxyType
from typing import Any

LIGHT = MappingProxyType(
    {
        "panel": "#ffffff",
        "ink": "#15191f",
        "dim": "#525a66",
        "line": "#ccd3dc",
        "accent": "#1d4fd7",
        "good": "#00604a",
        "frame-dark": "#848e9c",
        "tile": "#bfc7d2",
        "tile-dark": "#8f99a7",
        "open": "#f6f7f9",
        "safe": "#35d6b0",
        "safe-ink": "#00281f",
        "far": "#3c4450",
        "best": "#1746d1",
    }
)
"""By day, by the names of the page's style sheet."""
DARK = MappingProxyType(
    {
        "panel": "#1e232b",
        "ink": "#e8ebf0",
        "dim": "#a7b0bd",
        "line": "#39414d",
        "accent": "#7fabff",
        "frame-light": "#4d5766",
        "safe": "#1fd3d8",
    }
)
"""The same in the dark, of those that are drawn there."""
CLUES = (
    "#8a8a8a", "#1a46d2", "#1c6b27", "#b91c1c", "#1b1b7a", "#7a1b1b", "#0b6363", "#111111", "#4f5560",
)  # fmt: skip
"""Of the clues 0 to 8."""
RISKS = (
    "#fffbe0", "#fff2b3", "#ffe27d", "#fec84f", "#fba93a", "#f58230",
    "#e8602c", "#cf3f31", "#b0283f", "#8c1a48", "#66124a", "#420d43",
)  # fmt: skip
"""From no risk to a mine."""
LINES = (
    LIGHT["accent"], RISKS[6], LIGHT["good"], RISKS[4], LIGHT["safe"], DARK["accent"],
    LIGHT["frame-dark"], LIGHT["ink"],
)  # fmt: skip
"""Of the lines of a plot: any two differ to any colour vision by more than 18 in CIELAB, as simulated after
Machado, Oliveira and Fernandes (2009); Okabe and Ito's eight by 10."""


def plot_style() -> dict[str, Any]:
    """What matplotlib calls its parameters, in these colours."""
    from cycler import cycler

    text_keys = ("text.color", "axes.labelcolor", "axes.titlecolor", "xtick.color", "ytick.color")
    return {
        **dict.fromkeys(text_keys, LIGHT["ink"]),
        "axes.edgecolor": LIGHT["tile-dark"],
        "axes.prop_cycle": cycler(color=LINES),
        "grid.color": LIGHT["line"],
        "legend.edgecolor": LIGHT["line"],
    }
