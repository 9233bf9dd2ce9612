"""Releases: each file of one is looked into, and all places agree on versions and tools."""

from __future__ import annotations

import importlib.util
import io
import json
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from paths import ROOT


def _release() -> ModuleType:
    """bindings/release.py, which imports what lies beside it."""
    spec = importlib.util.spec_from_file_location("release", ROOT / "bindings/release.py")
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "bindings"))
        spec.loader.exec_module(module)
    return module


release: Any = _release()
WHEEL_FILES = {
    "minesolver/__init__.py": "",
    "minesolver/py.typed": "",
    "minesolver/kernel/core.abi3.so": "",
    **dict.fromkeys(release.arrays(), ""),
    **dict.fromkeys(release.engines(), ""),
    "minesolver-1.0.0.dist-info/METADATA": "License-Expression: MIT\n",
    "minesolver-1.0.0.dist-info/licenses/LICENSE": "",
    "minesolver-1.0.0.dist-info/licenses/LICENSES.md": "",
}
SDIST_FILES = {
    f"minesolver-1.0.0/{name}": ""
    for name in (
        "PKG-INFO", "setup.py", "LICENSE", "LICENSES.md", "minesolver/kernel/core.pyx", "tests/conftest.py",
        *release.engines(),
    )
}  # fmt: skip
PACKAGE_FILES = {"package/package.json": '{"name": "minesolver", "version": "1.0.0"}'} | {
    f"package/{name}": ""
    for name in (
        "LICENSE", "LICENSES.md", "README.md", "index.js", "index.cjs", "index.d.ts", "index.d.cts",
        "dist/engine.js", "dist/engine.wasm", "reading/readings.js",
    )
}  # fmt: skip
COMPONENTS = {
    "bomFormat": "CycloneDX",
    "metadata": {"component": {"name": "minesolver", "version": "1.0.0"}},
}


def write(path: Path, files: dict[str, str]) -> Path:
    """An archive of the kind that its name says."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path, "w") as wheel:
            for name, text in files.items():
                wheel.writestr(name, text)
        return path
    with tarfile.open(path, "w:gz") as archive:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text.encode())
            archive.addfile(member, io.BytesIO(text.encode()))
    return path


RIGHT: dict[str, dict[str, str]] = {
    "minesolver-1.0.0-cp311-abi3-linux_x86_64.whl": WHEEL_FILES,
    "minesolver-1.0.0.tar.gz": SDIST_FILES,
    "minesolver-1.0.0.tgz": PACKAGE_FILES,
}
WHEEL, SDIST, PACKAGE = RIGHT


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_file_holds_and_none_without_one_of_its_files(tmp_path, name, capsys):
    assert release.look([write(tmp_path / name, RIGHT[name])]) == 1
    assert f"holds: {name}" in capsys.readouterr().out
    needless = {
        "minesolver/__init__.py",
        "package/package.json",
        "minesolver-1.0.0.dist-info/METADATA",
    }
    for left_out in RIGHT[name].keys() - needless:
        files = {file: text for file, text in RIGHT[name].items() if file != left_out}
        with pytest.raises(release.ReleaseError):
            release.look([write(tmp_path / name, files)])


@pytest.mark.parametrize(
    ("name", "files", "complaint"),
    [
        (WHEEL, {"minesolver/kernel/core.pyx": ""}, "sources of the core"),
        (WHEEL, {"minesolver/kernel/core.cp312.so": ""}, "not one compiled core"),
        (WHEEL, {"tests/test_board.py": ""}, "beside the package"),
        (WHEEL, {"minesolver/extras/web/node_modules/x.js": ""}, "node_modules"),
        (WHEEL, {"minesolver-1.0.0.dist-info/METADATA": "Name: minesolver\n"}, "its licence"),
        (SDIST, {"minesolver-1.0.0/minesolver/kernel/core.so": ""}, "compiled files"),
        (SDIST, {"other/file": ""}, "more than one folder"),
        (SDIST, {"minesolver-1.0.0/../file": ""}, "has minesolver-1.0.0/../file"),
        (PACKAGE, {"package/test/index.test.mjs": ""}, "has tests"),
        (PACKAGE, {"package/package.json": '{"version": "2.0.0"}'}, "is 2.0.0"),
        (
            PACKAGE,
            {"package/package.json": '{"version": "1.0.0", "dependencies": {"x": "1"}}'},
            "depends",
        ),
    ],
)
def test_a_file_with_what_no_release_has_is_named(tmp_path, name, files, complaint):
    with pytest.raises(release.ReleaseError, match=re.escape(complaint)):
        release.look([write(tmp_path / name, RIGHT[name] | files)])


def test_a_list_of_components_says_of_what_it_is(tmp_path):
    path = tmp_path / "python.cdx.json"
    path.write_text(json.dumps(COMPONENTS))
    assert release.look([path]) == 1
    subjects: list[dict[str, Any]] = [{"name": "other", "version": "1"}, {"name": "minesolver"}]
    for subject in subjects:
        path.write_text(json.dumps(COMPONENTS | {"metadata": {"component": subject}}))
        with pytest.raises(release.ReleaseError):
            release.look([path])


def test_checksums_are_those_that_sha256sum_reads(tmp_path):
    (tmp_path / "b").write_bytes(b"")
    (tmp_path / "a").write_bytes(b"abc")
    for _ in range(2):  # the second time with the list of the first beside them
        release.write_checksums(tmp_path)
    assert (tmp_path / "SHA256SUMS").read_text().splitlines() == [
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  b",
    ]


def test_all_places_say_one_version(monkeypatch):
    monkeypatch.delenv("GITHUB_REF_TYPE", raising=False)
    version = release.check_versions(ROOT)
    monkeypatch.setenv("GITHUB_REF_TYPE", "tag")
    monkeypatch.setenv("GITHUB_REF_NAME", f"v{version}")
    assert release.check_versions(ROOT) == version
    monkeypatch.setenv("GITHUB_REF_NAME", "v0.9.9")
    with pytest.raises(release.ReleaseError, match=r"v0\.9\.9"):
        release.check_versions(ROOT)


def test_every_tool_of_a_release_is_pinned():
    """One version each, and the wheels are built with the same as all else."""
    lines = (ROOT / "bindings/release-tools.txt").read_text().splitlines()
    pins = [line.lower() for line in lines if not line.startswith("#")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", pin) for pin in pins)
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text())
    build_tools = (
        pyproject["tool"]["cibuildwheel"]["before-build"].removeprefix("pip install ").split()
    )
    assert len(build_tools) == len(pyproject["build-system"]["requires"])
    assert set(build_tools) <= set(pins)


def test_the_lock_of_the_npm_package_names_no_host():
    lock = json.loads((ROOT / "bindings/js/package-lock.json").read_text())
    packages = [package for name, package in lock["packages"].items() if name]
    assert packages
    assert all("integrity" in package and "resolved" not in package for package in packages)


def test_a_file_of_no_release_is_refused_in_one_line(tmp_path):
    process = subprocess.run(
        [sys.executable, ROOT / "bindings/release.py", "look", tmp_path / "x.txt"],
        capture_output=True,
        text=True,
    )
    assert process.returncode == 1
    assert process.stderr == "bindings/release.py: look takes files of a release\n"
