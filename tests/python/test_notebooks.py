"""Every cell of the example notebooks runs, and the numbers that they assert are right."""
import json
import pathlib

import pytest

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


@pytest.mark.skipif(not NOTEBOOKS, reason="the notebooks are not installed")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_notebook(path):
    names = {}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)  # noqa: S102
    assert any("assert " in "".join(cell["source"]) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"])
