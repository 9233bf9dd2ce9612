"""Builds the engine without Python: ``python bindings/build.py c``, ``js`` or ``android``.

The same C that Cython makes for the extension is compiled with Python's headers only; the functions of
``minesolver.h`` are the only ones exported, the linker drops what they do not reach, and a symbol of Python
that is left fails the link. Needs Cython; for ``js`` the ``ziglang`` wheel as well, or clang with a WASI
sysroot in ``WASI_SYSROOT``; for ``android`` ``ziglang``, and not the NDK. What is missing is installed into
``bindings/.build/venv``. ``js`` also puts the scripts of extras together where ``npm ci`` in ``bindings/js``
has installed esbuild; ``bundle`` does that alone.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import unicodedata
import zlib
from base64 import b64encode
from pathlib import Path
from typing import Any

from amalgamation import amalgamated

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "bindings/.build"
C, JS = ROOT / "bindings/c", ROOT / "bindings/js"
SCRIPTS = ROOT / "minesolver/protocol/scripts"
"""What the npm package has of boards under rules, as the scripts of the package."""
FLAGS = ["-g0", "-w", "-ffp-contract=off", "-ffunction-sections", "-fdata-sections"]
FLAGS += ["-DCYTHON_WITHOUT_ASSERTIONS=1", "-DNDEBUG", f"-I{sysconfig.get_path('include')}"]
WASM = "mvp+bulk_memory+sign_ext+mutable_globals+nontrapping_fptoint"  # Node 18, browsers of 2022
SIGNS = ROOT / "minesolver/io/formats/reading/signs.json"
"""The table of signs of the reader of pasted texts."""
TEXT = C / "text.c"
"""What reads and writes canonical text in C."""
ANDROID = {"arm64-v8a": "aarch64", "x86_64": "x86_64"}
"""Of each Android ABI that is built the machine: of 64 bits, where the types are those of any Linux."""
ANDROID_SYMBOLS = {
    "c": "calloc clock_gettime free malloc memchr memcmp memcpy memmove memset realloc snprintf "
    "strchr strcspn strlen",
    "m": "exp ldexp lgamma_r log log1p log2 pow sqrt",
}
"""What the library takes of Android's libc.so and libm.so: all there since Android 6."""

_FUNCTION = re.compile(r"^[\w ]+?\**(minesolver_\w+)\(", re.MULTILINE)
"""A function that a C file declares or defines."""


def functions() -> list[str]:
    """The names that the header declares."""
    return _FUNCTION.findall((C / "minesolver.h").read_text())


def core_functions() -> list[str]:
    """Those of the core: not the ones that read and write text, which are plain C."""
    text_functions = _FUNCTION.findall(TEXT.read_text())
    return [name for name in functions() if name not in text_functions]


def version() -> str:
    """The version of the package."""
    version_source = (ROOT / "minesolver/base/version.py").read_text()
    return re.findall(r'__version__ = "(.*)"', version_source)[0]


def with_tools(modules: list[str]) -> None:
    """Run again in an environment of its own where one of the modules is missing."""
    if all(importlib.util.find_spec(name) for name in modules):
        return
    python = WORK / "venv/bin/python"
    if Path(sys.prefix) == WORK / "venv":
        sys.exit(f"bindings/build.py: {' '.join(modules)} could not be installed")
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", WORK / "venv"], check=True)
    package_of_module = {"Cython": "cython>=3.1"}
    packages = [package_of_module.get(module, module) for module in modules]
    subprocess.run([python, "-m", "pip", "install", "-q", *packages], check=True)
    sys.exit(subprocess.run([python, *sys.argv]).returncode)


