"""Makes a release of the commit that is checked out, and looks into each file of it.

In ``dist/release``: the source distribution, built twice to one hash; a wheel of this system, built from it;
the npm package; lists of what both need (CycloneDX); the C engine as one file; ``SHA256SUMS``. Nothing is
uploaded. Needs Python's headers, a C compiler, Node with npm, and git; all other tools are those of
``release-tools.txt``, in an environment of their own.

    python bindings/release.py                       # one to five minutes
    python bindings/release.py look dist/release/*   # only looks into files that are there
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

from build import script_folders

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / "bindings/release-tools.txt"
ENVIRONMENT = ROOT / "bindings/.build/release"
"""The environment of the tools."""
BIN = ENVIRONMENT / ("Scripts" if sys.platform == "win32" else "bin")
REPACK = """
import sys
from repro_tarfile import ReproducibleTarFile
with ReproducibleTarFile.open(sys.argv[1], "w:gz") as archive:
    archive.add(sys.argv[2])
"""
"""Packs a folder anew, for the tools' Python: setuptools writes the time of the build into the archive."""
LICENCES = ("LICENSE", "LICENSES.md")


class ReleaseError(Exception):
    """What is wrong with a release, as one sentence."""


# ---------------------------------------------------------------- a look into what was built


def check(condition: object, complaint: str) -> None:
    """Raises ReleaseError: the condition does not hold."""
    if not condition:
        raise ReleaseError(complaint)


def check_names(archive: Path, names: list[str], needed: Iterable[str]) -> None:
    """Check that an archive has some files, by the ends of their names, and nothing that no release has."""
    for end in needed:
        check(any(name.endswith(end) for name in names), f"{archive.name} lacks {end}")
    for name in names:
        path_parts = name.split("/")
        unwanted = {"node_modules", "__pycache__", ".git", ".venv", ".build"}.intersection(
            path_parts
        )
        check(not unwanted, f"{archive.name} has {name}")
        check(".." not in path_parts and not name.startswith("/"), f"{archive.name} has {name}")
    check(len(names) == len(set(names)), f"{archive.name} has a file twice")


def arrays() -> list[str]:
    """The files of arrays of the package and its extras."""
    return [path.relative_to(ROOT).as_posix() for path in ROOT.glob("minesolver/**/*.npz")]


def engines() -> list[str]:
    """The engine beside the scripts of each extra that uses it, and what these were put together of."""
    files = ("dist/engine.js", "bundle/sources.json")
    return [f"{folder}/solver/{file}" for folder in script_folders() for file in files]


def look_into_sdist(path: Path) -> None:
    """All that builds and tests a wheel, with the engine for scripts, and nothing compiled."""
    with tarfile.open(path) as archive:
        names = archive.getnames()
    check_names(
        path,
        names,
        ["core.pyx", "setup.py", "tests/conftest.py", *engines(), *LICENCES, "PKG-INFO"],
    )
    folders = {name.split("/")[0] for name in names}
    check(len(folders) == 1, f"{path.name} has more than one folder: {sorted(folders)}")
    compiled = [name for name in names if name.endswith((".so", ".pyd", ".o", ".pyc"))]
    check(not compiled, f"{path.name} has compiled files: {compiled}")


def look_into_wheel(path: Path) -> None:
    """The compiled core without its sources, the scripts of extras with the engine, the licences."""
    with zipfile.ZipFile(path) as archive:
        check(archive.testzip() is None, f"{path.name} is broken")
        names = archive.namelist()
        (metadata_name,) = [name for name in names if name.endswith(".dist-info/METADATA")]
        metadata = archive.read(metadata_name).decode()
    check_names(path, names, ["py.typed", *arrays(), *engines(), *LICENCES])
    core_files = [name for name in names if re.search(r"minesolver/kernel/core\..*(so|pyd)$", name)]
    check(len(core_files) == 1, f"{path.name} has not one compiled core, but {core_files}")
    sources = [name for name in names if name.endswith((".pyx", ".pxd", ".c"))]
    check(not sources, f"{path.name} has sources of the core: {sources[:3]}")
    others = sorted({name.split("/")[0] for name in names if not name.startswith("minesolver")})
    check(not others, f"{path.name} has {others} beside the package")
    check("License-Expression: MIT" in metadata, f"{path.name} does not say its licence")


