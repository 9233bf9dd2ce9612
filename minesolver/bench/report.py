"""The report of a run: one page that needs nothing else, its plots and its tables as files for a paper."""

from base64 import b64encode
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ..base.errors import MinesolverError, extra
from ..base.files import write_whole
from .experiment import Experiment
from .figure import Figure, draw_for_paper, require_matplotlib
from .paper import PaperTable, games_won, paper_table
from .plots import figures
from .result_table import Table
from .running import missing, total
from .store import Store, query_text
from .summary import QUESTIONS, tables


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
    source_text = _source(experiment, sessions, command)
    run_tables = tables(store, against)
    folder.mkdir(parents=True, exist_ok=True)
    page_tables = _write_tables(folder, run_tables, source_text)
    page_pictures = _write_figures(folder, run_tables, source_text, progress)

    # All of it in one page, which needs no other file.
    page_text = page_template.render(
        experiment=experiment,
        description=_described(experiment),
        sessions=sessions,
        source=source_text,
        workers=store.query(query_text("workers"))[0],
        pictures=page_pictures,
        tables=page_tables,
        counts=store.query(query_text("counts"))[0],
        left=_left(store),
    )
    write_whole(folder / "report.html", page_text.encode())
    return folder / "report.html"


def _write_tables(
    folder: Path, run_tables: Mapping[str, Table], source_text: str
) -> list[Mapping[str, Any]]:
    """Write the values of each table in full, and a version to be read; returns each as the page shows it."""
    page_tables = []
    if "players" in run_tables:
        won_table = games_won(run_tables["players"])
        write_whole(folder / "games-won.csv", won_table.table().csv().encode())
        _write_texts(
            folder / "games-won", won_table, "Games won", "Exact 95 % intervals.", source_text
        )
        table_note = "Per cent of the games, with exact 95 % intervals."
        page_tables.append(
            _for_page(
                "games-won", "Games won", table_note, won_table, won_table.table(), folded=False
            )
        )
    for table_name, table in run_tables.items():
        question = QUESTIONS[table_name]
        written_table = table.without_empty_columns()
        readable_table = paper_table(table_name, table)
        write_whole(folder / f"{table_name}.csv", written_table.csv().encode())
        _write_texts(
            folder / table_name, readable_table, question.title, question.note, source_text
        )
        page_tables.append(
            _for_page(
                table_name,
                question.title,
                question.note,
                readable_table,
                written_table,
                folded=question.folded,
            )
        )
    return page_tables


def _write_figures(
    folder: Path,
    run_tables: Mapping[str, Table],
    source_text: str,
    progress: Callable[[int, int], None],
) -> list[dict[str, str]]:
    """Write each figure in three kinds of files; returns the pictures for the page, which holds their SVG."""
    page_pictures = []
    run_figures = figures(run_tables)
    for figure_number, figure in enumerate(run_figures):
        progress(figure_number, len(run_figures))
        figure_paths = draw_for_paper(figure, folder, source_text)
        page_pictures.append(_picture(figure, figure_paths))
    progress(len(run_figures), len(run_figures))
    return page_pictures


def _source(experiment: Experiment, sessions: list[dict[str, Any]], command: str) -> str:
    """What made the results, in a line: version and commit, seeds, commands."""
    version_texts = []
    command_texts = []
    for session in sessions:
        commit = f", commit {session['commit']}" if session["commit"] else ""
        version_texts.append(f"minesolver {session['minesolver']}{commit}")
        command_texts.append(session["command"])
    seed_texts = ", ".join(map(str, experiment.seeds))
    seed_word = "seed" if len(experiment.seeds) == 1 else "seeds"
    if command:
        command_texts.append(command)
    return (
        f"{'; '.join(dict.fromkeys(version_texts))}; {seed_word} {seed_texts}; "
        f"{'; '.join(dict.fromkeys(command_texts))}"
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


@cache
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
    for field_name, field_value in vars(experiment).items():
        if isinstance(field_value, tuple):
            value_text = ", ".join(getattr(item, "name", None) or str(item) for item in field_value)
        else:
            value_text = str(field_value)
        if value_text and field_name != "name":
            rows.append((field_name.replace("_", " "), value_text))
    return rows


def _left(store: Store) -> tuple[int, int] | None:
    """(games, times contenders, still to be done, of how many); ``None`` without the board files to tell."""
    try:
        return missing(store.experiment, store), total(store.experiment)
    except (MinesolverError, OSError):
        return None