def core() -> Path:
    """The C of the core."""
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        sys.exit(f"bindings/build.py: the headers of {sys.executable} are not here (python3-dev)")
    from Cython.Compiler.Main import compile_single
    from Cython.Compiler.Options import CompilationOptions

    WORK.mkdir(exist_ok=True)
    core_source = WORK / "core.c"
    options = CompilationOptions(output_file=str(core_source), include_path=[str(ROOT)])
    source = ROOT / "minesolver/kernel/core.pyx"
    if compile_single(str(source), options, "minesolver.kernel.core").num_errors:
        sys.exit("bindings/build.py: the core does not compile")
    return core_source


def policies() -> dict[str, dict[str, Any]]:
    """Of each policy: its kind, and the parameters by name in games and for one recommendation.

    Without those that save clicks: the hosts open cells, and set no flags.
    """
    from minesolver.kernel import KINDS
    from minesolver.policy import POLICIES

    policy_values: dict[str, dict[str, Any]] = {}
    for name in POLICIES.own:
        policy = POLICIES.get(name)
        if policy.saves_clicks:
            continue
        policy_values[name] = {
            "kind": KINDS.index(policy.kind),
            "trees": policy.trees is not None,
            "game": fields(policy.search),
            "single": fields(policy.single or policy.search),
        }
    return policy_values


def parameter_names() -> list[str]:
    """The parameters in the order of ``minesolver_parameters`` in the header, which all hosts go by."""
    header = (C / "minesolver.h").read_text()
    struct_fields = re.search(r"typedef struct minesolver_parameters \{(.*?)\}", header, re.DOTALL)
    assert struct_fields, "the header has the struct"
    return re.findall(r"double (\w+);", struct_fields[1])


def fields(search: Any) -> dict[str, float]:
    """The parameters by name, in their order."""
    parameter_values, names = search.parameters(), parameter_names()
    if parameter_values.keys() != set(names):
        sys.exit("bindings/build.py: minesolver_parameters are not the parameters of the policies")
    return {name: float(parameter_values[name]) for name in names}


def trees() -> tuple[bytes, int, int]:
    """The boosted trees as the core reads them: bytes, number, size of each."""
    import numpy as np

    from minesolver.policy.boosted_trees import packed

    with np.load(ROOT / "minesolver/policy/ranking.npz") as stored:
        tree_rows = packed(stored["trees"], len(stored["features"]))
    return tree_rows.tobytes(), tree_rows.shape[0], tree_rows.shape[1]


def run(*command: object) -> None:
    print("+", *command, file=sys.stderr)
    subprocess.run([str(part) for part in command], check=True)


def single_file(core_source: Path) -> str:
    """All of the library as one C file: what reads text comes last."""
    return amalgamated(core_source.read_text(), core_functions(), version()) + TEXT.read_text()


def version_script() -> Path:
    """For the linker: only the functions of the header are seen from outside."""
    script_path = WORK / "exports.map"
    script_path.write_text("{ global: " + "; ".join(functions()) + "; local: *; };")
    return script_path


