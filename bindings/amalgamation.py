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
    # All definitions in their order, and by name where each is.
    all_definitions: list[str] = []
    for section_name in SECTIONS:
        all_definitions += definitions(_section(source, section_name))
    indices_of: dict[str, list[int]] = {}
    for index, definition in enumerate(all_definitions):
        for defined_name in defined_names(definition):
            indices_of.setdefault(defined_name, []).append(index)
    # Follow the names from the functions on.

    used_indices: set[int] = set()
    pending_names = list(functions)
    while pending_names:
        for index in indices_of.get(pending_names.pop(), ()):
            if index not in used_indices:
                used_indices.add(index)
                words = set(_WORD.findall(all_definitions[index]))
                pending_names += [word for word in words if word in indices_of]
    used_definitions = [all_definitions[index] for index in sorted(used_indices)]
    prelude = PRELUDE.format(version=version)
    return "\n".join([prelude, _brought_along(source), *used_definitions]) + "\n"


def _section(source: str, name: str) -> str:
    section_match = re.search(
        rf"/\* #### Code section: {name} ### \*/(.*?)/\* #### Code section:", source, re.DOTALL
    )
    if section_match is None:
        raise ValueError(f"Cython's file has no section {name}: another version of Cython?")
    return section_match[1]


def _brought_along(source: str) -> str:
    """The includes, and the C of the core's own sources, without the lines that are about Python."""
    start_index = source.index("/* Early includes */")
    end_index = source.index("#ifdef _OPENMP", start_index)
    source_lines = source[start_index:end_index].splitlines()
    return "\n".join(
        line for line in source_lines if "pythread.h" not in line and "PyObject" not in line
    )


def definitions(text: str) -> list[str]:
    """A section taken apart, without comments: directives of the preprocessor, declarations, functions."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL)
    definition_texts: list[str] = []
    current_lines: list[str] = []
    depth = 0
    for line in text.splitlines():
        if not current_lines and not line.strip():
            continue
        current_lines.append(line)
        is_directive = current_lines[0].lstrip().startswith("#")
        bare_line = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])*\'', '""', line).rstrip()
        if not is_directive and not line.lstrip().startswith("#"):
            depth += bare_line.count("{") - bare_line.count("}")

        # A directive ends where its line does not go on; all else at a semicolon or brace outside of braces.
        is_complete = depth == 0 and bare_line.endswith((";", "}"))
        if is_directive:
            is_complete = not bare_line.endswith("\\")
        if is_complete:
            definition_texts.append("\n".join(current_lines))
            current_lines = []
    return definition_texts


def defined_names(definition: str) -> set[str]:
    """What a definition defines or declares."""
    directive_match = re.match(r"\s*#\s*define\s+(\w+)", definition)
    if definition.lstrip().startswith("#"):
        return {directive_match[1]} if directive_match else set()
    if definition.lstrip().startswith("typedef"):
        typedef_names = re.findall(r"(\w+)\s*(?:\[[^\]]*\])?\s*;\s*$", definition)
        return {*typedef_names, *re.findall(r"\(\s*\*\s*(\w+)\s*\)", definition)}
    kind_match = re.match(r"\s*(struct|enum|union)\s*(\w*)\s*\{", definition)
    if kind_match is not None:
        enum_values = (
            re.findall(r"(\w+)\s*(?:=[^,}]*)?[,}]", definition.partition("{")[2])
            if kind_match[1] == "enum"
            else []
        )
        return {kind_match[2], *enum_values} - {""}
    for pattern in (
        r"[^={;]*?(\w+)\s*\([^{;=]*\)[^{;=]*\{",  # a function
        r"(?:static\s+)?[\w\s\*]*?\b(\w+)\s*(?:\[[^\]]*\])*\s*(?:=.*)?;\s*$",  # a variable
        r"[^={;]*?\b(\w+)\s*\([^{;=]*\)\s*;\s*$",  # a function that is only declared
    ):
        name_match = re.match(pattern, definition, re.DOTALL)
        if name_match is not None:
            return {name_match[1]}
    return set()