def look_into_package(path: Path) -> None:
    """The npm package: the engine, its types, and no tests."""
    with tarfile.open(path) as archive:
        names = archive.getnames()
        manifest_file = archive.extractfile("package/package.json")
        assert manifest_file is not None
        manifest = json.load(manifest_file)
    needed = [
        "index.js",
        "index.cjs",
        "index.d.ts",
        "index.d.cts",
        "dist/engine.js",
        "dist/engine.wasm",
    ]
    check_names(path, names, [*needed, "reading/readings.js", "README.md", *LICENCES])
    tests = [name for name in names if "/test/" in name]
    check(not tests, f"{path.name} has tests: {tests}")
    check(not manifest.get("dependencies"), f"{path.name} depends on other packages")
    check(
        path.name == f"minesolver-{manifest['version']}.tgz",
        f"{path.name} is {manifest['version']}",
    )


def look_into_components(path: Path) -> None:
    """A list of components: what it is of, and in which form."""
    components = json.loads(path.read_text(encoding="utf-8"))
    check(components.get("bomFormat") == "CycloneDX", f"{path.name} is not CycloneDX")
    subject = components["metadata"]["component"]
    names = (subject["name"], subject.get("purl", "").partition("@")[0])
    check("minesolver" in names or "pkg:npm/minesolver" in names, f"{path.name} is of {names[0]}")
    check(subject.get("version"), f"{path.name} does not say of which version it is")


LOOKS: dict[str, Callable[[Path], None]] = {
    ".tar.gz": look_into_sdist,
    ".whl": look_into_wheel,
    ".tgz": look_into_package,
    ".cdx.json": look_into_components,
}


def look(paths: Iterable[Path]) -> int:
    """Look into each file that is of a known kind. Returns: how many. Raises ReleaseError."""
    count = 0
    for path in paths:
        for end, look_into in LOOKS.items():
            if path.name.endswith(end):
                look_into(path)
                print(f"holds: {path.name}, {path.stat().st_size:,} bytes")
                count += 1
    return count


# ---------------------------------------------------------------- building


