"""The report of a run: one page that needs nothing else, its plots as PNG, its tables as CSV."""

from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ..base.errors import MinesolverError, extra
from ..base.files import write_whole
from .figure import draw, require_matplotlib
from .plots import figures
from .running import missing, total
from .store import Store, query_text
from .summary import QUESTIONS, tables
from .table import Table


def write(
    store: Store, folder: Path, *, against: str | None = None, progress: Callable[[int, int], None]
) -> Path:
    """Write ``report.html``, ``<figure>.png`` and ``<table>.csv`` into a folder; returns the page's path.

    ``against``: see :func:`~.summary.tables`. ``progress``: called with (figures drawn, figures).
    Raises :class:`MissingDependencyError` without matplotlib or Jinja, :class:`ResultsError` for a file
    without a run.
    """
    require_matplotlib()
    template_of_page = template(__package__, "report.html.jinja")
    experiment, sessions = store.experiment, store.sessions
    found = tables(store, against)
    folder.mkdir(parents=True, exist_ok=True)
    for name, table in found.items():
        write_whole(folder / f"{name}.csv", table.csv().encode())
    pictures = []
    drawn = figures(found)
    for number, figure in enumerate(drawn):
        progress(number, len(drawn))
        path = folder / f"{figure.name}.png"
        draw(figure, path)
        pictures.append(
            {"title": figure.title, "file": path.name, "data": b64encode(path.read_bytes()).decode()}
        )
    progress(len(drawn), len(drawn))
    page = template_of_page.render(
        experiment=experiment,
        description=_described(experiment),
        sessions=sessions,
        workers=store.query(query_text("workers"))[0],
        pictures=pictures,
        tables=[_shown(name, table) for name, table in found.items()],
        counts=store.query(query_text("counts"))[0],
        left=_left(store),
    )
    write_whole(folder / "report.html", page.encode())
    return folder / "report.html"


def template(package: str, name: str) -> Any:
    """A template of a package. Raises :class:`MissingDependencyError` without Jinja."""
    with extra("plot", "reports need Jinja"):
        from jinja2 import Environment, PackageLoader, StrictUndefined
    how: dict[str, Any] = {"trim_blocks": True, "lstrip_blocks": True, "undefined": StrictUndefined}
    pages = Environment(loader=PackageLoader(package, "."), autoescape="html" in name, **how)
    return pages.get_template(name)


def _described(experiment: Any) -> list[tuple[str, str]]:
    """The experiment's values that say something, in words."""
    rows = []
    for name, value in vars(experiment).items():
        if isinstance(value, tuple):
            text = ", ".join(getattr(item, "name", None) or str(item) for item in value)
        else:
            text = str(value)
        if text and name != "name":
            rows.append((name.replace("_", " "), text))
    return rows


def _left(store: Store) -> tuple[int, int] | None:
    """(games, times contenders, still to be done, of how many); ``None`` without the board files to tell."""
    try:
        return missing(store.experiment, store), total(store.experiment)
    except (MinesolverError, OSError):
        return None


def _shown(name: str, table: Table) -> dict[str, Any]:
    return {
        "name": name,
        "title": QUESTIONS[name].title,
        "columns": [column.replace("_", " ") for column in table.columns],
        "rows": [[_text(value) for value in row] for row in table.rows],
        "numbers": [
            not any(isinstance(row[k], str) for row in table.rows) for k in range(len(table.columns))
        ],
        "notes": table.notes,
        "folded": QUESTIONS[name].folded,
        "csv": "data:text/csv;charset=utf-8," + quote(table.csv()),
    }


def _text(value: Any) -> str:
    if value is None or value != value:
        return "–"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 10000 else f"{value:.4g}"
    return str(value)
