#!/usr/bin/env python3
"""Tests commands whose OpenCL device fails during the run. Usage: cli_opencl_test.py EZSCOPE LOST_OPENCL [test names]

LOST_OPENCL is the library of lost_opencl.cpp. The tests are skipped without an OpenCL device, or if the program cannot
load such a library (a build with sanitizers)."""
import os
import re
import subprocess
import sys

from cli_helpers import PROGRAM, SCENE, ProgramTest, environment, main, read

LOST_OPENCL = os.path.abspath(sys.argv.pop(2))


class LostDevice(ProgramTest):
    def run_lossy(self, launches, *arguments):
        env = environment()
        env.update(LD_AUDIT=LOST_OPENCL, EZSCOPE_TEST_LAUNCHES=str(launches))
        return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, env=env, timeout=300)

    def setUp(self):
        super().setUp()
        if not re.search(r"device 0 .*OpenCL", self.run_program("--version").stdout):
            self.skipTest("no OpenCL device")
        if self.run_lossy(10**9, "--version").returncode != 0:
            self.skipTest("LD_AUDIT does not work with this program")

    def results(self, *arguments, launches=None):
        outputs = [f"{'a' if launches is None else 'b'}.{kind}" for kind in ("npy", "csv")]
        command = ["render", self.write("s.toml", SCENE), "--steps", "400", *arguments]
        for path in outputs:
            command += ["--out", path]
        done = self.run_program(*command) if launches is None else self.run_lossy(launches, *command)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr, [read(path) for path in outputs]

    def test_render_continues_on_the_cpu_with_the_same_results(self):
        expected = self.results("--backend", "cpu")[1]
        for launches in (200, 1000):
            said, files = self.results("--backend", "opencl", "--device", "0", launches=launches)
            self.assertRegex(said, r"warning: the OpenCL engine failed \(.*CL_DEVICE_NOT_AVAILABLE.*\)\. "
                                   r"The CPU engine continues from step \d+\.")
            self.assertEqual(files, expected)

    def test_the_window_continues_on_the_cpu(self):
        done = self.run_lossy(300, self.scene, "--backend", "opencl", "--device", "0", "--offscreen", "--frames", "60",
                              "--size", "800x600", "--screenshot", "w.png")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(os.path.exists("w.png"))


if __name__ == "__main__":
    main()
