#!/usr/bin/env python3
"""Tests of films of a run, and of scenes shared as a link. Usage: cli_film_test.py EZSCOPE [test names]"""
import base64
import filecmp
import glob
import os
import shutil
import signal
import subprocess
import time
import zlib

from cli_helpers import SCENE, ProgramTest, main, read

# Replaces ffmpeg: writes its arguments into arguments.txt and copies its input unchanged into the output file.
FAKE_FFMPEG = """#!/bin/sh
for last; do :; done
echo "$@" > arguments.txt
/bin/cat > "$last"
"""
SIZE = 64 * 48 * 4
SMALL = ["--size", "64x48", "--backend", "cpu"]


def pixels(name):
    """Decodes a PNG file with eight bits and no interlacing, compressed with any filters. Returns (width, height, rows)."""
    data = read(name)
    at, packed, width, height, depth = 8, b"", 0, 0, 0
    while at < len(data):
        size, kind = int.from_bytes(data[at:at + 4], "big"), data[at + 4:at + 8]
        body = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height = int.from_bytes(body[:4], "big"), int.from_bytes(body[4:8], "big")
            depth = {2: 3, 6: 4}[body[9]]
        packed += body if kind == b"IDAT" else b""
        at += 12 + size
    raw, rows, above = zlib.decompress(packed), [], bytes(width * depth)
    for y in range(height):
        line = bytearray(raw[y * (width * depth + 1):(y + 1) * (width * depth + 1)])
        how, row = line[0], line[1:]
        for x in range(len(row)):
            a, b, c = (row[x - depth] if x >= depth else 0), above[x], (above[x - depth] if x >= depth else 0)
            nearest = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
            row[x] = (row[x] + [0, a, b, (a + b) // 2, nearest][how]) % 256
        rows.append(bytes(row))
        above = row
    return width, height, rows


def size_of(path):
    """Returns a file's size in bytes. A file that has been deleted, such as the one that tests a folder, counts as 0."""
    try:
        return os.path.getsize(path)
    except FileNotFoundError:
        return 0


class Film(ProgramTest):
    def setUp(self):
        super().setUp()
        self.path = os.environ["PATH"]
        self.addCleanup(os.environ.__setitem__, "PATH", self.path)
        os.mkdir("programs")
        os.environ["PATH"] = os.path.abspath("programs")

    def install_encoder(self, text):
        with open("programs/ffmpeg", "w") as f:
            f.write(text)
        os.chmod("programs/ffmpeg", 0o755)

    def temporary_files(self):
        return glob.glob(".ezscope-*")

    def test_a_film_has_a_picture_every_n_steps(self):
        self.install_encoder(FAKE_FFMPEG)
        self.render("--steps", "100", "--every", "20steps", "--fps", "25", *SMALL, "--out", "f.mp4")
        self.assertEqual(len(read("f.mp4")), 6 * SIZE, "steps 0, 20 … 100")
        said = read("arguments.txt").decode()
        self.assertIn("-video_size 64x48 -framerate 25 ", said)
        self.assertEqual(self.temporary_files(), [])

    def test_gif_and_webp_films_loop_forever(self):
        self.install_encoder(FAKE_FFMPEG)
        for suffix in ("gif", "webp"):
            self.render("--steps", "40", "--every", "20steps", *SMALL, "--out", "f." + suffix)
            self.assertEqual(len(read("f." + suffix)), 3 * SIZE)
            said = read("arguments.txt").decode()
            self.assertIn(f" -loop 0 -f {suffix} /", said)
            self.assertNotIn("libx264", said)

    def test_a_period_has_twenty_pictures_by_default(self):
        self.install_encoder(FAKE_FFMPEG)
        self.render("--until", "2T", *SMALL, "--out", "f.mp4", "--out", "e.npy")
        self.assertIn(len(read("f.mp4")) // SIZE, (40, 41), "and one at the start")
        self.render("--steps", "100", *SMALL, "--out", "g.npy")
        self.render("--steps", "100", "--every", "7steps", *SMALL, "--out", "f.mp4", "--out", "e.npy")
        self.assertTrue(filecmp.cmp("e.npy", "g.npy", shallow=False), "a film does not change the run")

    def test_a_film_has_a_picture_every_time_interval(self):
        self.install_encoder(FAKE_FFMPEG)
        # The period T is 66.7 ps. The pictures are at 0, 20 … 120 ps, and at 0, ½ … 2 T.
        for every, pictures in (("20ps", 7), ("0.5T", 5)):
            self.render("--until", "2T", "--every", every, *SMALL, "--out", "f.mp4")
            self.assertEqual(len(read("f.mp4")), pictures * SIZE, every)

    def test_a_filmed_replay_has_the_sessions_duration(self):
        self.run_program(self.scene, "--backend", "cpu", "--offscreen", "--size", "640x400", "--frames", "120",
                         "--steps-per-frame", "2", "--record", "s.ezlog")
        times = [float(line.split()[2]) for line in read("s.ezlog").decode().splitlines() if line.split()[1:2] == ["time"]]
        self.run_program("--replay", "s.ezlog", "--out", "f_%03d.png")
        pictures = sorted(glob.glob("f_*.png"))
        self.assertAlmostEqual(len(pictures), 30 * (times[-1] - times[0]) + 1, delta=1)
        first, last = pixels(pictures[0]), pixels(pictures[-1])
        self.assertEqual(first[:2], (640, 400))
        self.assertNotEqual(first[2], last[2], "the wave has spread")

    def test_film_pictures_equal_renders_of_the_same_steps(self):
        self.render("--steps", "60", "--every", "20steps", "--range", "1", *SMALL, "--out", "f_%03d.png")
        self.assertEqual(sorted(glob.glob("f_*")), ["f_000.png", "f_001.png", "f_002.png", "f_003.png"])
        for k in range(1, 4):
            self.render("--steps", str(20 * k), "--range", "1", *SMALL, "--out", "one.png")
            self.assertEqual(pixels("one.png"), pixels(f"f_{k:03}.png"), k)
            self.assertNotEqual(pixels("f_000.png"), pixels(f"f_{k:03}.png"))

    def test_a_missing_encoder_is_reported_before_the_run(self):
        said = self.render("--steps", "1000000000", *SMALL, "--out", "f.mp4", code=1).stderr
        self.assertIn("install the package ffmpeg", said)
        self.assertIn("f_%05d.png", said)
        self.assertFalse(os.path.exists("f.mp4"))

    def test_a_failed_encoder_leaves_the_old_film(self):
        for script in ("#!/bin/sh\nexit 3\n", "#!/bin/sh\n/bin/cat > /dev/null\nexit 3\n"):
            self.install_encoder(script)
            old = self.write("f.mp4", "what was there")
            said = self.render("--steps", "100", *SMALL, "--out", old, code=1).stderr
            self.assertIn("ended with code 3", said)
            self.assertEqual(read(old), b"what was there")
            self.assertEqual(self.temporary_files(), [])

    def start_film(self):
        run = self.start_program("render", self.scene, "--steps", "100000000", "--every", "20steps", *SMALL, "--out", "f.mp4")
        self.wait_until(lambda: any(size_of(f) > 3 * SIZE for f in self.temporary_files()), run)
        return run

    def test_an_interrupted_film_leaves_the_old_one_and_saves_the_pictures_so_far(self):
        self.install_encoder(FAKE_FFMPEG)
        for old in (None, "what was there"):
            if old:
                self.write("f.mp4", old)
            run = self.start_film()
            run.send_signal(signal.SIGINT)
            code, words = self.end_of(run)
            self.assertEqual(code, 130)
            self.assertRegex(words, r"interrupted at step \d+ of 100000000; f.mp4 was not written; its first \d+ frames are in f.part.mp4\n")
            self.assertEqual(os.path.exists("f.mp4"), old is not None)
            if old:
                self.assertEqual(read("f.mp4").decode(), old)
            size = len(read("f.part.mp4"))
            self.assertGreater(size, 3 * SIZE)
            self.assertEqual(size % SIZE, 0)
            self.assertEqual(self.temporary_files(), [])

    def test_an_encoder_that_does_not_end_does_not_delay_an_interrupt(self):
        self.install_encoder("#!/bin/sh\nfor last; do :; done\n/bin/cat > \"$last\"\nexec /bin/sleep 100\n")
        run = self.start_film()
        before = time.monotonic()
        run.send_signal(signal.SIGINT)
        code, words = self.end_of(run)
        self.assertEqual(code, 130)
        self.assertIn("f.mp4 was not written: ffmpeg did not finish in time, so its frames were removed", words)
        self.assertLess(time.monotonic() - before, 15, "ffmpeg would sleep for much longer")
        self.assertEqual(glob.glob("*.mp4") + self.temporary_files(), [])

    def test_an_interrupted_sequence_keeps_its_pictures(self):
        run = self.start_program("render", self.scene, "--steps", "100000000", "--every", "20steps", *SMALL, "--out", "f_%05d.png")
        self.wait_until(lambda: os.path.exists("f_00003.png"), run)
        run.send_signal(signal.SIGINT)
        code, words = self.end_of(run)
        self.assertEqual(code, 130)
        pictures = len(glob.glob("f_*.png"))
        self.assertIn(f"f_%05d.png has {pictures} pictures\n", words)

    def test_the_film_of_an_unstable_run_leaves_the_old_one(self):
        self.install_encoder(FAKE_FFMPEG)
        old = self.write("f.mp4", "what was there")
        faulty = ["--set", 'fault=[{side="left",kind="uncompensated-kappa"}]', "--set", "grid.cells=[300, 40]",
                  "--set", "source.0.at=[0.25, 0.015]"]
        words = self.render(*faulty, "--steps", "5000", "--every", "20steps", *SMALL, "--out", old, code=4).stderr
        self.assertIn("f.mp4 was not written; its first ", words)
        self.assertEqual(read(old), b"what was there")
        self.assertEqual(len(read("f.unstable.mp4")) % SIZE, 0)

    def test_a_killed_film_leaves_a_file_that_the_next_one_removes(self):
        self.install_encoder(FAKE_FFMPEG)
        run = self.start_film()
        run.kill()
        run.wait()
        self.assertFalse(os.path.exists("f.mp4"))
        self.assertEqual(len(self.temporary_files()), 1)
        self.render("--steps", "20", *SMALL, "--out", "f.mp4")
        self.assertEqual(self.temporary_files(), [])

    def test_impossible_intervals_are_rejected(self):
        self.install_encoder(FAKE_FFMPEG)
        for every in ("0steps", "-3steps", "2.5steps", "0s", "soon", "1fs"):
            self.render("--steps", "20", "--every", every, *SMALL, "--out", "f.mp4", code=2)
        said = self.render("--steps", "20", "--every", "5steps", "--out", "e.npy", code=2).stderr
        self.assertIn("--out FILE.mp4", said)
        self.render("--steps", "20", "--fps", "0", *SMALL, "--out", "f.mp4", code=2)

    def test_ffmpeg_decodes_every_picture(self):
        program = shutil.which("ffmpeg", path=self.path)
        if program is None:
            self.skipTest("ffmpeg is not installed")
        os.environ["PATH"] = self.path
        self.render("--steps", "100", "--every", "10steps", "--size", "161x99", "--backend", "cpu", "--out", "f.mp4")
        seen = subprocess.run([program, "-v", "error", "-i", "f.mp4", "-f", "rawvideo", "-pix_fmt", "gray", "-"],
                              capture_output=True, check=True).stdout
        self.assertEqual(len(seen), 11 * 162 * 100, "eleven pictures, with even sides")
        first, last = seen[:162 * 100], seen[-162 * 100:]
        self.assertGreater(len(set(last)), len(set(first)), "the wave is in the last one")
        for suffix in ("gif", "webp"):
            self.render("--steps", "100", "--every", "10steps", "--size", "161x99", "--range", "0.1", "--backend", "cpu",
                        "--out", "f." + suffix)
        seen = subprocess.run([program, "-v", "error", "-i", "f.gif", "-f", "rawvideo", "-pix_fmt", "gray", "-"],
                              capture_output=True, check=True).stdout
        self.assertEqual(len(seen), 11 * 161 * 99)
        self.assertEqual(read("f.webp").count(b"ANMF"), 11)


class Link(ProgramTest):
    def link(self, text):
        return "ez1." + base64.urlsafe_b64encode(zlib.compress(text.encode())).decode().rstrip("=")

    def test_a_link_renders_like_its_scene(self):
        word = self.link(SCENE)
        self.assertEqual(self.run_program("info", word).stdout, self.run_program("info", self.scene).stdout)
        self.run_program("render", word, "--steps", "40", "--out", "a.npy")
        self.render("--steps", "40", "--out", "b.npy")
        self.assertTrue(filecmp.cmp("a.npy", "b.npy", shallow=False))
        self.run_program("info", word, "--set", "grid.courant=0.5")

    def test_a_damaged_link_is_reported(self):
        word = self.link(SCENE)
        for bad in (word[:-9], word[:20] + "!" + word[20:], "ez1.", "ez1.AAAA", word[:30] + "A" + word[31:]):
            said = self.run_program("info", bad, code=3).stderr
            self.assertIn("damaged", said)
        said = self.run_program("info", self.link(SCENE.replace("cells = [60, 40]", "cells = [6, 40]")), code=3).stderr
        self.assertIn("link:3", said)


if __name__ == "__main__":
    main()
