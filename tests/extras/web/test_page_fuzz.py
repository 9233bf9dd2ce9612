"""A short run of the fuzzer of the page's questions (``tests/fuzz.py``)."""

from __future__ import annotations

import fuzz


def test_every_question_is_answered(thorough):
    for i in range(200 if thorough else 100):
        fuzz.check("page", 1, i)