def build_c(out: Path) -> None:
    """``libminesolver.so`` (``.dylib``), ``libminesolver.a``, the headers, and all in one file of C."""
    out.mkdir(parents=True, exist_ok=True)
    core_source, linked_object = core(), WORK / "minesolver.o"
    compiler = shlex.split(os.environ.get("CC", "cc"))
    (out / "minesolver.c").write_text(single_file(core_source))
    flags = [*FLAGS, f'-DMINESOLVER_VERSION="{version()}"']
    library_path = out / ("libminesolver.dylib" if sys.platform == "darwin" else "libminesolver.so")
    run(*compiler, "-O3", "-fPIC", *flags, "-c", core_source, "-o", WORK / "core.o")
    run(*compiler, "-O2", "-fPIC", "-g0", "-ffunction-sections", "-c", TEXT, "-o", WORK / "text.o")
    object_files = WORK / "core.o", WORK / "text.o"
    if sys.platform == "darwin":
        symbol_options = [f"-Wl,-exported_symbol,_{name}" for name in functions()]
        run(
            *compiler,
            "-dynamiclib",
            *object_files,
            *symbol_options,
            "-Wl,-dead_strip",
            "-o",
            library_path,
        )
        run("ar", "rcs", out / "libminesolver.a", *object_files)
    else:
        link_options = [
            "-Wl,--gc-sections",
            f"-Wl,--version-script={version_script()}",
            "-Wl,--no-undefined",
            "-lm",
        ]
        # Programs ask for the major version: one that breaks them has another name.
        soname = f"{library_path.name}.{version().partition('.')[0]}"
        run(
            *compiler,
            "-shared",
            "-s",
            *object_files,
            *link_options,
            f"-Wl,-soname,{soname}",
            "-o",
            library_path,
        )
        (out / soname).unlink(missing_ok=True)
        (out / soname).symlink_to(library_path.name)
        # One object, in which only what the functions reach is left.
        kept_symbols = [f"-Wl,-u,{name}" for name in functions()]
        run(
            *compiler,
            "-r",
            "-nostdlib",
            "-Wl,--gc-sections",
            *kept_symbols,
            *object_files,
            "-o",
            linked_object,
        )
        symbol_options = [f"--keep-global-symbol={name}" for name in functions()]
        run("objcopy", "--strip-unneeded", *symbol_options, linked_object)
        undefined_symbols = subprocess.run(
            ["nm", "-u", linked_object], capture_output=True, text=True, check=True
        ).stdout
        if "Py" in undefined_symbols:
            sys.exit(f"bindings/build.py: the library would need Python:\n{undefined_symbols}")
        (out / "libminesolver.a").unlink(missing_ok=True)
        run("ar", "rcs", out / "libminesolver.a", linked_object)
    shutil.copy(C / "minesolver.h", out)
    (out / "minesolver.pc").write_text(_PKG_CONFIG.format(version=version()))
    (out / "minesolver-config.cmake").write_text(_CMAKE.format(version=version()))
    major = version().partition(".")[0]
    version_file = _CMAKE_VERSION.format(version=version(), major=major)
    (out / "minesolver-config-version.cmake").write_text(version_file)
    tree_bytes, tree_count, tree_size = trees()
    (out / "minesolver_trees.bin").write_bytes(tree_bytes)
    (out / "minesolver_policies.h").write_text(policies_header(tree_count, tree_size))


_PKG_CONFIG = """\
prefix=${{pcfiledir}}
Name: minesolver
Description: exact Minesweeper: probabilities, proofs, the best move
Version: {version}
Cflags: -I${{prefix}}
Libs: -L${{prefix}} -lminesolver
Libs.private: -lm
"""
_CMAKE = """\
# find_package(minesolver CONFIG) gives minesolver::minesolver, the static library.
set(minesolver_VERSION "{version}")
add_library(minesolver::minesolver STATIC IMPORTED)
set_target_properties(minesolver::minesolver PROPERTIES
  IMPORTED_LOCATION "${{CMAKE_CURRENT_LIST_DIR}}/libminesolver.a"
  INTERFACE_INCLUDE_DIRECTORIES "${{CMAKE_CURRENT_LIST_DIR}}"
  INTERFACE_LINK_LIBRARIES "m")
"""
_CMAKE_VERSION = """\
# find_package(minesolver 1.0): the same major version, and no older than what is asked for.
set(PACKAGE_VERSION "{version}")
set(MINESOLVER_MAJOR {major})
if(PACKAGE_FIND_VERSION_MAJOR EQUAL MINESOLVER_MAJOR AND NOT PACKAGE_FIND_VERSION VERSION_GREATER "{version}")
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
  set(PACKAGE_VERSION_EXACT TRUE)
endif()
"""


