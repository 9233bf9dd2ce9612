"""Builds the compiled core (``minesolver/kernel``); everything else is in ``pyproject.toml``.

The core is optional: without a C compiler the package installs, and counts by elimination.

Environment: ``MINESOLVER_DEBUG=1`` builds with assertions and the sanitizers for addresses and undefined
behaviour, for the tests of the core. ``MINESOLVER_REQUIRE_CORE=1``: no wheel without the core.
``MINESOLVER_ABI3=1``: one core for this Python and all later ones. ``REPOSITORY_URL``: the project's home.
"""

import os
import re
import sys
import sysconfig
from logging import INFO
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

DEBUG = os.environ.get("MINESOLVER_DEBUG") == "1"
# The stable interface has no free-threaded form before Python 3.15.
ABI3 = os.environ.get("MINESOLVER_ABI3") == "1" and not sysconfig.get_config_var("Py_GIL_DISABLED")
HOME = os.environ.get("REPOSITORY_URL", "")
OPTIONAL = not DEBUG and os.environ.get("MINESOLVER_REQUIRE_CORE") != "1"

if sys.platform == "win32":
    compile_args, link_args = ["/O2", "/fp:precise"], []
elif DEBUG:
    link_args = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    compile_args = ["-O1", "-g", "-fno-omit-frame-pointer", "-ffp-contract=off", *link_args]
else:
    # Contracted products would give other floats, and so other games, on other machines. The core asks itself
    # for what GCC's -O2 lacks (kernel/core.pyx): -O3 takes a third longer to compile and is no faster.
    # Python's -Wall costs another quarter, for warnings about generated C that the debugging build shows.
    compile_args, link_args = ["-O2", "-g0", "-ffp-contract=off", "-Wno-all"], []
    if sys.platform == "linux":
        # Where nothing is in the processor's cache, a call waits for each stub that leads into Python.
        compile_args.append("-fno-plt")

_SPEED_FLAGS = ("-O", "-m", "-ffp", "-ffast", "/O", "/fp")


class BuildCore(build_ext):
    """Builds the core or, where it is optional and cannot be built, leaves it out."""

    def run(self) -> None:
        try:
            # Here and not for every look at the metadata, of which an installation takes three.
            from Cython.Build import cythonize

            for extension, translated in zip(
                self.extensions,
                cythonize(self.extensions, build_dir="build/cython", quiet=True),
                strict=True,
            ):
                extension.sources, extension.depends = translated.sources, translated.depends
            flags = " ".join([os.environ.get("CFLAGS", ""), *compile_args]).strip()
            self.announce(f"compiling the core with {flags}", level=INFO)
            # What `minesolver --version` says: what speed and floats rest on, and no path of this machine.
            speed_flags = [word for word in flags.split() if word.startswith(_SPEED_FLAGS)]
            for extension in self.extensions:
                extension.define_macros.append(("CORE_FLAGS", f'"{" ".join(speed_flags)}"'))
            super().run()
        # Each compiler, and each system without one, has errors of its own.
        except Exception as error:
            if not OPTIONAL:
                raise
            self.warn(
                f"the compiled core was not built ({error}); minesolver will count by elimination"
            )
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []


core = Extension(
    "minesolver.kernel.core",
    ["minesolver/kernel/core.pyx"],
    extra_compile_args=compile_args,
    extra_link_args=link_args,
    define_macros=[("CYTHON_WITHOUT_ASSERTIONS", "1")] * (not DEBUG)
    + [("Py_LIMITED_API", "0x030B0000")] * ABI3,
    py_limited_api=ABI3,
)
readme, pages = Path("README.md").read_text(encoding="utf-8"), {}
if HOME:  # the index shows the README without the files beside it
    readme = re.sub(r"(!\[[^]]*\]\()(?!\w+:)", rf"\1{HOME}/raw/main/", readme)
    readme = re.sub(r"(?<!!)(\[[^]!]*\]\()(?!\w+:|#)", rf"\1{HOME}/blob/main/", readme)
    pages = {
        "Source": HOME,
        "Issues": f"{HOME}/issues",
        "Changes": f"{HOME}/blob/main/CHANGELOG.md",
    }
setup(
    ext_modules=[core],
    cmdclass={"build_ext": BuildCore},
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if ABI3 else {},
    long_description=readme,
    long_description_content_type="text/markdown",
    project_urls=pages,
)
