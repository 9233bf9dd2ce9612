"""The report of a run: one page that needs nothing else, its plots and its tables as files for a paper."""

from base64 import b64encode
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ..base.errors import MinesolverError, extra
from ..base.files import write_whole
from .experiment import Experiment
from .figure import Figure, draw_for_paper, require_matplotlib
from .paper import PaperTable, games_won, paper_table
from .plots import figures
from .running import missing, total
from .store import Store, query_text
from .summary import QUESTIONS, tables
from .table import Table


def write(
    store: Store,
    folder: Path,
    *,
    against: str | None = None,
    command: str = "",
    progress: Callable[[int, int], None],
) -> Path:
    """Write ``report.html``, the figures as SVG, PDF and PNG and the tables as CSV, Markdown and LaTeX into a
    folder; returns the page's path.

    against: See :func:`~.summary.tables`
    command: What made the report, for its footer
    progress: Called with (figures drawn, figures)
    Raises MissingDependencyError: without matplotlib or Jinja; ResultsError: the file holds no run.
    """
    require_matplotlib()
    page_template = template(__package__, "report.html.jinja")
    experiment, sessions = store.experiment, store.sessions
    source = _source(experiment, sessions, command)
    run_tables = tables(store, against)
    folder.mkdir(parents=True, exist_ok=True)

    # Of each table the values in full, and a version to be read.
    page_tables = []
    if "players" in run_tables:
        won = games_won(run_tables["players"])
        write_whole(folder / "games-won.csv", won.table().csv().encode())
        _write_texts(folder / "games-won", won, "Games won", "95 % intervals by Wilson.", source)
        note = "Per cent of the games, with 95 % intervals by Wilson."
        page_tables.append(
            _for_page("games-won", "Games won", note, won, won.table(), folded=False)
        )
    for name, table in run_tables.items():
        question = QUESTIONS[name]
        written = table.without_empty_columns()
        readable = paper_table(name, table)
        write_whole(folder / f"{name}.csv", written.csv().encode())
        _write_texts(folder / name, readable, question.title, question.note, source)
        page_tables.append(
            _for_page(
                name, question.title, question.note, readable, written, folded=question.folded
            )
        )

    pictures = []
    drawn = figures(run_tables)
    for number, figure in enumerate(drawn):
        progress(number, len(drawn))
        paths = draw_for_paper(figure, folder, source)
        pictures.append(_picture(figure, paths))
    progress(len(drawn), len(drawn))

    page = page_template.render(
        experiment=experiment,
        description=_described(experiment),
        sessions=sessions,
        source=source,
        workers=store.query(query_text("workers"))[0],
        pictures=pictures,
        tables=page_tables,
        counts=store.query(query_text("counts"))[0],
        left=_left(store),
    )
    write_whole(folder / "report.html", page.encode())
    return folder / "report.html"


def _source(experiment: Experiment, sessions: list[dict[str, Any]], command: str) -> str:
    """What made the results, in a line: version and commit, seeds, commands."""
    versions = []
    commands = []
    for session in sessions:
        commit = f", commit {session['commit']}" if session["commit"] else ""
        versions.append(f"minesolver {session['minesolver']}{commit}")
        commands.append(session["command"])
    seeds = ", ".join(map(str, experiment.seeds))
    commands += [command] if command else []
    return (
        f"{'; '.join(dict.fromkeys(versions))}; {'seed' if len(experiment.seeds) == 1 else 'seeds'} {seeds}; "
        f"{'; '.join(dict.fromkeys(commands))}"
    )


def _write_texts(path: Path, table: PaperTable, title: str, note: str, source: str) -> None:
    """A table as Markdown and as LaTeX, each with what made it."""
    markdown = f"**{title}.** {note}\n\n{table.markdown()}\nMade by {source}\n"
    write_whole(path.with_suffix(".md"), markdown.encode())
    latex = f"% {title}. {note}\n% Made by {source}\n% \\usepackage{{booktabs}}\n{table.latex()}"
    write_whole(path.with_suffix(".tex"), latex.encode())


def _picture(figure: Figure, paths: list[Path]) -> dict[str, str]:
    """A figure for the page, which holds its SVG."""
    return {
        "title": figure.title,
        "name": figure.name,
        "files": ", ".join(path.name for path in paths),
        "data": b64encode(paths[0].read_bytes()).decode(),
    }


def _for_page(
    name: str, title: str, note: str, readable: PaperTable, written: Table, *, folded: bool
) -> Mapping[str, Any]:
    return {
        "name": name,
        "title": title,
        "note": note,
        "columns": readable.columns,
        "rows": readable.rows,
        "numeric": readable.numeric,
        "folded": folded,
        "csv": "data:text/csv;charset=utf-8," + quote(written.csv()),
    }


def template(package: str, name: str) -> Any:
    """A template of a package. Raises :class:`MissingDependencyError` without Jinja."""
    with extra("plot", "reports need Jinja"):
        from jinja2 import Environment, PackageLoader, StrictUndefined
    whitespace_options: dict[str, Any] = {
        "trim_blocks": True,
        "lstrip_blocks": True,
        "undefined": StrictUndefined,
    }
    pages = Environment(
        loader=PackageLoader(package, "."), autoescape="html" in name, **whitespace_options
    )
    return pages.get_template(name)


def _described(experiment: Experiment) -> list[tuple[str, str]]:
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