def policies_header(count: int, size: int) -> str:
    header_lines = [
        "/* Made by bindings/build.py: the arguments of minesolver_policy. `trees`: whether it wants the",
        " * bytes of minesolver_trees.bin; `game` is for whole games, `single` for one recommendation. */",
        "#ifndef MINESOLVER_POLICIES_H",
        "#define MINESOLVER_POLICIES_H",
        '#include "minesolver.h"',
        f"enum {{ MINESOLVER_TREES_COUNT = {count}, MINESOLVER_TREES_SIZE = {size} }};",
        "static const struct { const char *name; int kind, trees; minesolver_parameters game, single; }",
        "minesolver_policies[] = {",
    ]
    for name, policy in policies().items():
        game_values, single_values = (
            ", ".join(map(repr, policy[use_name].values())) for use_name in ("game", "single")
        )
        header_lines.append(
            f'    {{"{name}", {policy["kind"]}, {int(policy["trees"])}, '
            f"{{{game_values}}}, {{{single_values}}}}},"
        )
    return "\n".join([*header_lines, "};", "#endif", ""])


def build_android(out: Path) -> None:
    """``ABI/libminesolver.so``, as an app's ``jniLibs`` has them, and the header.

    zig has no C library of Android's. What is taken of it has the same types on any Linux of 64 bits: the
    engine is compiled with musl's headers, and linked against empty libraries of the names of Android's.
    """
    out.mkdir(parents=True, exist_ok=True)
    zig_package = importlib.util.find_spec("ziglang")
    assert zig_package, "with_tools has installed it"
    library_source = WORK / "minesolver.c"
    library_source.write_text(single_file(core()))
    for abi, machine in ANDROID.items():
        compiler = [sys.executable, "-m", "ziglang", "cc", "-target", f"{machine}-linux-android"]
        compiler += [
            "-nostdlib",
            "-fno-builtin",
            "-w",
            "-fPIC",
            "-ffp-contract=off",
            "-ffunction-sections",
        ]
        zig_headers = Path(str(zig_package.origin)).parent / "lib"
        header_folders = [zig_headers / "include"]
        header_folders += [
            zig_headers / "libc/include" / name
            for name in (f"{machine}-linux-musl", "generic-musl")
        ]
        headers_of_musl = ["-nostdinc", *(f"-isystem{folder}" for folder in header_folders)]

        empty_libraries = []
        for name, symbols in ANDROID_SYMBOLS.items():
            empty_source = WORK / f"{name}.c"
            empty_source.write_text(
                "".join(f"void {symbol}(void) {{}}\n" for symbol in symbols.split())
            )
            empty_libraries.append(WORK / f"lib{name}-{abi}.so")
            run(
                *compiler,
                "-shared",
                f"-Wl,-soname,lib{name}.so",
                empty_source,
                "-o",
                empty_libraries[-1],
            )

        (out / abi).mkdir(exist_ok=True)
        object_file = WORK / f"minesolver-{abi}.o"
        run(
            *compiler,
            "-fbuiltin",
            "-std=c11",
            "-O2",
            *headers_of_musl,
            "-c",
            library_source,
            "-o",
            object_file,
        )
        link_options = [
            "-Wl,--gc-sections",
            "-Wl,-z,defs",
            "-Wl,-z,max-page-size=16384",
            "-Wl,-soname,libminesolver.so",
        ]
        link_options.append(f"-Wl,--version-script={version_script()}")
        run(
            *compiler,
            "-shared",
            "-s",
            object_file,
            *empty_libraries,
            *link_options,
            "-o",
            out / abi / "libminesolver.so",
        )
    shutil.copy(C / "minesolver.h", out)


def deflated(data: bytes) -> str:
    """Bytes as a text of JavaScript that ``bindings/js/inflate.js`` unpacks."""
    return json.dumps(b64encode(zlib.compress(data, 9)).decode())


def headers() -> Path:
    """Python's headers with the one configuration that Debian chooses by the machine that is built for."""
    config_path = Path(sysconfig.get_config_h_filename())
    multiarch = str(sysconfig.get_config_var("MULTIARCH"))
    machine_config = config_path.parents[1] / multiarch / config_path.parent.name / config_path.name
    include_folder = WORK / "include"
    shutil.copytree(sysconfig.get_path("include"), include_folder, dirs_exist_ok=True)
    shutil.copy(
        machine_config if machine_config.exists() else config_path,
        include_folder / config_path.name,
    )
    return include_folder


