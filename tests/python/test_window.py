"""The program opens scenes of Python in its window. tools/with_xvfb gives these tests a display."""
import os
import subprocess
import sys

import pytest

import ezscope as ez

pytestmark = pytest.mark.skipif("DISPLAY" not in os.environ, reason="there is no display")


@pytest.fixture
def settings(tmp_path, monkeypatch):
    for name in ("CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    monkeypatch.setenv("LIBGL_ALWAYS_SOFTWARE", "1")


def png_size(path):
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG")
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def test_scene_is_shown(box, program, settings, tmp_path):
    picture, saved = tmp_path / "window.png", tmp_path / "scene.toml"
    process = box.edited("source.lamp.amplitude", 7).show("--frames", "5", "--size", "800x600", "--screenshot", str(picture),
                                                          wait=True)
    assert process.returncode == 0 and png_size(picture) == (800, 600)
    box.save(saved)
    assert ez.Scene.load(saved) == box


def test_window_does_not_block(box, program, settings):
    process = box.show()
    assert process.poll() is None, "the window is open"
    process.terminate()
    process.wait(60)


def test_console_script_is_the_program(program, settings, tmp_path):
    picture = tmp_path / "window.png"
    subprocess.run([sys.executable, "-c", "from ezscope._program import main; main()", "double-slit", "--frames", "5",
                    "--screenshot", str(picture)], check=True, timeout=300)
    assert png_size(picture)[0] > 600
