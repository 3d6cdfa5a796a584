"""The module's runs have the bits of the command line's .npy files, for 30 scenes. EZSCOPE_TEST_BACKEND names another backend."""
import os
import subprocess

import numpy as np
import pytest

import ezscope as ez

STEPS = 60
BACKEND = os.environ.get("EZSCOPE_TEST_BACKEND", "cpu")


def small_scenes():
    names = [n for n in ez.builtin_scenes() if np.prod(ez.Scene.load(n).cells) < 500_000]
    return names[:: max(1, len(names) // 30)][:30]


@pytest.mark.parametrize("name", small_scenes())
def test_bits(name, program, tmp_path):
    scene = ez.Scene.load(name)
    quantity = scene._value.main
    out = tmp_path / "field.npy"
    subprocess.run([program, "render", name, "--steps", str(STEPS), "--out", out, "--backend", BACKEND,
                    "--quantity", quantity], check=True, capture_output=True)
    expected = np.load(out)
    found = ez.Run(scene, backend=BACKEND).step(STEPS // 2).step(STEPS - STEPS // 2).field(quantity)
    assert found.dtype == expected.dtype and found.tobytes() == expected.tobytes()
