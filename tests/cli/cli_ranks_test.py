#!/usr/bin/env python3
"""Tests ezscope render --ranks under mpirun: files equal those of one process, and a process that fails ends all.
Usage: cli_ranks_test.py EZSCOPE [test names]. Ends with 77 (skipped) without Open MPI, or if the program has none."""
import os
import shutil
import signal
import subprocess
import sys
import time

import cli_helpers
from cli_helpers import ProgramTest, main, read

SECONDS = 60  # a group of processes that takes longer hangs


def launch(ranks, *args):
    """Starts processes with mpirun. They share the processor, and the test may run as root."""
    settings = dict(cli_helpers.environment(), OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                    OMPI_MCA_btl_vader_single_copy_mechanism="none", OMPI_MCA_rmaps_base_oversubscribe="1")
    return subprocess.Popen(["mpirun", "-n", str(ranks), cli_helpers.PROGRAM, *args], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, env=settings, start_new_session=True)


class Ranks(ProgramTest):
    def in_ranks(self, ranks, *args, code=0):
        run = launch(ranks, *args)
        out, said = run.communicate(timeout=SECONDS)
        self.assertEqual(run.returncode, code, f"{args}\n{out}\n{said}")
        return said

    def test_files_equal_those_of_one_process(self):
        for scene, refine in (("lecture", "1"), ("plasma", "6"), ("mur-angles", "4")):  # each process needs 100 rows
            arguments = ["render", scene, "--backend", "cpu", "--threads", "1", "--steps", "60", "--refine", refine]
            files = ["field.npy", "probes.csv"]
            self.run_program(*arguments, *[word for f in files for word in ("--out", f)])
            for ranks in (2, 3, 4):
                own = [f"{ranks}-{f}" for f in files]
                self.in_ranks(ranks, *arguments, "--ranks", *[word for f in own for word in ("--out", f)])
                for one, of_ranks in zip(files, own):
                    self.assertEqual(read(one), read(of_ranks), f"{scene}: {one} of {ranks} processes")

    def test_several_processes_without_ranks_are_refused(self):
        said = self.in_ranks(2, "render", "lecture", "--steps", "10", "--out", "f.npy", code=2)
        self.assertIn("mpirun started 2 processes, and each would write the same files; add --ranks", said)
        self.assertFalse(os.path.exists("f.npy"))

    def test_a_common_error_is_reported_once(self):
        said = self.in_ranks(3, "render", "no-such-scene", "--steps", "10", "--out", "f.npy", "--ranks", code=3)
        self.assertEqual(said.count("no-such-scene"), 1, said)

    def test_a_process_that_is_killed_ends_all(self):
        run = launch(3, "render", "lecture", "--refine", "4", "--backend", "cpu", "--threads", "1", "--steps", "1000000",
                     "--out", "f.npy", "--ranks")
        self.addCleanup(lambda: run.poll() is None and os.killpg(run.pid, signal.SIGKILL))
        children = []
        deadline = time.monotonic() + SECONDS
        while len(children) < 3 and time.monotonic() < deadline:
            found = subprocess.run(["pgrep", "-P", str(run.pid)], capture_output=True, text=True)
            children = [int(pid) for pid in found.stdout.split()]
            time.sleep(0.05)
        time.sleep(1)
        os.kill(children[1], signal.SIGKILL)
        run.communicate(timeout=SECONDS)
        self.assertNotEqual(run.returncode, 0)
        self.assertFalse(os.path.exists("f.npy"))


if __name__ == "__main__":
    if shutil.which("mpirun") is None:
        print("skipped: mpirun was not found; install openmpi-bin")
        sys.exit(77)
    if b"built without MPI" in open(sys.argv[1], "rb").read():
        print("skipped: the program was built without MPI; build it with -DEZSCOPE_MPI=ON")
        sys.exit(77)
    main()
