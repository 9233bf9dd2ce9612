"""For the documentation's generator: files of the repository outside ``docs`` that are pages of the site too.

Results, changes, security and examples are written where a reader of the repository looks for them. On the
site they are pages like all others; links between both are mended, and other files are downloads.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parent.parent
_RESULTS = sorted(ROOT.glob("benchmarks/results/*.md"))
_LINK = re.compile(r"\]\(([^)#\s:]+)(#[^)\s]*)?\)")
_CODE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
_LANGUAGES = {".py": "python", ".mjs": "js", ".toml": "toml"}

PAGES = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "LICENSE": "licence.md",
    "LICENSES.md": "licences.md",
    ".github/SECURITY.md": "security.md",
    "benchmarks/README.md": "results/index.md",
    "bindings/js/README.md": "javascript.md",
    "examples": "examples.md",
}
"""The page of each file or folder of the repository."""
PAGES |= {f"benchmarks/results/{path.name}": f"results/{path.name}" for path in _RESULTS}
FOLDERS = {"benchmarks": "results/index.md", "examples": "examples.md"}
"""The page that stands for a folder and those in it."""


def on_files(files: Any, *, config: Any) -> Any:
    """Adds the pages, and whatever they and the documentation link to."""
    for source, page in PAGES.items():
        files.append(File.generated(config, page, content=_page(source)))
    for target in sorted(set(_downloads())):
        files.append(
            File.generated(config, f"repository/{target}", abs_src_path=str(ROOT / target))
        )
    return files


def on_page_markdown(markdown: str, *, page: Any, config: Any, **_: Any) -> str:
    """Links across the edge of ``docs`` lead to the page or the download that stands for their target."""
    sources = {page: source for source, page in PAGES.items()}
    source = sources.get(page.file.src_uri, f"docs/{page.file.src_uri}")
    here = posixpath.dirname(page.file.src_uri)

    def mended(match: re.Match[str]) -> str:
        target = _target(source, match[1])
        anchor = match[2] or ""
        if not (ROOT / target).exists():
            return match[0]  # the generator judges it
        if target.startswith("docs/"):
            uri = target.removeprefix("docs/")
        elif (ROOT / target).is_dir() and target.partition("/")[0] in FOLDERS:
            uri = FOLDERS[target.partition("/")[0]]
        else:
            uri = PAGES.get(target) or f"repository/{target}"
        return f"]({posixpath.relpath(uri, here or '.')}{anchor})"

    return _LINK.sub(mended, markdown)


def _target(source: str, link: str) -> str:
    """The path in the repository to which a link in one of its files leads."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(source), link))


def _page(source: str) -> str:
    if source == "examples":
        return "\n".join(_examples())
    text = (ROOT / source).read_text(encoding="utf-8")
    return text if source.endswith(".md") else f"# Licence\n\n```text\n{text}```\n"


def _downloads() -> Iterator[str]:
    """Files of the repository that are linked to and are no pages."""
    documents = [path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")]
    for source in [*documents, *PAGES]:
        text = _page(source) if source in PAGES else (ROOT / source).read_text(encoding="utf-8")
        text = _CODE.sub("", text)
        for link, _ in _LINK.findall(text):
            target = _target(source, link)
            if (ROOT / target).is_file() and not target.startswith("docs/") and target not in PAGES:
                yield target


def _examples() -> Iterator[str]:
    """The page of examples: each program with its source."""
    yield "# Examples\n\nEach of these runs in a checkout, and the tests run it.\n"
    for path in sorted((ROOT / "examples").glob("*")):
        if path.suffix in _LANGUAGES:
            yield from _example(path, path.name)
    yield "## A package that adds one of each kind\n"
    plugin = ROOT / "examples" / "plugin"
    yield "Its declarations and its engine; the others lie beside them, in `examples/plugin`.\n"
    for path in [plugin / "pyproject.toml", *plugin.rglob("src/*/engine.py")]:
        yield from _example(path, path.relative_to(plugin).as_posix(), level="###")


def _example(path: Path, title: str, level: str = "##") -> Iterator[str]:
    yield f"{level} {title}\n"
    yield f"```{_LANGUAGES[path.suffix]}\n{path.read_text(encoding='utf-8')}```\n"