def digit_runs() -> list[tuple[int, int, int]]:
    """(number of the first character, its value, length) of each run of digits beyond ASCII that count up.

    JavaScript knows no digit's value and no sign's width: both readers have Python's.
    """
    runs: list[tuple[int, int, int]] = []
    for number in range(128, sys.maxunicode + 1):
        value = unicodedata.decimal(chr(number), None)
        if value is None:
            continue
        start, first_value, length = runs[-1] if runs else (0, 0, 0)
        if runs and (start + length, first_value + length) == (number, value):
            runs[-1] = (start, first_value, length + 1)
        else:
            runs.append((number, value, 1))
    return runs


def wide_ranges() -> list[tuple[int, int]]:
    """The numbers of characters that take two columns of a terminal: first and last of each range."""
    ranges: list[tuple[int, int]] = []
    for number in range(128, sys.maxunicode + 1):
        if unicodedata.east_asian_width(chr(number)) not in "WF":
            continue
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    return ranges


def write_data(out: Path) -> None:
    """What the package has beside the engine: scripts and tables of the Python package, and the licences."""
    from minesolver.protocol.rule_data import rule_facts

    out.mkdir(parents=True, exist_ok=True)
    signs = SIGNS.read_text(encoding="utf-8").strip()
    (out / "signs.js").write_text(f"export const table = {signs};\n", encoding="utf-8")
    (out / "characters.js").write_text(
        f"export const digitRuns = {json.dumps(digit_runs(), separators=(',', ':'))};\n"
        f"export const wideRanges = {json.dumps(wide_ranges(), separators=(',', ':'))};\n"
    )
    shutil.copytree(SCRIPTS, out, dirs_exist_ok=True)
    (out / "facts.js").write_text(f"export const facts = {json.dumps(rule_facts())};\n")
    for name in ("LICENSE", "LICENSES.md"):  # beside package.json: npm puts them into the package
        shutil.copy(ROOT / name, JS)
    shutil.copy(JS / "index.d.ts", JS / "index.d.cts")


def script_folders() -> list[str]:
    """The folders of scripts that extras have, which use the npm package: those with a `package.json`."""
    files = sorted(ROOT.glob("minesolver/extras/*/*/package.json"))
    return [file.parent.relative_to(ROOT).as_posix() for file in files]


def copy_to_scripts(out: Path) -> None:
    """The npm package beside the scripts of extras that use it: the same files in the same places."""
    for folder in script_folders():
        solver = ROOT / folder / "solver"
        shutil.copytree(
            out, solver / "dist", dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.wasm")
        )
        for path in (*JS.glob("*.js"), *JS.glob("*.d.ts")):
            shutil.copy(path, solver)
        shutil.copytree(JS / "reading", solver / "reading", dirs_exist_ok=True)


def bundle_scripts() -> None:
    """The scripts of extras that ``package.json`` calls ``entries``, with all that they import, minified.

    They are in ``solver/bundle``, with a list of hashes of what they were made of: of changed modules they
    are the bundle no more. Without esbuild there is none, and browsers load the modules as they are.
    """
    esbuild = shutil.which("esbuild", path=JS / "node_modules/.bin")
    if esbuild is None:
        print("no esbuild (npm ci, in bindings/js): modules stay as they are", file=sys.stderr)
        return
    options = [
        "--bundle",
        "--splitting",
        "--minify",
        "--format=esm",
        "--target=es2022",
        "--charset=utf8",
    ]
    options += ["--entry-names=[name]", "--chunk-names=[name]-[hash]", "--log-level=warning"]
    for folder in script_folders():
        manifest = json.loads((ROOT / folder / "package.json").read_text(encoding="utf-8"))
        entries = [
            path
            for pattern in manifest["entries"]
            for path in sorted((ROOT / folder).glob(pattern))
        ]
        bundle, list_of_inputs = ROOT / folder / "solver/bundle", WORK / "inputs.json"
        shutil.rmtree(bundle, ignore_errors=True)
        run(esbuild, *entries, *options, f"--outdir={bundle}", f"--metafile={list_of_inputs}")
        inputs = json.loads(list_of_inputs.read_text(encoding="utf-8"))["inputs"]
        hashes = {}
        for name in sorted(inputs):
            path = Path.cwd() / name
            relative_name = Path(os.path.relpath(path, bundle)).as_posix()
            hashes[relative_name] = hashlib.sha256(path.read_bytes()).hexdigest()
        (bundle / "sources.json").write_text(json.dumps(hashes, indent=0), encoding="utf-8")


