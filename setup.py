"""Builds the compiled core (``minesolver/kernel``); everything else is in ``pyproject.toml``.

The core is optional: without a C compiler the package installs, and counts by elimination.

Environment: ``MINESOLVER_DEBUG=1`` builds with assertions and the sanitizers for addresses and undefined
behaviour, for the tests of the core. ``MINESOLVER_REQUIRE_CORE=1``: no wheel without the core.
"""

import os
import sys
from pathlib import Path
from typing import Any

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

DEBUG = os.environ.get("MINESOLVER_DEBUG") == "1"
OPTIONAL = not DEBUG and os.environ.get("MINESOLVER_REQUIRE_CORE") != "1"
DIRECTIVES: dict[str, Any] = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "infer_types": True,  # of locals: the type of what they are first given
    "embedsignature": True,
}

if sys.platform == "win32":
    compile_args, link_args = ["/O2", "/fp:precise"], []
elif DEBUG:
    link_args = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    compile_args = ["-O1", "-g", "-fno-omit-frame-pointer", "-ffp-contract=off", *link_args]
else:
    # Contracted products would give other floats, and so other games, on other machines.
    compile_args, link_args = ["-O3", "-g0", "-ffp-contract=off"], []


class BuildCore(build_ext):
    """Builds the core or, where it is optional and cannot be built, leaves it out."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:  # each compiler, and each system without one, has errors of its own
            if not OPTIONAL:
                raise
            self.warn(f"the compiled core was not built ({error}); minesolver will count by elimination")
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []


core = Extension(
    "minesolver.kernel.core",
    ["minesolver/kernel/core.pyx"],
    extra_compile_args=compile_args,
    extra_link_args=link_args,
    define_macros=[] if DEBUG else [("CYTHON_WITHOUT_ASSERTIONS", "1")],
)
setup(
    ext_modules=cythonize([core], compiler_directives=DIRECTIVES, build_dir="build/cython", quiet=True),
    cmdclass={"build_ext": BuildCore},
)
