"""What extras declare costs nobody anything: none is imported before it is asked for."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from minesolver.base import extras
from minesolver.base.errors import MissingDependencyError
from minesolver.base.registry import Registry
from minesolver.cli import Command

LOADED = """
import contextlib, io, sys
import minesolver
from minesolver.cli import main
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    main(["--help"])
print([name for name in sys.modules if name.startswith("minesolver.extras")])
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of extras with one in it, which adds a command, a renderer and an error."""
    added = {
        "commands": {"dig": {"help": "dig for mines", "module": "somewhere"}},
        "renderers": {"depth": "math:sqrt"},
    }
    (tmp_path / "digging").mkdir()
    (tmp_path / "digging" / "extra.json").write_text(json.dumps(added))
    monkeypatch.setattr(extras, "FOLDER", tmp_path)
    extras.declared.cache_clear()
    yield tmp_path
    extras.declared.cache_clear()


def test_the_package_and_its_help_load_no_extra():
    done = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_an_entry_is_made_of_what_is_declared_or_found_where_it_is(folder):
    commands = Registry("command", Command, {}, "minesolver.commands")
    assert "dig" in commands.own
    assert commands.get("dig") == Command("dig", "dig for mines", "somewhere")
    renderers: Registry = Registry("renderer", type(len), {}, "minesolver.renderers")
    assert renderers.get("depth")(9) == 3


def test_the_packages_entries_go_before_those_of_extras(folder):
    renderers: Registry = Registry(
        "renderer", type(len), {"depth": "math:floor"}, "minesolver.renderers"
    )
    assert renderers.get("depth")(9.5) == 9
    assert renderers.own.count("depth") == 1


def test_a_name_of_an_extra_that_is_not_there_says_so(folder):
    renderers: Registry = Registry("renderer", type(len), {}, "minesolver.renderers")
    with pytest.raises(MissingDependencyError, match="certificate is in the extra certificates"):
        renderers.get("certificate")
    with pytest.raises(MissingDependencyError, match="this is in the extra env"):
        extras.names_of("minesolver.extras.env.text")
