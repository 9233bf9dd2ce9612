"""Compiles a ``.pyx`` file beside a benchmark where it is first needed, and keeps what came of it.

told_classes = compiled(Path(__file__).with_name("told_classes.pyx"))
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
import sysconfig
import tempfile
from pathlib import Path
from types import ModuleType


class CannotCompile(Exception):
    """No compiler, or it fails: in one sentence."""


def cache_folder() -> Path:
    """Where compiled modules are kept: in the user's cache, which may be emptied at any time."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "minesolver"


def compiled(source: Path, folder: Path | None = None) -> ModuleType:
    """The module of a Cython file, compiled unless this very file was, by this Python.

    Raises CannotCompile where Cython, setuptools or a C++ compiler is missing.
    """
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    digest = hashlib.sha256(source.read_bytes() + sys.version.encode()).hexdigest()[:16]
    path = (folder or cache_folder()) / f"{source.stem}-{digest}" / f"{source.stem}{suffix}"
    if not path.exists():
        _compile(source, path)
    spec = importlib.util.spec_from_file_location(source.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _compile(source: Path, path: Path) -> None:
    print(f"compiling {source.name}, once: half a minute", file=sys.stderr, flush=True)
    try:
        from Cython.Build import cythonize
        from setuptools import Distribution, Extension
        from setuptools.command.build_ext import build_ext
    except ImportError as error:
        raise CannotCompile(
            f"{source.name} has to be compiled, which takes {error.name}: "
            "pip install cython setuptools"
        ) from error
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        try:
            # Warnings are of generated code.
            options = [] if sys.platform == "win32" else ["-w", "-O3", "-g0"]
            extension = Extension(
                source.stem, [str(source)], language="c++", extra_compile_args=options
            )
            extensions = cythonize([extension], build_dir=folder, quiet=True)
            command = build_ext(Distribution({"ext_modules": extensions}))
            command.build_lib = command.build_temp = folder
            command.ensure_finalized()
            command.run()
        # Each compiler, and each system without one, has errors of its own.
        except Exception as error:
            raise CannotCompile(
                f"{source.name} was not compiled ({type(error).__name__}); it takes a C++ compiler, and CXX "
                "names another one"
            ) from error
        # In one step, as another process may do the same.
        (Path(folder) / path.name).replace(path)
