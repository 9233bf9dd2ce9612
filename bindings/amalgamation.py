"""The C that Cython makes of the core as one file without Python: what the library's functions reach.

The functions of the library touch no Python object, so that the C of what they call is plain. It is cut out
of Cython's file: the C that the core's own sources bring along, and of the sections after it every definition
that some function of the header needs, directly or by others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

SECTIONS = (
    "utility_code_proto_before_types",
    "numeric_typedefs",
    "complex_type_declarations",
    "type_declarations",
    "utility_code_proto",
    "module_declarations",
    "global_var",
    "decls",
    "late_includes",
    "module_code",
)
"""Of Cython's file, in their order; the others are about Python's objects and the module."""

PRELUDE = """\
/* minesolver {version}: the engine in one file, made by bindings/build.py from minesolver/kernel.
 * minesolver.h says what its functions do. Compile it with any C11 compiler; of libraries it needs libm.
 * With -ffp-contract=off answers are the same everywhere, to the last digit.
 */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include <stddef.h>
#define MINESOLVER_VERSION "{version}"
#define CYTHON_INLINE inline
#define CYTHON_UNUSED
#ifdef __cplusplus
#define __PYX_EXTERN_C extern "C"
#else
#define __PYX_EXTERN_C extern
#endif
#define likely(x) (x)
#define unlikely(x) (x)
typedef ptrdiff_t Py_ssize_t;
"""
_WORD = re.compile(r"[A-Za-z_]\w*")


def amalgamated(source: str, functions: Iterable[str], version: str) -> str:
    """One C file of what some functions of Cython's file need."""
    parts = [part for name in SECTIONS for part in definitions(_section(source, name))]
    places: dict[str, list[int]] = {}
    for k, part in enumerate(parts):
        for name in defined_names(part):
            places.setdefault(name, []).append(k)
    # Follow the names from the functions on.
    used: set[int] = set()
    pending = list(functions)
    while pending:
        for k in places.get(pending.pop(), ()):
            if k not in used:
                used.add(k)
                pending += [word for word in {*_WORD.findall(parts[k])} if word in places]
    chosen = [parts[k] for k in sorted(used)]
    return "\n".join([PRELUDE.format(version=version), _brought_along(source), *chosen]) + "\n"


def _section(source: str, name: str) -> str:
    found = re.search(
        rf"/\* #### Code section: {name} ### \*/(.*?)/\* #### Code section:", source, re.DOTALL
    )
    if found is None:
        raise ValueError(f"Cython's file has no section {name}: another version of Cython?")
    return found[1]


def _brought_along(source: str) -> str:
    """The includes, and the C of the core's own sources, without the lines that are about Python."""
    start = source.index("/* Early includes */")
    end = source.index("#ifdef _OPENMP", start)
    lines = source[start:end].splitlines()
    return "\n".join(line for line in lines if "pythread.h" not in line and "PyObject" not in line)


def definitions(text: str) -> list[str]:
    """A section taken apart, without comments: directives of the preprocessor, declarations, functions."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL)
    parts: list[str] = []
    current: list[str] = []
    depth = 0
    for line in text.splitlines():
        if not current and not line.strip():
            continue
        current.append(line)
        directive = current[0].lstrip().startswith("#")
        bare = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])*\'', '""', line).rstrip()
        if not directive and not line.lstrip().startswith("#"):
            depth += bare.count("{") - bare.count("}")
        ends = not bare.endswith("\\") if directive else depth == 0 and bare.endswith((";", "}"))
        if ends:
            parts.append("\n".join(current))
            current = []
    return parts


def defined_names(part: str) -> set[str]:
    """What a definition defines or declares."""
    directive = re.match(r"\s*#\s*define\s+(\w+)", part)
    if part.lstrip().startswith("#"):
        return {directive[1]} if directive else set()
    if part.lstrip().startswith("typedef"):
        names = re.findall(r"(\w+)\s*(?:\[[^\]]*\])?\s*;\s*$", part)
        return {*names, *re.findall(r"\(\s*\*\s*(\w+)\s*\)", part)}
    kind = re.match(r"\s*(struct|enum|union)\s*(\w*)\s*\{", part)
    if kind is not None:
        values = (
            re.findall(r"(\w+)\s*(?:=[^,}]*)?[,}]", part.partition("{")[2])
            if kind[1] == "enum"
            else []
        )
        return {kind[2], *values} - {""}
    for pattern in (
        r"[^={;]*?(\w+)\s*\([^{;=]*\)[^{;=]*\{",  # a function
        r"(?:static\s+)?[\w\s\*]*?\b(\w+)\s*(?:\[[^\]]*\])*\s*(?:=.*)?;\s*$",  # a variable
        r"[^={;]*?\b(\w+)\s*\([^{;=]*\)\s*;\s*$",  # a function that is only declared
    ):
        found = re.match(pattern, part, re.DOTALL)
        if found is not None:
            return {found[1]}
    return set()
