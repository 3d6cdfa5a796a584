#!/usr/bin/env python3
"""Tests of endless, invalid and forbidden input: each is reported with its place and a remedy.
Usage: cli_hostile_test.py EZSCOPE [test names]"""
import os
import pty
import subprocess
import tempfile

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
    def assert_reports(self, done, *words):
        for word in words:
            self.assertIn(word, done.stderr)

    def sparse(self, name):
        with open(name, "w") as f:
            f.truncate(10 << 30)
        return name

    def test_endless_files_are_rejected(self):
        endless = self.sparse("endless.toml")
        self.write("scene.toml", self.read_scene().replace('kind = "cw", frequency = 15e9', 'kind = "table", file = "endless.toml"'))
        for arguments, word in ((["info", "/dev/zero"], "larger than 64 MB"), (["info", endless], "larger than 64 MB"),
                                (["lesson", endless, *OFFSCREEN, "--frames", "1"], "larger than 64 MB"),
                                (["lesson", "/dev/zero", *OFFSCREEN, "--frames", "1"], "is not a file"),
                                (["info", "scene.toml"], "is too long for two numbers")):
            with self.subTest(arguments=arguments):
                self.assert_reports(self.run_program(*arguments, code=3), word, ";")

    def test_devices_that_wait_for_input_are_rejected(self):
        for path in ("/proc/kmsg", "/dev/pts/ptmx"):
            if not os.access(path, os.R_OK):
                continue
            with self.subTest(path=path):
                for arguments, code in ((["info", path], 3), (["lesson", path, *OFFSCREEN, "--frames", "1"], 3),
                                        (["lesson", "--collect", path], 3), (["--replay", path, "--offscreen"], None)):
                    done = subprocess.run([PROGRAM, *arguments], env=environment(), capture_output=True, text=True, timeout=60)
                    self.assertIn(done.returncode, (1, 2, 3) if code is None else (code,), f"{arguments}\n{done.stderr}")
                self.assert_reports(self.run_program("info", path, code=3), path + ": cannot be read: it is a device that waits for input, not a file")

    def test_a_scene_reads_only_permitted_files(self):
        for folder in ("scenes", "private"):
            os.mkdir(folder)
        self.write("private/secret.csv", "0 0\n1e-9 1\n2e-9 0\n")
        os.symlink("../private/secret.csv", "scenes/link.csv")
        table = 'kind = "table", file = "%s"'
        def scene(file):
            return self.write("scenes/s.toml", self.read_scene().replace('kind = "cw", frequency = 15e9', table % file))
        secret = os.path.realpath("private/secret.csv")
        for file in ("../private/secret.csv", secret, "link.csv"):
            name = scene(file)
            for command in (["info", name], ["check", name], ["render", name, "--steps", "1", "--out", "x.png"], [name, *OFFSCREEN, "--frames", "1"]):
                with self.subTest(file=file, command=command):
                    self.assert_reports(self.run_program(*command, code=3), f"which is {secret}, outside ", "--allow-read " + os.path.dirname(secret))
            with self.subTest(file=file):
                self.run_program("info", name, "--allow-read", "scenes", "--allow-read", "private")
                self.assert_reports(self.run_program("info", name, "--allow-read", "nowhere", code=2), "'nowhere' is missing; give a folder that exists")
                self.run_program(name, *OFFSCREEN, "--frames", "1", "--allow-read", "private")
        # A table named by --set, for a scene file and for a built-in scene.
        name = self.write("scenes/plain.toml", self.read_scene())
        change = "source.0.waveform={%s}" % (table % "../private/secret.csv")
        self.assert_reports(self.run_program("info", name, "--set", change, code=3), f"which is {secret}, outside ")
        self.run_program("info", name, "--set", change, "--allow-read", "private")
        change = "source.0.waveform={%s}" % (table % "private/secret.csv")
        self.assert_reports(self.run_program("info", "two-sources", "--set", change, code=3), "can only be read with a scene file")
        self.run_program("info", "two-sources", "--set", change, "--allow-read", "private")
        # Standard input is not a scene file.
        done = subprocess.run([PROGRAM, "info", "/dev/stdin"], env=environment(), capture_output=True, text=True,
                              input=self.read_scene().replace('kind = "cw", frequency = 15e9', table % "private/secret.csv"))
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assert_reports(done, "can only be read with a scene file")
        if os.path.isdir("/dev/shm"):  # nor is a file redirected into standard input
            with tempfile.TemporaryDirectory(dir="/dev/shm") as shared:
                with open(os.path.join(shared, "t.csv"), "w", encoding="utf-8") as file:
                    file.write("0 0\n1e-9 1\n2e-9 0\n")
                name = scene(os.path.join(shared, "t.csv")[len("/dev/"):])
                with open(name, encoding="utf-8") as file:
                    done = subprocess.run([PROGRAM, "info", "/dev/stdin"], env=environment(), capture_output=True, text=True, stdin=file)
                self.assertEqual(done.returncode, 3, done.stderr)
                self.assert_reports(done, "can only be read with a scene file")
        # The scenes of a lesson must be in its folder.
        lesson = self.write("scenes/lesson.toml", LESSON.replace('"two-sources"', '"../private/mine.toml"'))
        self.write("private/mine.toml", self.read_scene())
        open_lesson = ["lesson", lesson, *OFFSCREEN, "--frames", "1"]
        self.assert_reports(self.run_program(*open_lesson, code=3), "card.0.scene is \"../private/mine.toml\", which is ", "--allow-read ")
        self.run_program(*open_lesson, "--allow-read", "private")

    def read_scene(self):
        return read(self.scene).decode()

    def test_endless_answers_do_not_hide_other_students(self):
        os.mkfifo("pipe.answers")
        good = self.write("good.answers", ANSWERS)
        done = self.run_program("lesson", "--collect", "/dev/zero", self.sparse("s.answers"), "pipe.answers", "none.answers", good, code=3)
        self.assertIn("Ada", done.stdout)
        self.assert_reports(done, "/dev/zero: larger than 64 MB", "s.answers: larger", "pipe.answers: cannot be read: no program writes to the pipe",
                  "none.answers: cannot be read: No such file")

    def test_one_students_malformed_answers_do_not_hide_others(self):
        good = self.write("good.answers", ANSWERS)
        blanks = self.write("blanks.answers", ANSWERS.replace("Ada", 400000 * " " + "Emmy"))
        deep = self.write("deep.answers", ANSWERS + "x = " + 100000 * "[" + 100000 * "]" + "\n")
        done = self.run_program("lesson", "--collect", blanks, deep, good, "--csv", "class.csv", code=3)
        for name in ("Ada  ", "Emmy "):
            self.assertIn("\n" + name, done.stdout)
        self.assert_reports(done, "deep.answers:4:")

    def test_spreadsheet_formulas_are_plain_text_in_every_csv(self):
        formula = "-2+3+cmd|'/C calc'!A0"
        answers = self.write("a.answers", ANSWERS.replace("Ada", formula) + '[[answer]]\ncard = 1\ntitle = "=1+1"\ngiven = "@x"\n')
        self.run_program("lesson", "--collect", answers, "--csv", "class.csv")
        self.assertIn(f"Waves,'{formula},a.answers,1,'=1+1,'@x,", read("class.csv").decode())
        monitor = """[[monitor]]
name = "=1+1"
kind = "flux"
from = [0.03, 0.01]
to = [0.03, 0.03]
frequencies = [15e9]
"""
        scene = self.write("formula.toml", self.read_scene().replace('"near"', '"=cmd|\'/C calc\'!A0"') + monitor)
        self.run_program("render", scene, "--steps", "9", "--out", "p.csv", "--monitors", "m.csv")
        self.assertEqual(read("p.csv").decode().splitlines()[0], "t_s,'=cmd|'/C calc'!A0,far")
        rows = read("m.csv").decode().splitlines()[1:]
        self.assertTrue(rows and all(row.startswith("'=1+1,flux,") for row in rows), rows)

    def test_names_may_have_any_length(self):
        long, japanese = 120 * "x", 31 * "\u6c34"
        check = '[[check]]\nname = "c"\nmeasured = \'peak("near")\'\ntheory = "1"\nwithin = 0.5\nafter = "0.1ns"\n'
        scene = self.read_scene()
        gas = ('ezscope = 1\nphysics = "gas"\n[grid]\ncells = [64, 48]\ncell = 0.001\n'
               f'[[state]]\nname = "{long}"\n[[probe]]\nname = "near"\nat = [0.01, 0.01]\n' + check.replace("peak", "last"))
        for name in (long, japanese):
            source = self.write("source.toml", scene.replace('kind = "point"', f'name = "{name}"\nkind = "point"') + check)
            material = self.write("material.toml", scene + f'[[material]]\nname = "{name}"\neps = 2.0\n' + check)
            for file in (source, material, self.write("gas.toml", gas)):
                with self.subTest(file=file):
                    self.assertIn(name if file != "gas.toml" else long, self.run_program("info", file).stdout)
                    self.run_program("render", file, "--steps", "2", "--out", "e.npy")
        theory = check.replace('theory = "1"', f'theory = "eps_{long}/2"')
        graded = self.write("named.toml", scene + f'[[material]]\nname = "{long}"\neps = 2.0\n' + theory)
        self.assertIn("eps_" + long, self.run_program("info", graded).stdout)
        log = self.record().splitlines()
        edited = '\\n'.join((scene + f'[[material]]\nname = "{long}"\n' + check).replace('"', '\\"').splitlines()) + "\\n"
        at = next(k for k, line in enumerate(log) if line.startswith("3 time")) + 1
        log.insert(at, f'3 command EditScene{{scene={{head=0 tail=0 text="{edited}"}} what="x" finished=true}}')
        self.replayed("\n".join(log) + "\n", code=0)

    def test_control_characters_are_reported_with_their_place(self):
        for text, place in (('text = "b\\u0000c"', ":5:"), ('text = "\\u001b[2J"', ":5:"), ('text = "b\\u0085"', ":5:")):
            bad = self.write("bad.toml", LESSON.replace('text = "b"', text))
            self.assert_reports(self.run_program("lesson", bad, *OFFSCREEN, "--frames", "1", code=3), "bad.toml" + place,
                      "card.0.text contains the control character U+00", "remove it")
        question = LESSON + '[card.question]\nkind = "choice"\ntext = "?"\nanswers = ["a", "b\\u0007"]\nright = 1\n'
        bad = self.write("bad.toml", question)
        self.assert_reports(self.run_program("lesson", bad, *OFFSCREEN, "--frames", "1", code=3), "bad.toml:10:", "card.0.question.answers.1 contains", "U+0007")
        bad = self.write("bad.answers", ANSWERS.replace("Ada", "A\\u0000da"))
        self.assert_reports(self.run_program("lesson", "--collect", bad, code=3), "bad.answers:3:", "student contains the control character U+0000")
        for line in ("tries = -1", "drawn = [[1, 2], [nan, 1]]"):
            bad = self.write("bad.answers", ANSWERS + '[[answer]]\ncard = 1\ntitle = "x"\n' + line + "\n")
            self.assert_reports(self.run_program("lesson", "--collect", bad, code=3), "bad.answers:7:", "; give ")
        raw = self.write("raw.toml", LESSON.replace('"b"', '"b\0"'))
        self.assert_reports(self.run_program("lesson", raw, *OFFSCREEN, "--frames", "1", code=3), "raw.toml:5:", "correct it here")
        lines = self.write("lines.toml", LESSON.replace('text = "b"', 'text = """\r\nb\n\tc\r\n"""'))
        self.run_program("lesson", lines, *OFFSCREEN, "--frames", "1")

    def record(self, name="s.ezlog", frames=6):
        self.run_program(self.scene, *OFFSCREEN, "--frames", str(frames), "--steps-per-frame", "2", "--record", name)
        return read(name).decode()

    def replayed(self, text, *more, code=1):
        return self.run_program("--replay", self.write("bad.ezlog", text), "--offscreen", *more, code=code)

    def test_an_impossible_log_is_reported_with_its_line(self):
        log = self.record()
        unknown = log.replace('backend="cpu"', 'backend="zz"')
        self.assert_reports(self.replayed(unknown), 'bad.ezlog:1: this program has no backend "zz"', "--backend")
        self.replayed(unknown, "--backend", "cpu", code=0)
        lines = log.splitlines()
        at = next(k for k, line in enumerate(lines) if line.startswith("3 steps"))
        head = f"head -n {at} bad.ezlog"
        for other in ("3 steps 2000000000", "3 steps -7"):
            lines[at] = other
            self.assert_reports(self.replayed("\n".join(lines) + "\n"), f"bad.ezlog:{at + 1}:", "is not a valid number of steps", head)
        at = next(k for k, line in enumerate(lines) if line.startswith("3 time")) + 1
        many = lines[:at] + ["3 command Step{steps=2000000000}"]
        self.assert_reports(self.replayed("\n".join(many) + "\n"), f"bad.ezlog:{at + 1}:", "is not a valid number of steps", f"head -n {at} bad.ezlog")
        at = next(k for k, line in enumerate(lines) if line.startswith("4 "))
        quits = [line for line in lines[:at] if not line.startswith("3 ")]
        quits += ["3 time 5", "3 command Quit{confirmed=true}"] + [l for l in log.splitlines() if l.startswith("3 ") and " time " not in l]
        self.replayed("\n".join(quits) + "\n", code=0)
        self.assert_reports(self.replayed("\n".join(quits + lines[at:]) + "\n"), f"bad.ezlog:{len(quits) + 1}:", "has ended", f"head -n {len(quits)}")
        os.symlink("/dev/zero", "zero.ezlog")
        self.assert_reports(self.run_program("--replay", "zero.ezlog", "--offscreen", code=1), "larger than 1024 MB")

    def test_an_older_log_survives_a_failed_engine_start(self):
        old = self.write("s.ezlog", "an older log")
        self.run_program(self.scene, "--offscreen", "--backend", "cuda", "--device", "1000", "--frames", "2", "--record", old, code=1)
        self.assertEqual(read(old), b"an older log")
        self.run_program(self.scene, "--offscreen", "--backend", "cuda", "--device", "1000", "--frames", "2", "--record", "new.ezlog", code=1)
        self.assertFalse(os.path.exists("new.ezlog"))
        self.assertTrue(self.record(old).startswith("ezscope-session 1 "))

    def test_a_replay_reports_its_progress(self):
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
        except OSError:  # the terminal's other end is closed
            pass
        os.close(terminal)
        self.assertEqual(run.wait(), 0)
        self.assertIn("of 300 frames", said.decode(errors="replace"))


if __name__ == "__main__":
    main()
