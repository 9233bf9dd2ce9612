"""Python and the sources of the core say the same; a wheel has no sources, and leaves these tests out."""

from __future__ import annotations

import re

import pytest
from paths import ROOT

from minesolver import kernel


@pytest.mark.parametrize(
    ("enumeration", "names"),
    [("Status", kernel.STATUSES), ("Outcome", kernel.OUTCOMES), ("PolicyKind", kernel.KINDS)],
)
def test_python_names_the_enumerations_of_the_core(enumeration, names):
    text = "".join(
        (ROOT / "minesolver/kernel" / file).read_text()
        for file in ("types.pxd", "search/types.pxd")
    )
    body = re.search(rf"cdef enum {enumeration}:\n((?:    .*\n)+)", text)[1]
    members = re.findall(r"^    (\w+) = (\d+)", body, re.MULTILINE)
    assert [(member.lower(), int(value)) for member, value in members] == [
        (name, value) for value, name in enumerate(names)
    ]
