#!/usr/bin/env python3
"""Input that has no end, no sense or no place: each told with its place and a remedy. Usage: cli_hostile_test.py EZSCOPE [test names]"""
import os
import pty
import subprocess

from cli_helpers import PROGRAM, ProgramTest, environment, main, read

LESSON = """ezscope_lesson = 1
title = "x"
[[card]]
title = "a"
text = "b"
scene = "two-sources"
"""
ANSWERS = """ezscope_answers = 1
lesson = "Waves"
student = "Ada"
"""
OFFSCREEN = ["--offscreen", "--backend", "cpu", "--size", "640x400"]


class Hostile(ProgramTest):
    def says(self, done, *words):
        for word in words:
            self.assertIn(word, done.stderr)

    def sparse(self, name):
        with open(name, "w") as f:
            f.truncate(10 << 30)
        return name

    def test_files_without_an_end(self):
        endless = self.sparse("endless.toml")
        self.write("scene.toml", self.read_scene().replace('kind = "cw", frequency = 15e9', 'kind = "table", file = "endless.toml"'))
        for arguments, word in ((["info", "/dev/zero"], "larger than 64 MB"), (["info", endless], "larger than 64 MB"),
                                (["lesson", endless, *OFFSCREEN, "--frames", "1"], "larger than 64 MB"),
                                (["lesson", "/dev/zero", *OFFSCREEN, "--frames", "1"], "is no file"),
                                (["info", "scene.toml"], "is too long for two numbers")):
            with self.subTest(arguments=arguments):
                self.says(self.run_program(*arguments, code=3), word, ";")

    def read_scene(self):
        return read(self.scene).decode()

    def test_answers_without_an_end_keep_nobody_out_of_the_table(self):
        os.mkfifo("pipe.answers")
        good = self.write("good.answers", ANSWERS)
        done = self.run_program("lesson", "--collect", "/dev/zero", self.sparse("s.answers"), "pipe.answers", "none.answers", good, code=3)
        self.assertIn("Ada", done.stdout)
        self.says(done, "/dev/zero: larger than 64 MB", "s.answers: larger", "pipe.answers: cannot be read: nobody writes into the pipe",
                  "none.answers: cannot be read: No such file")

    def test_control_characters_have_their_place(self):
        for text, place in (('text = "b\\u0000c"', ":5:"), ('text = "\\u001b[2J"', ":5:"), ('text = "b\\u0085"', ":5:")):
            bad = self.write("bad.toml", LESSON.replace('text = "b"', text))
            self.says(self.run_program("lesson", bad, *OFFSCREEN, "--frames", "1", code=3), "bad.toml" + place,
                      "card.0.text has the control character U+00", "leave it out")
        question = LESSON + '[card.question]\nkind = "choice"\ntext = "?"\nanswers = ["a", "b\\u0007"]\nright = 1\n'
        bad = self.write("bad.toml", question)
        self.says(self.run_program("lesson", bad, *OFFSCREEN, "--frames", "1", code=3), "bad.toml:10:", "card.0.question.answers.1 has", "U+0007")
        bad = self.write("bad.answers", ANSWERS.replace("Ada", "A\\u0000da"))
        self.says(self.run_program("lesson", "--collect", bad, code=3), "bad.answers:3:", "student has the control character U+0000")
        for line in ("tries = -1", "drawn = [[1, 2], [nan, 1]]"):
            bad = self.write("bad.answers", ANSWERS + '[[answer]]\ncard = 1\ntitle = "x"\n' + line + "\n")
            self.says(self.run_program("lesson", "--collect", bad, code=3), "bad.answers:7:", "; give ")
        raw = self.write("raw.toml", LESSON.replace('"b"', '"b\0"'))
        self.says(self.run_program("lesson", raw, *OFFSCREEN, "--frames", "1", code=3), "raw.toml:5:", "correct it here")
        lines = self.write("lines.toml", LESSON.replace('text = "b"', 'text = """\r\nb\n\tc\r\n"""'))
        self.run_program("lesson", lines, *OFFSCREEN, "--frames", "1")

    def record(self, name="s.ezlog", frames=6):
        self.run_program(self.scene, *OFFSCREEN, "--frames", str(frames), "--steps-per-frame", "2", "--record", name)
        return read(name).decode()

    def replayed(self, text, *more, code=1):
        return self.run_program("--replay", self.write("bad.ezlog", text), "--offscreen", *more, code=code)

    def test_a_log_that_says_what_no_session_does(self):
        log = self.record()
        unknown = log.replace('backend="cpu"', 'backend="zz"')
        self.says(self.replayed(unknown), 'bad.ezlog:1: "zz" is no backend', "--backend")
        self.replayed(unknown, "--backend", "cpu", code=0)
        lines = log.splitlines()
        at = next(k for k, line in enumerate(lines) if line.startswith("3 steps"))
        head = f"head -n {at} bad.ezlog"
        for other in ("3 steps 2000000000", "3 steps -7"):
            lines[at] = other
            self.says(self.replayed("\n".join(lines) + "\n"), f"bad.ezlog:{at + 1}:", "is no number of steps", head)
        at = next(k for k, line in enumerate(lines) if line.startswith("3 time")) + 1
        many = lines[:at] + ["3 command Step{steps=2000000000}"]
        self.says(self.replayed("\n".join(many) + "\n"), f"bad.ezlog:{at + 1}:", "is no number of steps", f"head -n {at} bad.ezlog")
        at = next(k for k, line in enumerate(lines) if line.startswith("4 "))
        quits = [line for line in lines[:at] if not line.startswith("3 ")]
        quits += ["3 time 5", "3 command Quit{confirmed=true}"] + [l for l in log.splitlines() if l.startswith("3 ") and " time " not in l]
        self.replayed("\n".join(quits) + "\n", code=0)
        self.says(self.replayed("\n".join(quits + lines[at:]) + "\n"), f"bad.ezlog:{len(quits) + 1}:", "had ended", f"head -n {len(quits)}")
        os.symlink("/dev/zero", "zero.ezlog")
        self.says(self.run_program("--replay", "zero.ezlog", "--offscreen", code=1), "larger than 1024 MB")

    def test_an_older_log_survives_an_engine_that_cannot_be_started(self):
        old = self.write("s.ezlog", "an older log")
        self.run_program(self.scene, "--offscreen", "--backend", "cuda", "--device", "1000", "--frames", "2", "--record", old, code=1)
        self.assertEqual(read(old), b"an older log")
        self.run_program(self.scene, "--offscreen", "--backend", "cuda", "--device", "1000", "--frames", "2", "--record", "new.ezlog", code=1)
        self.assertFalse(os.path.exists("new.ezlog"))
        self.assertTrue(self.record(old).startswith("ezscope-session 1 "))

    def test_a_replay_says_how_far_it_is(self):
        self.record(frames=300)
        terminal, ours = pty.openpty()
        run = subprocess.Popen([PROGRAM, "--replay", "s.ezlog", "--out", "f_%03d.png"], stdout=subprocess.DEVNULL,
                               stderr=ours, env=environment())
        self.addCleanup(run.kill)
        os.close(ours)
        said = b""
        try:
            while part := os.read(terminal, 4096):
                said += part
        except OSError:  # as a terminal ends
            pass
        os.close(terminal)
        self.assertEqual(run.wait(), 0)
        self.assertIn("of 300 frames", said.decode(errors="replace"))


if __name__ == "__main__":
    main()
