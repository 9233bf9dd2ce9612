"""The policies of this package, as ``policies.toml`` declares them."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

from .policy import Policy, Search


def _declared_policies() -> dict[str, Policy]:
    """By name. One that is `like` another one, further up, has its searches with some changes."""
    policies: dict[str, Policy] = {}
    table = tomllib.loads(Path(__file__).with_name("policies.toml").read_text("utf-8"))
    for name, row in table.items():
        search, single = Search(), None
        if "like" in row:
            model = policies[row.pop("like")]
            search, single = model.search, model.single
        search = replace(search, **row.pop("search", {}))
        changes: dict[str, Any] | None = row.pop("single", None)
        single = None if changes is None else replace(single or search, **changes)
        policies[name] = Policy(name, search=search, single=single, **row)
    return policies


POLICIES = _declared_policies()
