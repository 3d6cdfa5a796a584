"""Every cell of the example notebooks runs, and the numbers that they assert are right."""
import importlib.util
import json
import pathlib

import pytest

import ezscope as ez

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def lacking(needs):
    """Returns what a notebook needs and this machine lacks, or None. needs: "cuda" or a module, from its metadata."""
    for need in needs:
        if need == "cuda":
            try:
                ez.Run(ez.Scene.new(cells=(60, 40), cell=1e-3), backend="cuda").close()
            except ez.Error as error:
                return str(error)
        elif importlib.util.find_spec(need) is None:
            return f"{need} is not installed"
    return None


@pytest.mark.skipif(not NOTEBOOKS, reason="the notebooks are not installed")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_notebook(path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    why = lacking(notebook["metadata"].get("ezscope_needs", []))
    if why:
        pytest.skip(why)
    names, cells = {}, ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for cell in cells:
        exec(cell, names)  # noqa: S102
    assert any("assert " in cell for cell in cells)