def build_js(out: Path) -> None:
    """``engine.js``: the WebAssembly module and the policies; ``trees.js``: the boosted trees."""
    core_source = core()
    compiler = [sys.executable, "-m", "ziglang", "cc", "-target", "wasm32-wasi", f"-mcpu={WASM}"]
    if not importlib.util.find_spec("ziglang"):
        compiler = ["clang", "--target=wasm32-wasi", f"--sysroot={os.environ['WASI_SYSROOT']}"]
    # Python's headers are of this machine: the sizes of 32-bit WebAssembly.
    type_sizes = {"LONG": 4, "VOID_P": 4, "SIZE_T": 4, "TIME_T": 8, "PTHREAD_T": 4}
    define_lines = [
        f"#undef SIZEOF_{name}\n#define SIZEOF_{name} {size}\n" for name, size in type_sizes.items()
    ]
    sizes_header, wasm_module = WORK / "wasm32.h", WORK / "minesolver.wasm"
    sizes_header.write_text(f'#include "{headers() / "pyconfig.h"}"\n' + "".join(define_lines))
    export_options = [f"-Wl,--export={name}" for name in (*core_functions(), "malloc", "free")]
    link_options = [
        "-mexec-model=reactor",
        "-Wl,--gc-sections",
        "-Wl,-z,stack-size=1048576",
        *export_options,
    ]
    run(
        *compiler,
        "-O2",
        "-s",
        f"-I{headers()}",
        *FLAGS,
        "-include",
        sizes_header,
        *link_options,
        core_source,
        "-o",
        wasm_module,
    )
    out.mkdir(parents=True, exist_ok=True)
    tree_bytes, tree_count, size = trees()
    (out / "engine.js").write_text(
        f"export const wasm = {deflated(wasm_module.read_bytes())};\n"
        f"export const parameters = {json.dumps(parameter_names())};\n"
        f"export const policies = {json.dumps(policies())};\n"
        f"export const treesShape = {json.dumps([tree_count, size])};\n"
    )
    (out / "trees.js").write_text(f"export default {deflated(tree_bytes)};\n")
    shutil.copy(wasm_module, out / "engine.wasm")  # for hosts that forbid compiling
    write_data(out)
    copy_to_scripts(out)
    bundle_scripts()
    print(f"{wasm_module.stat().st_size:,} bytes of WebAssembly", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("target", choices=("c", "js", "android", "bundle"))
    folders = "bindings/c/build, bindings/js/dist, bindings/c/build/android"
    parser.add_argument("--out", type=Path, help=f"folder (default: {folders})")
    arguments = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    if arguments.target == "c":
        with_tools(["Cython", "numpy"])
        build_c(arguments.out or C / "build")
    elif arguments.target == "android":
        with_tools(["Cython", "ziglang"])
        build_android(arguments.out or C / "build/android")
    elif arguments.target == "bundle":
        bundle_scripts()
    else:
        with_tools(
            ["Cython", "numpy"] if "WASI_SYSROOT" in os.environ else ["Cython", "numpy", "ziglang"]
        )
        build_js(arguments.out or JS / "dist")


if __name__ == "__main__":
    main()