def run(*command: object, cwd: Path = ROOT, **variables: str) -> None:
    """Run a command with the tools first on its path."""
    print("+", *command, file=sys.stderr, flush=True)
    environment = os.environ | {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"} | variables
    subprocess.run([str(part) for part in command], cwd=cwd, env=environment, check=True)


def output(*command: str, cwd: Path = ROOT) -> str:
    """What a command prints."""
    return subprocess.run(
        command, cwd=cwd, check=True, capture_output=True, text=True
    ).stdout.strip()


def check_versions(root: Path) -> str:
    """Check that all places say the same version, which is returned."""
    source = (root / "minesolver/base/version.py").read_text(encoding="utf-8")
    version = re.findall(r'__version__ = "(.*)"', source)[0]
    citation = (root / "CITATION.cff").read_text(encoding="utf-8")
    check(f"\nversion: {version}\n" in citation, f"CITATION.cff does not say {version}")
    for name in ("package.json", "package-lock.json"):
        manifest = json.loads((root / "bindings/js" / name).read_text(encoding="utf-8"))
        check(manifest["version"] == version, f"bindings/js/{name} says {manifest['version']}")
    tag = os.environ.get("GITHUB_REF_NAME") if os.environ.get("GITHUB_REF_TYPE") == "tag" else None
    check(tag in (None, f"v{version}"), f"the tag {tag} is not of version {version}")
    return version


def make_environment() -> None:
    """The tools that are pinned, in an environment of their own."""
    run(sys.executable, "-m", "venv", "--clear", ENVIRONMENT)
    run(BIN / "python", "-m", "pip", "install", "-q", "--no-deps", "-r", TOOLS)


def copy_commit(folder: Path) -> None:
    """What is committed, and nothing that lies beside it."""
    folder.mkdir(parents=True)
    archive = folder.with_suffix(".tar")
    run("git", "archive", "--output", archive, "HEAD")
    with tarfile.open(archive) as files:
        files.extractall(folder, filter="data")


def build_package(source: Path, out: Path) -> None:
    """The npm package: built, tested and packed; what the page needs of it is put beside the page."""
    folder = source / "bindings/js"
    run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", cwd=folder)
    run("npm", "run", "build", cwd=folder)
    run("npm", "test", cwd=folder)
    home = os.environ.get("REPOSITORY_URL")
    if home:
        run("npm", "pkg", "set", f"repository=git+{home}.git", cwd=folder)
    run("npm", "pack", "--ignore-scripts", "--pack-destination", out, cwd=folder)
    components = output("npm", "sbom", "--sbom-format", "cyclonedx", "--omit", "dev", cwd=folder)
    (out / "npm.cdx.json").write_text(components + "\n", encoding="utf-8")
    shutil.rmtree(folder / "node_modules")


def build_sdist(source: Path, out: Path) -> Path:
    """The source distribution, with the same bytes each time: files in their order, all of one moment."""
    run("python", "-m", "build", "--sdist", "--no-isolation", "--outdir", out, source)
    (path,) = out.glob("*.tar.gz")
    with tempfile.TemporaryDirectory() as unpacked:
        with tarfile.open(path) as files:
            files.extractall(unpacked, filter="data")
        name = path.name.removesuffix(".tar.gz")
        run("python", "-c", REPACK, path.resolve(), name, cwd=Path(unpacked))
    return path


def build_wheel(sdist: Path, out: Path) -> Path:
    """A wheel of this system, of what is in the source distribution alone."""
    with tempfile.TemporaryDirectory() as unpacked:
        with tarfile.open(sdist) as files:
            files.extractall(unpacked, filter="data")
        source = Path(unpacked, sdist.name.removesuffix(".tar.gz"))
        variables = {"MINESOLVER_REQUIRE_CORE": "1", "MINESOLVER_ABI3": "1"}
        run(
            "python",
            "-m",
            "build",
            "--wheel",
            "--no-isolation",
            "--outdir",
            out,
            source,
            **variables,
        )
    (path,) = out.glob("*.whl")
    return path


def list_components(wheel: Path, out: Path, version: str) -> None:
    """What the wheel needs, as pip installs it today; it is tried there too."""
    with tempfile.TemporaryDirectory() as folder:
        run(sys.executable, "-m", "venv", folder)
        python = Path(folder, BIN.name, "python")
        run(python, "-m", "pip", "install", "-q", "--no-compile", wheel)
        run(python, "-m", "minesolver", "solve", ROOT / "examples/small.mines", cwd=Path(folder))
        run(python, "-m", "pip", "uninstall", "-q", "-y", "pip", "setuptools")
        target = out / "python.cdx.json"
        options = [
            "--output-reproducible",
            "--mc-type",
            "library",
            "--pyproject",
            ROOT / "pyproject.toml",
        ]
        run("cyclonedx-py", "environment", *options, "-o", target, python)
    components = json.loads(target.read_text(encoding="utf-8"))
    components["metadata"]["component"]["version"] = (
        version  # which pyproject.toml takes from the package
    )
    target.write_text(json.dumps(components, indent=2) + "\n", encoding="utf-8")


def hash_of(path: Path) -> str:
    """SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_checksums(out: Path) -> None:
    """``SHA256SUMS`` of all files beside it, as ``sha256sum --check`` reads it."""
    sums = out / "SHA256SUMS"
    paths = sorted(path for path in out.iterdir() if path != sums)
    sums.write_text("".join(f"{hash_of(path)}  {path.name}\n" for path in paths), encoding="utf-8")


def build(out: Path) -> None:
    """Everything, into an empty folder."""
    check(not out.exists() or not any(out.iterdir()), f"{out} is not empty")
    check(
        not output("git", "status", "--porcelain", "--untracked-files=no"),
        "there are uncommitted changes",
    )
    version = check_versions(ROOT)
    out.mkdir(parents=True, exist_ok=True)
    out = out.resolve()
    os.environ.setdefault("SOURCE_DATE_EPOCH", output("git", "log", "-1", "--format=%ct"))
    make_environment()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        copy_commit(work / "source")
        build_package(work / "source", out)

        # Once more of a copy, whose files have other times.
        shutil.copytree(work / "source", work / "again", copy_function=shutil.copy)
        sdist, second = (
            build_sdist(work / "source", out),
            build_sdist(work / "again", work / "second"),
        )
        check(hash_of(sdist) == hash_of(second), "two builds of the source distribution differ")

        wheel = build_wheel(sdist, out)
        run("twine", "check", "--strict", sdist, wheel)
        list_components(wheel, out, version)
        run("python", "bindings/build.py", "c", "--out", work / "c", cwd=work / "source")
        shutil.copy(work / "c/minesolver.c", out / f"minesolver-{version}.c")
        shutil.copy(work / "c/minesolver.h", out / f"minesolver-{version}.h")
    write_checksums(out)
    look(sorted(out.iterdir()))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("step", nargs="?", choices=("build", "look", "checksums"), default="build")
    parser.add_argument("files", nargs="*", type=Path, help="what to look into")
    parser.add_argument("--out", type=Path, default=ROOT / "dist/release", help="an empty folder")
    arguments = parser.parse_args()
    try:
        if arguments.step == "build":
            build(arguments.out)
        elif arguments.step == "checksums":
            write_checksums(arguments.out)
        elif not look(arguments.files):
            sys.exit("bindings/release.py: look takes files of a release")
    except (ReleaseError, subprocess.CalledProcessError) as error:
        sys.exit(f"bindings/release.py: {error}")


if __name__ == "__main__":
    main()
