"""What geometries and rules are called and say, as data."""

import tomllib
from pathlib import Path
from typing import Any

_TEXTS = tomllib.loads(Path(__file__).with_name("declared.toml").read_text(encoding="utf-8"))


def places(package: str) -> dict[str, str]:
    """Where each is, as "module:attribute" by name. ``package``: geometries or rules, of this one."""
    end, own = package.upper(), _TEXTS[package].items()
    return {name: f"{__package__}.{package}.{module}:{end}" for module, names in own for name in names}


def described(name: str) -> dict[str, Any]:
    """What is declared of one, by field."""
    own = next(names[name] for package in _TEXTS.values() for names in package.values() if name in names)
    return {key: tuple(v) if isinstance(v, list) else v for key, v in {"name": name, **own}.items()}
