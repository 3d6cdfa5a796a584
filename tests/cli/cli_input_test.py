#!/usr/bin/env python3
"""Tests that no result overwrites a file that the program reads: the scene, its pictures and tables, a lesson, answers, a log.
Usage: cli_input_test.py EZSCOPE [test names]"""
import os
import struct
import zlib

from cli_helpers import SCENE, ProgramTest, main, read

TABLE = "0 0\n1e-9 1\n2e-9 0\n"
CHECK = '[[check]]\nname = "a"\nmeasured = \'amplitude("far", 15e9)\'\ntheory = "1"\nwithin = 0.1\n'
# Makes a run unstable: the wave reaches the faulty layer after about 350 steps.
FAULTY = ["--set", 'fault=[{side="left",kind="uncompensated-kappa"}]', "--set", "grid.cells=[300, 40]", "--set", "source.0.at=[0.25, 0.015]"]
LESSON = 'ezscope_lesson = 1\ntitle = "x"\n[[card]]\ntitle = "a"\ntext = "b"\nscene = "s.toml"\n'


def png():
    """Returns a PNG file of one white pixel."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    head = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\x00\xff")) + chunk(b"IEND", b"")


# Each option that names a file to write, with the suffixes that it accepts. The file's name follows the arguments.
OUTPUTS = [
    (["render", "s.toml", "--steps", "2", "--out"], ["csv", "npy", "png", "mp4", "gif", "webp"]),
    (["render", "s.toml", "--steps", "2", "--monitors"], ["json", "csv"]),
    (["reflect", "s.toml", "--json"], ["json"]),
    (["reflect", "s.toml", "--csv"], ["csv"]),
    (["check", "s.toml", "--json"], ["json"]),
    (["bench", "--scene", "s.toml", "--cells", "64", "--json"], ["json"]),
    (["bench", "--scene", "s.toml", "--cells", "64", "--plot"], ["svg"]),
    (["s.toml", "--offscreen", "--frames", "2", "--screenshot"], ["png"]),
    (["s.toml", "--offscreen", "--frames", "2", "--record"], ["ezlog"]),
    (["lesson", "l.toml", "--offscreen", "--frames", "2", "--screenshot"], ["png"]),
    (["lesson", "l.toml", "--offscreen", "--frames", "2", "--record"], ["ezlog"]),
]


class InputFiles(ProgramTest):
    def write_scene(self, table, image="p.png"):
        """Writes s.toml, a scene that reads a table and a picture, and l.toml, a lesson with this scene."""
        self.write(table, TABLE)
        with open(image, "wb") as f:
            f.write(png())
        self.write("s.toml", SCENE.replace('{ kind = "cw", frequency = 15e9 }', f'{{ kind = "table", file = "{table}" }}') + self.shape(image) + CHECK)
        self.write("l.toml", LESSON)

    def shape(self, image):
        return f'[[shape]]\nkind = "image"\nmaterial = "pec"\nmin = [0.005, 0.005]\nmax = [0.01, 0.01]\nfile = "{image}"\n'

    def assert_refused(self, arguments, name, words, same_as):
        """Runs the program with the output `name`, which is the same file as `same_as`."""
        before, links = read(same_as), os.stat(same_as).st_nlink
        said = self.run_program(*arguments, name, code=2).stderr
        self.assertIn(f"ezscope: {name} {words}; give another file for the result\n", said, arguments)
        self.assertEqual((read(same_as), os.stat(same_as).st_nlink), (before, links), arguments)
        self.assertTrue(os.path.samefile(name, same_as))

    def test_no_output_overwrites_a_table_that_the_scene_reads(self):
        for arguments, suffixes in OUTPUTS:
            for suffix in suffixes:
                self.write_scene(f"t.{suffix}")
                os.symlink(f"t.{suffix}", f"link.{suffix}")
                os.link(f"t.{suffix}", f"hard.{suffix}")
                for name in (f"t.{suffix}", f"./t.{suffix}", os.path.abspath(f"t.{suffix}"), f"link.{suffix}", f"hard.{suffix}"):
                    self.assert_refused(arguments, name, "is read by the scene (source.0.waveform.file)", f"t.{suffix}")
                os.remove(f"link.{suffix}")
                os.remove(f"hard.{suffix}")

    def test_no_output_overwrites_a_picture_that_the_scene_reads(self):
        for arguments, suffixes in OUTPUTS:
            self.write_scene("t.txt", f"p.{suffixes[0]}")
            self.assert_refused(arguments, f"p.{suffixes[0]}", "is read by the scene (shape.0.file)", f"p.{suffixes[0]}")

    def test_no_output_overwrites_the_scene_or_the_lesson(self):
        self.write_scene("t.txt")
        for arguments, suffixes in OUTPUTS:
            for suffix in suffixes:
                for file, words in (("s.toml", "the scene's file"), ("l.toml", "the lesson's file")):
                    if file not in arguments and not (arguments[0] == "lesson" and file == "s.toml"):
                        continue
                    for make in (os.symlink, os.link):
                        make(file, f"again.{suffix}")
                        self.assert_refused(arguments, f"again.{suffix}", f"is {words}", file)
                        os.remove(f"again.{suffix}")

    def test_no_numbered_picture_overwrites_a_picture_that_the_scene_reads(self):
        self.write_scene("t.txt", "f_00003.png")
        run = ["render", "s.toml", "--steps", "90", "--out"]
        said = self.run_program(*run, "f_%05d.png", code=2).stderr
        self.assertIn("f_00003.png is read by the scene (shape.0.file)", said)
        os.symlink("f_00003.png", "g_7.png")
        self.assertIn("g_7.png is read by the scene", self.run_program(*run, "g_%d.png", code=2).stderr)
        self.assertEqual(read("f_00003.png"), png())
        self.assertFalse(os.path.exists("f_00000.png"))
        self.run_program(*run, "f_%04d.png", "--size", "64x48")
        self.assertTrue(os.path.exists("f_0003.png"), "f_%04d.png has other names")

    def test_files_named_by_set_are_kept_too(self):
        self.write("t.csv", TABLE)
        waveform = ["--set", 'source.0.waveform={ kind = "table", file = "t.csv" }']
        said = self.render(*waveform, "--steps", "1", "--out", "t.csv", code=2).stderr
        self.assertIn("t.csv is read by the scene (source.0.waveform.file); give another file for the result", said)
        self.assertEqual(read("t.csv").decode(), TABLE)

    def test_the_last_good_field_overwrites_no_file_of_the_scene(self):
        self.write_scene("e.unstable.npy")
        said = self.run_program("render", "s.toml", "--steps", "2", "--out", "e.npy").stderr
        self.assertIn("its last good field cannot be saved: e.unstable.npy is read by the scene", said)
        self.assertEqual(read("e.unstable.npy").decode(), TABLE)
        # In an unstable run too, the picture stays.
        with open("e.unstable.npy", "wb") as f:
            f.write(png())
        said = self.run_program("render", self.write("i.toml", SCENE + self.shape("e.unstable.npy")), *FAULTY, "--steps", "5000",
                                "--out", "e.npy", code=4).stderr
        self.assertIn("was not saved: e.unstable.npy is read by the scene (shape.0.file)", said)
        self.assertEqual(read("e.unstable.npy"), png())

    def test_results_overwrite_neither_answers_nor_a_replayed_log(self):
        answers = self.write("a.answers", 'ezscope_answers = 1\nlesson = "Waves"\nstudent = "Ada"\n')
        os.link(answers, "hard.csv")
        self.assert_refused(["lesson", "--collect", answers, "--csv"], "hard.csv", "is a file of answers", answers)
        self.run_program(self.scene, "--offscreen", "--backend", "cpu", "--frames", "2", "--record", "s.ezlog")
        for option, name in (("--screenshot", "log.png"), ("--out", "log.mp4"), ("--out", "log_%05d.png")):
            written = name.replace("%05d", "00000")
            os.link("s.ezlog", written)
            before = read("s.ezlog")
            said = self.run_program("--replay", "s.ezlog", "--offscreen", option, name, code=2).stderr
            self.assertIn(f"{written} is the log of the session", said)
            self.assertEqual(read(written), before)

    def test_a_scene_from_a_pipe_can_be_rendered(self):
        self.run_program("render", "/dev/stdin", "--steps", "2", "--out", "e.csv", input=SCENE)
        self.assertTrue(os.path.exists("e.csv"))


if __name__ == "__main__":
    main()
