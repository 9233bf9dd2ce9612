"""The policies of this package, as ``policies.toml`` declares them."""

import tomllib
from dataclasses import replace
from pathlib import Path

from .policy import Policy, Search

POLICIES: dict[str, Policy] = {}
for _name, _row in tomllib.loads(Path(__file__).with_name("policies.toml").read_text("utf-8")).items():
    _like = POLICIES.get(_row.pop("like", ""))
    _search = replace(_like.search if _like else Search(), **_row.pop("search", {}))
    if "single" in _row:
        _row["single"] = replace((_like and _like.single) or _search, **_row["single"])
    POLICIES[_name] = Policy(_name, search=_search, **_row)
