"""The notebooks of the documentation run from top to bottom, and are kept without their outputs."""

from __future__ import annotations

import pytest
from paths import ROOT
from patience import PATIENCE

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")
pytestmark = pytest.mark.thorough

FOLDER = ROOT / "docs" / "notebooks"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs(path):
    book = nbformat.read(path, as_version=4)
    cells = [cell for cell in book.cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in cells)
    client = nbclient.NotebookClient(
        book, timeout=int(PATIENCE), startup_timeout=int(PATIENCE), kernel_name="python3"
    )
    client.execute()
    assert any(cell.outputs for cell in cells)
