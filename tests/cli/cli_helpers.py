"""Shared by the command-line tests: scenes, functions that run the program, and readers of its files."""
import os
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
SCENE = """ezscope = 1
[grid]
cells = [60, 40]
cell = 0.001
[[source]]
kind = "point"
at = [0.02, 0.02]
waveform = { kind = "cw", frequency = 15e9 }
[[probe]]
name = "near"
at = [0.025, 0.02]
[[probe]]
name = "far"
at = [0.045, 0.03]
"""


REFLECT = """ezscope = 1
unit = "mm"
[grid]
cells = [72, 64]
cell = 1.0
[[source]]
kind = "point"
at = [36, 30]
waveform = { kind = "modulated", frequency = 25e9, width = 24e-12 }
[[variant]]
name = "mirror"
set = { "boundary.left" = "pec", "boundary.right" = "pec", "boundary.bottom" = "pmc", "boundary.top" = "pmc" }
[[variant]]
name = "Mur 1"
set = { "boundary.left" = "mur1", "boundary.right" = "mur1", "boundary.bottom" = "mur1", "boundary.top" = "mur1" }
[[variant]]
name = "layer"
"""


def environment():
    """Returns an environment without a display and without the user's settings."""
    env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    env["XDG_CONFIG_HOME"] = env["XDG_STATE_HOME"] = os.getcwd()
    return env


def children_seconds():
    """Returns the processor time of the programs that have ended. It does not depend on how busy the machine is."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def read(path):
    with open(path, "rb") as f:
        return f.read()


def read_npy(path):
    data = read(path)
    assert data[:8] == b"\x93NUMPY\x01\x00", "magic and version"
    length = struct.unpack("<H", data[8:10])[0]
    assert (10 + length) % 64 == 0 and data[9 + length:10 + length] == b"\n", "header padding"
    header = eval(data[10:10 + length])  # a literal dict, as numpy reads it
    assert set(header) == {"descr", "fortran_order", "shape"} and header["fortran_order"] is False
    kind, numbers, size = {"<f4": ("f", 1, 4), "<f8": ("d", 1, 8), "<c8": ("f", 2, 8), "<c16": ("d", 2, 16)}[header["descr"]]
    rows, columns = header["shape"]
    assert len(data) == 10 + length + size * rows * columns, "as many bytes as the header says"
    values = struct.unpack(f"<{numbers * rows * columns}{kind}", data[10 + length:])
    if numbers == 2:
        values = [complex(*pair) for pair in zip(values[::2], values[1::2])]
    return header["descr"], [values[j * columns:(j + 1) * columns] for j in range(rows)]


def read_csv(path):
    lines = read(path).decode().splitlines()
    return lines[0].split(","), [line.split(",") for line in lines[1:]]


class ProgramTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.old = os.getcwd()
        os.chdir(self.folder.name)
        self.addCleanup(os.chdir, self.old)
        self.scene = self.write("small.toml", SCENE)

    def write(self, name, text):
        with open(name, "w") as f:
            f.write(text)
        return name

    def run_program(self, *args, code=0, **kwargs):
        done = subprocess.run([PROGRAM, *args], capture_output=True, text=True, env=environment(), timeout=300, **kwargs)
        self.assertEqual(done.returncode, code, f"{args}\n{done.stdout}\n{done.stderr}")
        if code in (1, 2, 3, 4):
            self.assertNotEqual(done.stderr, "", "a failure reports its cause")
        return done

    def start_program(self, *args):
        run = subprocess.Popen([PROGRAM, *args], stderr=subprocess.PIPE, text=True, env=environment())
        self.addCleanup(run.stderr.close)
        self.addCleanup(run.kill)
        return run

    def wait_until(self, reached, run):
        """Waits until reached() is true, and fails if the program ends first. ctest ends a test that waits for ever."""
        while not reached():
            self.assertIsNone(run.poll(), "the program ended too early")
            time.sleep(0.001)

    def wait_until_it_catches_signals(self, run):
        def caught():
            with open(f"/proc/{run.pid}/status") as f:
                mask = next((line.split()[1] for line in f if line.startswith("SigCgt:")), "0")
            return int(mask, 16) >> (signal.SIGINT - 1) & 1
        self.wait_until(caught, run)

    def end_of(self, run):
        """Waits for the program to end. Returns its exit code and its error output."""
        words = run.communicate(timeout=300)[1]
        return run.returncode, words

    def render(self, *args, code=0, **kwargs):
        return self.run_program("render", self.scene, *args, code=code, **kwargs)

    def reflect(self, *args, code=0, **kwargs):
        return self.run_program("reflect", *args, "--backend", "cpu", code=code, **kwargs)


def main():
    """Runs the tests. The first argument is the program, the others name tests."""
    del sys.argv[1]
    unittest.main()
