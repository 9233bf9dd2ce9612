"""For the documentation's generator: navigation, the command's help, docstrings as Markdown, the page."""

from __future__ import annotations

import contextlib
import io
import os
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any
from unittest import mock

from griffe import Extension, Object

ROOT = Path(__file__).resolve().parent.parent
_ARGUMENT = re.compile(
    r"^(?!Returns|Yields)((?:\*{0,2}[a-z]\w*(?:, )?)+): (?=[A-Z`(\d])", re.MULTILINE
)
"""A line on one argument of a function."""
_RAISES = re.compile(r"(?<!\n)\n(?=Raises [A-Z]\w*: )")
"""The end of the line before the errors of a function: without a blank line Markdown joins both."""
_PAGE_OR_PICTURE = re.compile(r"<!-- page -->.*?<!-- page -->", re.DOTALL)
"""A picture, in place of which the page stands where the engine for the browser was built."""
_PAGE = """<iframe class="page" src="page/" title="The solver in your browser" loading="lazy"></iframe>

<a href="page/">The same on a page of its own</a>"""
_OUT_OF_SEARCH = (
    "results/[!h]*.md",  # all but the headline
    "reproduction/*",
    "upstream/*",
    "contributing.md",
    "core.md",
    "documents.md",
    "licence.md",
    "licences.md",
    "reference/sources.md",
    "requirements.md",
    "security.md",
    "small-boards.md",
)
_SCRIPT = re.compile(r"(?:benchmarks|docs)/(?:screenshots/)?[a-z]\w*\.py\b")
_RESULTS = re.compile(r"benchmarks/results/([\w-]+\.md)")
_ROLE = re.compile(r":(?:class|func|meth|mod|attr|data):`(~?)([\w.]+)`")


def on_config(config: Any) -> Any:
    """A page with a star in the navigation stands for all pages that it matches and nothing else names."""
    named = set(_pages(config["nav"]))

    def expanded(items: list[Any]) -> list[Any]:
        entries: list[Any] = []
        for item in items:
            if isinstance(item, dict):
                entries.append(
                    {key: expanded(v) if isinstance(v, list) else v for key, v in item.items()}
                )
            elif "*" in item:
                pages = (
                    path.relative_to(ROOT / "docs").as_posix()
                    for path in (ROOT / "docs").glob(item)
                )
                entries += sorted(page for page in pages if page not in named)
            else:
                entries.append(item)
        return entries

    config["nav"] = expanded(config["nav"])
    return config


def _pages(items: list[Any]) -> list[str]:
    """All pages that a navigation names."""
    pages: list[str] = []
    for item in items:
        for value in item.values() if isinstance(item, dict) else [item]:
            pages += _pages(value) if isinstance(value, list) else [value]
    return pages


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Adds the commands' help to their page, and to the home page the page in the browser, to be played."""
    # Raw figures, and what only contributors read: in a search they hide what others look for.
    if any(fnmatch(page.file.src_uri, pattern) for pattern in _OUT_OF_SEARCH):
        page.meta["search"] = {"exclude": True}
    markdown += _footer(markdown, page.file.src_uri)
    if page.file.src_uri == "reference/command.md":
        markdown += "".join(_command_helps())
    if _has_page():
        markdown = _PAGE_OR_PICTURE.sub(_PAGE, markdown)
    return markdown


def _footer(markdown: str, uri: str) -> str:
    """The commands that make the numbers of a page: those that it names, those of results that it links."""
    if uri.startswith(("reference/", "notebooks/")) or uri in ("contributing.md", "changelog.md"):
        return ""
    scripts = set(_SCRIPT.findall(markdown))
    for name in _RESULTS.findall(markdown):
        results = (ROOT / "benchmarks" / "results" / name).read_text(encoding="utf-8")
        scripts |= set(_SCRIPT.findall(results)[:1])
    commands = [f"`python {script}`" for script in sorted(scripts) if (ROOT / script).exists()]
    return f"\n\n---\n\nMeasured by {', '.join(commands)}.\n" if commands else ""


def _command_helps() -> Iterator[str]:
    """What each command says of itself."""
    from minesolver.cli import COMMANDS, main

    for command in ("", *COMMANDS):
        output = io.StringIO()
        with (
            contextlib.redirect_stdout(output),
            contextlib.suppress(SystemExit),
            mock.patch.dict(os.environ),
        ):
            os.environ.pop("LINES", None)
            os.environ.update(COLUMNS="78", NO_COLOR="1")
            main([*command.split(), "--help"])
        yield f"\n## minesolver {command}\n\n```text\n{output.getvalue()}```\n"


class Roles(Extension):
    """Sphinx's roles become cross references, and doctest blocks code, so that one docstring serves all."""

    def on_package(self, *, pkg: Object, **_: Any) -> None:
        self.on_object(obj=pkg)

    def on_object(self, *, obj: Object, **_: Any) -> None:
        if obj.docstring is None:
            return

        def reference(match: re.Match[str]) -> str:
            name = match[2]
            short = name.rpartition(".")[2] if match[1] else name
            try:
                path = name if name.startswith("minesolver") else obj.resolve(name)
            except Exception:
                path = name
            return f'<autoref optional identifier="{path}"><code>{short}</code></autoref>'

        text = _ROLE.sub(reference, obj.docstring.value)
        obj.docstring.value = _fenced(text)


def _fenced(text: str) -> str:
    lines: list[str] = []
    inside = False
    arguments = _ARGUMENT.sub(r"\n- `\1`: ", _RAISES.sub("\n\n", text))
    for line in arguments.splitlines():
        if not inside and line.lstrip().startswith(">>>"):
            lines += ["", "```pycon"]
            inside = True
        elif inside and not line.strip():
            lines += ["```"]
            inside = False
        lines.append(line)
    return "\n".join([*lines, "```"] if inside else lines)


def on_post_build(*, config: Any, **_: Any) -> None:
    """The page itself is part of the site, where the engine for the browser was built."""
    from minesolver.extras.web.page import export

    if _has_page():
        export(Path(config["site_dir"]) / "page")


def _has_page() -> bool:
    """Whether the engine for the browser was built, without which there is no page."""
    from minesolver.extras.web.page import ENGINE

    return (ENGINE / "dist/engine.js").exists()
