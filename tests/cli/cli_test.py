#!/usr/bin/env python3
"""Tests of the command line except render: exit codes, result files and errors. Usage: cli_test.py EZSCOPE [test names]"""
import json
import math
import os
import re
import resource
import signal
import struct
import subprocess
import time
import xml.etree.ElementTree

from cli_helpers import PROGRAM, REFLECT, SCENE, ProgramTest, children_seconds, environment, main, read, read_csv


class CommandLine(ProgramTest):
    def test_every_command_has_help(self):
        window = "Without a command"
        self.assertIn(window, self.run_program("--help").stdout)
        for command in ("render", "info", "list", "bench", "schemes", "reflect", "check"):
            said = self.run_program(command, "--help").stdout
            self.assertIn("--help", said)
            self.assertNotIn(window, said)

    def test_version_names_compiler_cuda_and_driver(self):
        words = self.run_program("--version").stdout
        for word in ("ezscope ", "revision", "compiler", "CUDA", "driver"):
            self.assertIn(word, words)

    def test_list_prints_name_tab_title(self):
        lines = self.run_program("list").stdout.splitlines()
        self.assertEqual(lines[0].split("\t")[0], "double-slit")
        for line in lines:
            name, title = line.split("\t")
            self.assertTrue(name and title)
            self.run_program("info", name)

    def test_a_dash_is_no_name_of_standard_input(self):
        for command in (["info", "-"], ["-", "--offscreen", "--frames", "1"], ["lesson", "--collect", "-"]):
            self.assertIn("-: is not a file; to read standard input, give /dev/stdin\n", self.run_program(*command, code=3).stderr)

    def test_lessons_are_listed_opened_and_collected(self):
        lessons = [line.split("\t") for line in self.run_program("list", "--lessons").stdout.splitlines()]
        self.assertGreaterEqual(len(lessons), 6)
        self.assertTrue(all(name and title for name, title in lessons))
        self.run_program("lesson", lessons[0][0], "--card", "2", "--offscreen", "--frames", "2", "--screenshot", "lesson.png")
        self.assertGreater(os.path.getsize("lesson.png"), 1000)
        wrong = self.write("wrong.toml", 'ezscope_lesson = 1\ntitle = "x"\n[[card]]\ntitle = "a"\ntext = "b"\nscene = "two-sauces"\n')
        answers = 'ezscope_answers = 1\nlesson = "Waves"\nstudent = "Ada"\n[[answer]]\ncard = 1\ntitle = "One"\ntries = 1\nsolved = true\n'
        files = [self.write("a.answers", answers), self.write("b.answers", answers.replace("Ada", "Emmy"))]
        for arguments, code, words in (([wrong], 3, ["wrong.toml:6:", "two-sources"]), ([], 2, ["LESSON is missing"]),
                                       (["wavs"], 3, ['did you mean "waves"']), (["waves", "--card", "99"], 2, ["--card is 99"]),
                                       (["double-slit"], 3, ["double-slit: is a scene, not a lesson; open it with: ezscope double-slit\n"]),
                                       (["waves", "--csv", "x.csv"], 2, ["--collect"]), (["--collect", "no.answers"], 3, ["cannot be read"]),
                                       (["--collect", self.write("c.answers", "ezscope_answers = 1\n")], 3, ["lesson is missing"])):
            said = self.run_program("lesson", *arguments, code=code).stderr
            for word in words:
                self.assertIn(word, said)
        for command in (["info", "waves"], ["waves", "--offscreen", "--frames", "1"], ["render", "waves", "--steps", "1", "--out", "a.npy"]):
            self.assertEqual(self.run_program(*command, code=3).stderr, "waves: is a lesson, not a scene; open it with: ezscope lesson waves\n")
        self.assertIn("open it with: ezscope lesson wrong.toml", self.run_program("info", wrong, code=3).stderr)
        # With forty students and one broken file, the program reports the file and still prints the table of the others.
        class_of_40 = [self.write(f"{k}.answers", answers.replace("Ada", f"Student {k}")) for k in range(40)]
        told = self.run_program("lesson", "--collect", *class_of_40, "c.answers", code=3)
        self.assertIn("c.answers:", told.stderr)
        self.assertIn("Student 39  ✓     1 of 1", told.stdout)
        self.assertIn("solved      40", told.stdout)
        table = self.run_program("lesson", "--collect", *files, "--csv", "class.csv").stdout
        self.assertIn("Emmy     ✓     1 of 1", table)
        self.assertEqual(len(read("class.csv").splitlines()), 3)
        # Duplicates count once: the same file, a copy of it, a card answered twice. Two files without a student's name may
        # have the same answers.
        os.symlink("a.answers", "link.answers")
        self.write("copy.answers", answers)
        self.write("twice.answers", answers.replace("Ada", "Otto") + answers[answers.index("[[answer]]"):].replace("tries = 1", "tries = 2"))
        self.write("x.answers", answers.replace("Ada", ""))
        self.write("y.answers", answers.replace("Ada", " "))
        told = self.run_program("lesson", "--collect", "a.answers", "./a.answers", "a.answers", "link.answers", "copy.answers",
                                "twice.answers", "x.answers", "y.answers", "--csv", "once.csv")
        self.assertEqual(told.stderr.splitlines(),
                         ["warning: ./a.answers: is the same as a.answers; it counts once", "warning: a.answers: is given twice; it counts once",
                          "warning: link.answers: is the same as a.answers; it counts once",
                          "warning: copy.answers: is the same as a.answers; it counts once",
                          "warning: twice.answers: answers card 1 more than once; the first answer counts"])
        self.assertIn("solved     4 ", told.stdout)
        self.assertEqual(told.stdout.count("Ada"), 1)
        self.assertIn("Otto       ✓     1 of 1", told.stdout)
        self.assertEqual(len(read("once.csv").splitlines()), 5)
        # The table does not overwrite a student's answers.
        said = self.run_program("lesson", "--collect", *files, "--csv", "./b.answers", code=2).stderr
        self.assertIn("give another file", said)
        self.assertEqual(read("b.answers").decode(), answers.replace("Ada", "Emmy"))

    def test_info_prints_a_scene_that_gives_the_same_info(self):
        first = self.run_program("info", self.scene).stdout
        self.assertTrue(first.startswith("#"))
        for word in ("courant = 0.99", 'precision = "float"', "kappa = 2.0", "alpha = 0.02", "hard = false"):
            self.assertIn(word, first)
        self.assertEqual(self.run_program("info", self.write("again.toml", first)).stdout, first)
        # The size reaches from boundary to boundary; between periodic boundaries it is one period.
        self.assertIn("# size           59 mm × 39 mm\n", first)
        around = self.run_program("info", self.scene, "--set", "boundary.left=periodic", "--set", "boundary.right=periodic")
        self.assertIn("# size           60 mm × 39 mm\n", around.stdout)

    def test_info_prints_the_effective_index_of_a_mode(self):
        # For a film of n = 2 in air, 0.7 λ thick: κd = mπ + 2·atan(γ/κ), Saleh & Teich, Fundamentals of Photonics, § 9.2.
        def index(m):
            low, high = 1 + 1e-9, 2 - 1e-9
            for _ in range(60):
                n = (low + high) / 2
                kappa, gamma = (4 - n * n)**0.5, (n * n - 1)**0.5
                beyond = 2 * math.pi * 0.7 * kappa - m * math.pi - 2 * math.atan(gamma / kappa)
                low, high = (n, high) if beyond > 0 else (low, n)
            return low
        said = re.findall(r"mode (\d) of 3, effective index ([\d.]+) at 4.99", self.run_program("info", "guide-modes").stdout)
        self.assertEqual([int(m) for m, _ in said], [0, 1, 2])
        for m, value in said:
            self.assertAlmostEqual(float(value) / index(int(m)), 1, delta=0.005)

    def test_info_prints_the_default_delay(self):
        pulse = self.write("pulse.toml", SCENE.replace('{ kind = "cw", frequency = 15e9 }', '{ kind = "ricker", frequency = 15e9 }'))
        self.assertIn("delay = 100e-12", self.run_program("info", pulse).stdout)
        # In a scene with variants the delay is only a comment, because a variant may have another waveform.
        text = SCENE.replace('{ kind = "cw", frequency = 15e9 }', '{ kind = "gaussian", width = 1e-11 }')
        variant = '[[variant]]\nname = "a"\nset = { "boundary.left" = "pec" }\n'
        said = self.run_program("info", self.write("panes.toml", text + variant)).stdout
        self.assertIn('waveform = { kind = "gaussian", width = 10e-12 }\n# waveform.delay is absent: 45e-12 s\n', said)

    def test_reflect_measures_every_variant_by_default(self):
        scene = self.write("panes.toml", REFLECT)
        text = self.reflect(scene, "--json", "r.json", "--csv", "r.csv", "--angles", "0:60:10").stdout
        report = json.loads(read("r.json"))
        self.assertEqual(set(report), {"scene", "valid_until_s", "variants"})
        self.assertEqual(report["scene"], "panes.toml")
        self.assertGreater(report["valid_until_s"], 0)
        self.assertEqual([v["name"] for v in report["variants"]], ["mirror", "Mur 1", "layer"])
        worst = []
        for variant in report["variants"]:
            self.assertIn(variant["name"], text)
            self.assertEqual(set(variant), {"name", "db", "own_db", "not_measured", "angles"})
            self.assertEqual(list(variant["db"]), ["left", "right", "bottom", "top"])
            self.assertEqual(list(variant["own_db"]), ["left", "right", "bottom", "top"])
            self.assertEqual(variant["not_measured"], {})
            worst.append(max(variant["db"].values()))
            self.assertEqual(len(variant["angles"]), 4 * 7)
            for row in variant["angles"]:
                self.assertEqual(set(row), {"side", "deg", "db", "theory_db"})
                if variant["name"] == "mirror" and row["db"] is not None:
                    self.assertAlmostEqual(row["db"], 0, delta=1)
                    self.assertEqual(row["theory_db"], 0)
            found = [a for a in variant["angles"] if a["db"] is not None]
            self.assertGreater(len(found), 8)
            self.assertLess(len(found), 28, "no node of this small grid sees 60 degrees")
        self.assertGreater(worst[0], -6)
        self.assertGreater(worst[0], worst[1] + 6)
        self.assertGreater(worst[1], worst[2] + 20)
        header, rows = read_csv("r.csv")
        self.assertEqual(header, ["variant", "side", "deg", "db", "theory_db"])
        self.assertEqual(len(rows), 3 * (4 + 28))
        self.assertEqual(rows[0][:3], ["mirror", "left", ""])

    def test_reflect_explains_each_variant(self):
        scene = self.write("panes.toml", REFLECT + 'set = { fault = [{ side = "top", kind = "half-depth" }] }\n')
        text = self.reflect(scene, "--explain", "--json", "r.json").stdout
        causes = [v["explanation"]["causes"] for v in json.loads(read("r.json"))["variants"]]
        self.assertEqual([c[0]["cause"] for c in causes], ["mirror", "mur", "half-depth"])
        self.assertEqual(causes[2][0]["side"], "top")
        for cause in causes[2]:
            self.assertEqual(set(cause), {"cause", "side", "share", "why", "experiment"})
        self.assertIn("Layer of half the depth (half-depth)", text)
        self.assertIn("Experiment: Read the delay of the echo.", text)
        wide = ["--set", "grid.cells=[300, 40]", "--set", "source.0.at=[0.25, 0.015]", "--set", 'fault=[{side="left",kind="uncompensated-kappa"}]']
        said = self.reflect(self.scene, "--set", "source.0.waveform={kind='ricker',frequency=15e9}", *wide, "--explain", code=4)
        self.assertIn("(uncompensated-kappa)", said.stdout)

    def test_reflect_reports_no_values_without_a_source(self):
        scene = self.write("panes.toml", REFLECT.split("[[variant]]")[0])
        self.reflect(scene, "--set", 'reflection.sides=["left"]', "--set", "source.0.on=false", "--json", "r.json")
        report = json.loads(read("r.json"))
        self.assertIsNone(report["valid_until_s"])
        self.assertEqual(report["variants"][0]["name"], "")
        self.assertEqual(set(report["variants"][0]["db"].values()), {None})
        self.assertEqual({row["db"] for row in report["variants"][0]["angles"]}, {None})

    def test_reflect_reports_which_sides_it_cannot_measure_and_why(self):
        scene = self.write("panes.toml", REFLECT.split("[[variant]]")[0])
        for side, at in (("left", "[2, 40]"), ("bottom", "[40, 2]")):
            text = self.reflect(scene, "--set", f"source.0.at={at}", "--json", "r.json").stdout
            variant = json.loads(read("r.json"))["variants"][0]
            self.assertEqual(list(variant["not_measured"]), [side])
            self.assertIn("is in the layer", variant["not_measured"][side])
            self.assertIn(f"not measured: {side}: source 1 is in the layer", text)
            self.assertIsNone(variant["db"][side])
            self.assertEqual(sum(v is not None for v in variant["db"].values()), 3)
            self.assertNotIn(side, {row["side"] for row in variant["angles"]})

    def test_reflect_shows_each_node_once_with_its_own_angle(self):
        scene = self.write("panes.toml", REFLECT.split("[[variant]]")[0])
        text = self.reflect(scene, "--json", "r.json", "--angles", "0:30:0.1").stdout
        rows = json.loads(read("r.json"))["variants"][0]["angles"]
        self.assertEqual(len(rows), 4 * 301)
        for side in ("left", "right", "bottom", "top"):
            nodes = [row["deg"] for row in rows if row["side"] == side and row["db"] is not None]
            self.assertGreater(len(nodes), 3)
            self.assertEqual(len(nodes), len(set(nodes)))
            for degrees in nodes:
                self.assertIn(f"{degrees:.2f}°", text)
        self.assertIn("angle", self.reflect(scene, "--angles", "3").stdout)

    def test_reflect_reports_why_there_are_no_angles(self):
        scene = self.write("panes.toml", REFLECT.split("[[variant]]")[0])
        self.assertIn("outside the sources' band", self.reflect(scene, "--frequency", "1").stdout)
        self.assertIn("a single pulsed point source", self.reflect(self.scene, "--set", "reflection.margin=64").stdout)

    def test_reflect_of_an_unstable_scene_reports_place_cause_and_remedy(self):
        pulse = ["--set", "source.0.waveform={kind='ricker',frequency=15e9}"]
        fault = ["--set", 'fault=[{side="left",kind="uncompensated-kappa"}]']
        wide = ["--set", "grid.cells=[300, 40]", "--set", "source.0.at=[0.25, 0.015]"]  # gives the instability time to grow
        said = self.reflect(self.scene, *pulse, *fault, *wide, "--json", "r.json", code=4).stderr
        self.assertRegex(said, r"unstable at step (\d+): the field .*; first at node \(\d+, \d+\) in step \d+: the fault")
        self.assertIn("Remedy: Remove the fault", said)
        self.assertFalse(os.path.exists("r.json"))

    def test_an_unstable_side_is_reported_even_in_a_small_domain(self):
        pulse = ["--set", "source.0.waveform={kind='ricker',frequency=15e9}", "--set", "probe=[]"]
        for cells, at in (([60, 40], [0.03, 0.02]), ([40, 40], [0.02, 0.02])):
            grid = ["--set", f"grid.cells={cells}", "--set", f"source.0.at={at}"]
            fault = ["--set", 'fault=[{side="left",kind="uncompensated-kappa"}]']
            said = self.reflect(self.scene, *pulse, *grid, *fault, "--json", "r.json", code=4).stderr
            self.assertRegex(said, r"unstable at step \d+: the field .*; first at node \(\d+, \d+\) in step \d+: the fault")
            self.assertIn("Remedy: Remove the fault", said)
            self.assertFalse(os.path.exists("r.json"))
            self.assertNotIn("warning", self.reflect(self.scene, *pulse, *grid, "--angles", "0").stderr)

    def test_a_run_with_an_initial_field_has_no_angles(self):
        scene = self.write("panes.toml", REFLECT.split("[[variant]]")[0])
        said = self.reflect(scene, "--set", "initial.value=10", "--angles", "0", "--json", "r.json").stdout
        self.assertIn("starts with a field", said)
        self.assertEqual({row["db"] for row in json.loads(read("r.json"))["variants"][0]["angles"]}, {None})

    def test_a_source_held_at_zero_by_a_boundary_changes_no_result(self):
        text = REFLECT.split("[[variant]]")[0]
        second = "[[source]]\nkind = 'point'\nat = [0, 30]\nwaveform = { kind = 'ricker', frequency = 10e9 }\n"
        one, two = self.write("one.toml", text), self.write("two.toml", text + second)
        for wall in ("mur1", "pec"):
            left = ["--set", "boundary.left=" + wall]
            self.reflect(one, *left, "--json", "alone.json")
            self.reflect(two, *left, "--json", "both.json")
            alone, both = (json.loads(read(f))["variants"][0]["db"] for f in ("alone.json", "both.json"))
            for side in alone:
                self.assertAlmostEqual(alone[side], both[side], delta=0.5)

    def test_a_result_does_not_replace_its_scene(self):
        before = read(self.scene)
        for option in ("--json", "--csv"):
            said = self.reflect(self.scene, option, self.scene, code=2).stderr
            self.assertIn("is the scene's file", said)
        self.assertEqual(read(self.scene), before)

    def test_interrupt_during_set_up_of_a_large_grid_ends_at_once(self):
        large = (["reflect", self.scene, "--refine", "150"], ["bench", "--scene", "lecture", "--cells", "8192"])
        for args, how in ((args, how) for args in large for how in (signal.SIGINT, signal.SIGHUP)):
            run = self.start_program(*args, "--backend", "cpu", "--json", "r.json")
            self.wait_until_it_catches_signals(run)
            before = children_seconds()
            run.send_signal(how)
            code, words = self.end_of(run)
            self.assertEqual(code, 130)
            self.assertIn("interrupted", words)
            self.assertLess(children_seconds() - before, 1)
            self.assertFalse(os.path.exists("r.json"))

    def processor_seconds(self, run):
        with open(f"/proc/{run.pid}/stat") as f:
            return sum(map(int, f.read().rsplit(")", 1)[1].split()[11:13])) / os.sysconf("SC_CLK_TCK")

    def test_termination_during_a_formula_ends_at_once(self):
        # The theory of this check takes minutes, and its evaluation cannot be interrupted.
        theory = "+".join(f"crystal_cavity_q(8.9, 0.2, 6, 0.3{k})" for k in range(100, 200))
        check = f'[[check]]\nname = "c"\nmeasured = \'peak("near")\'\ntheory = "{theory}"\nwithin = 0.5\nafter = "0.02ns"\n'
        scene = self.write("long.toml", SCENE + check)
        # The formula uses every core that it may use. With one core, its processor time is at most the time that passes.
        cores = os.sched_getaffinity(0)
        self.addCleanup(os.sched_setaffinity, 0, cores)
        os.sched_setaffinity(0, {min(cores)})
        for how in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            run = self.start_program("check", scene, "--backend", "cpu", "--threads", "1", "--json", "r.json")
            self.wait_until(lambda: self.processor_seconds(run) > 1, run)
            before = children_seconds() + self.processor_seconds(run)
            run.send_signal(how)
            code, words = self.end_of(run)
            self.assertEqual(code, 130)
            self.assertIn("interrupted", words)
            self.assertLess(children_seconds() - before, 1)
            self.assertEqual(sorted(os.listdir(".")), sorted([scene, self.scene]))

    def test_every_command_ends_with_130_when_terminated(self):
        probes = "".join(f'[[probe]]\nname = "p{k}"\nat = [0.01, 0.01]\n' for k in range(5000))
        large = self.write("large.toml", SCENE + probes)
        cards = "".join(f'[[answer]]\ncard = {k}\ntitle = "{100 * "t"}"\n' for k in range(1, 2000))
        answers = self.write("a.answers", 'ezscope_answers = 1\nlesson = "Waves"\nstudent = "Ada"\n' + cards)
        os.mkfifo("r.json")  # nobody reads this pipe or the standard output
        for args in (["info", large], ["lesson", "--collect", answers], ["schemes", "--json", "r.json"],
                     ["reflect", self.write("panes.toml", REFLECT), "--backend", "cpu", "--json", "r.json"]):
            with self.subTest(args=args):
                run = subprocess.Popen([PROGRAM, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment())
                self.addCleanup(run.stdout.close)
                self.addCleanup(run.stderr.close)
                self.addCleanup(run.kill)
                self.wait_until_it_catches_signals(run)
                time.sleep(1)
                run.send_signal(signal.SIGTERM)
                self.assertEqual(run.wait(timeout=60), 130)

    def test_reflect_rejects_wrong_arguments(self):
        scene = self.write("panes.toml", REFLECT)
        for angles in ("80:0:5", "0:90:5", "0:80", "0:80:0", "a", "-5:5:1"):
            self.reflect(scene, "--angles=" + angles, code=2)
        for frequency in ("-1", "0", "nan", "inf", "1e30", "200e9"):
            self.reflect(scene, "--frequency", frequency, code=2)
        self.assertIn("carries waves below", self.reflect(scene, "--frequency", "200e9", code=2).stderr)
        self.reflect("no-such.toml", code=3)
        self.reflect(scene, "--json", "nowhere/r.json", code=1)
        self.reflect(self.write("bad.toml", REFLECT.replace("mur1", "muur1")), code=3)

    def test_results_that_cannot_be_written_are_a_failure(self):
        for args in (["info", "lecture"], ["list"], ["--version"], ["--help"], ["render", "--help"],
                     ["schemes", "--json", "s.json"],
                     ["reflect", self.scene, "--set", "reflection.margin=16"]):
            for how in ("full", "closed"):
                with self.subTest(args=args, how=how), open("/dev/full", "w") as full:
                    closed = (lambda: os.close(1)) if how == "closed" else None
                    done = subprocess.run([PROGRAM, *args], stdout=full, stderr=subprocess.PIPE, text=True,
                                          env=environment(), preexec_fn=closed)
                    self.assertEqual(done.returncode, 1, done.stderr)
                    self.assertIn("standard output", done.stderr)
        json.loads(read("s.json"))  # with standard output closed, no text goes into this file instead

    def test_a_closed_error_output_changes_no_exit_code(self):
        for args, code in ((["no-such-scene"], 3), (["--nonsense"], 2), (["list"], 0)):
            done = subprocess.run([PROGRAM, *args], stdout=subprocess.PIPE, env=environment(),
                                  preexec_fn=lambda: os.close(2))
            self.assertEqual(done.returncode, code)

    def test_offscreen_window_writes_a_screenshot(self):
        self.run_program(self.scene, "--offscreen", "--frames", "3", "--steps-per-frame", "5", "--size", "640x400",
                         "--screenshot", "w.png")
        self.assertEqual(struct.unpack(">II", read("w.png")[16:24]), (640, 400))

    def test_too_little_address_space_for_drawing_is_reported(self):
        for kilobytes in (300000, 400000, 500000, 700000):  # with these limits OpenGL's libraries crash
            limit = lambda: resource.setrlimit(resource.RLIMIT_AS, 2 * (1024 * kilobytes,))
            if subprocess.run([PROGRAM, "list"], capture_output=True, preexec_fn=limit).returncode != 0:
                self.skipTest("the program alone needs more address space, as it does with a sanitizer")
            for args in ([self.scene, "--offscreen", "--frames", "3"],
                         ["render", self.scene, "--steps", "9", "--out", "e.png"]):
                self.assertIn("`ulimit -v` leaves", self.run_program(*args, "--backend", "cpu", code=1, preexec_fn=limit).stderr)

    def test_a_grid_that_does_not_fit_is_refused_at_once_by_every_command(self):
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, 2 * (4 << 30,))
        if subprocess.run([PROGRAM, "list"], capture_output=True, preexec_fn=limit).returncode != 0:
            self.skipTest("the program alone needs more address space, as it does with a sanitizer")
        scene = self.write("checked.toml", SCENE + '[[check]]\nname = "a"\nmeasured = \'amplitude("far", 15e9)\'\ntheory = "1"\nwithin = 0.1\n')
        large = ["--backend", "cpu", "--set", "grid.cells=[131072, 131072]"]
        for command in (["render", scene, "--steps", "1", "--out", "e.png"], ["reflect", scene], ["check", scene]):
            before = children_seconds()
            said = self.run_program(*command, *large, code=1, preexec_fn=limit).stderr
            self.assertRegex(said, r"not enough memory: a grid of 131072 × 131072 needs 2\d\d GB, but only [\d.]+ GB are free; the largest grid")
            self.assertLess(children_seconds() - before, 5, command)

    def test_a_reference_run_that_does_not_fit_is_refused_before_the_run(self):
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, 2 * (4 << 30,))
        if subprocess.run([PROGRAM, "list"], capture_output=True, preexec_fn=limit).returncode != 0:
            self.skipTest("the program alone needs more address space, as it does with a sanitizer")
        said = self.run_program("reflect", self.write("r.toml", REFLECT), "--backend", "cpu", "--set", "reflection.margin=60000",
                                code=1, preexec_fn=limit).stderr
        self.assertRegex(said, r"not enough memory: no reference run: its grid of \d+ × \d+ needs \d+ GB, but only [\d.]+ GB are free")

    def test_an_impossible_link_is_reported(self):
        done = self.run_program(self.scene, "--offscreen", "--frames", "1", "--backend", "cpu", "--link", "mapped", code=1)
        self.assertIn("--link", done.stderr)

    def test_papers_without_a_gpu_print_the_cpu_column(self):
        titles = {"takada": ["table 2", "table 3", "table 4", "table 5", "shared memory", "keeps the time"],
                  "minami": ["table 3", "each kernel alone", "whole steps"],
                  "golovashkin": ["table 3", "table 4"], "yanagitani": ["permittivity"],
                  "yamamoto": ["CPU and GPU", "a multiprocessor", "two dimensions", "three dimensions", "marching", "largest signal",
                               "threads of the CPU"]}
        for name, wanted in titles.items():
            with self.subTest(paper=name):
                before = children_seconds()
                said = self.run_program("bench", "--paper", name, "--quick", "--backend", "cpu", "--threads", "1",
                                        "--json", "p.json", "--csv", "p.csv").stdout
                self.assertLess(children_seconds() - before, 60)
                self.assertEqual(said.count("GPU figures skipped: --backend cpu."), len(wanted), said)
                report = json.loads(read("p.json"))
                self.assertIsNone(report["device"])
                self.assertEqual(report["cpu"]["threads"], 1)
                self.assertEqual("CPU engine ours, 1 thread, s" in said, name == "takada")
                self.assertEqual(len(report["tables"]), len(wanted))
                for table, words in zip(report["tables"], wanted):
                    self.assertIn(words, table["title"])
                    self.assertTrue(table["rows"])
                    self.assertIn("skipped", sum(table["rows"], []))
                    for row in table["rows"]:
                        self.assertEqual(len(row), len(table["columns"]), row)
                    self.assertIn("# " + table["title"] + "\n", read("p.csv").decode())
                self.assertEqual({row["backend"] for row in report["rows"]}, set() if name in ("minami", "yamamoto") else {"cpu"})
                for row in report["rows"]:
                    self.assertGreater(row["gcells_per_s"], 0)
                    self.assertIsNone(row["agrees"], "no table measures it")

    def test_slice_writes_a_plane_of_the_3d_gas(self):
        self.run_program("bench", "--paper", "yamamoto", "--quick", "--backend", "cpu", "--slice", "s.npy")
        file = read("s.npy")
        self.assertIn(b"(126, 120)", file)
        rho = struct.unpack(f"<{126 * 120}f", file[-4 * 126 * 120:])
        for row in range(126):
            self.assertEqual(rho[120 * row:120 * row + 120], rho[:120], "nothing varies across the tube")
        # The two ends of the tube, and the plateaus of Sod's problem next to the contact. The whole gas moves with velocity 0.1.
        for place, density, within in ((0, 1, 1e-6), (73, 0.4263, 0.03), (97, 0.2656, 0.03), (119, 0.125, 1e-6)):
            self.assertAlmostEqual(rho[place], density, delta=within)

    def test_table_3_has_the_34_printed_block_shapes(self):
        self.run_program("bench", "--paper", "takada", "--quick", "--backend", "cpu", "--json", "p.json")
        table = json.loads(read("p.json"))["tables"][1]
        shapes = [row[k] for row in table["rows"] for k in range(0, 12, 3) if row[k]]
        self.assertEqual(len(set(shapes)), 34)
        for threads, k in ((512, 0), (256, 3), (128, 6), (64, 9)):
            for row in table["rows"]:
                if row[k]:
                    x, y = row[k].split(" × ")
                    self.assertEqual(int(x) * int(y), threads)

    def test_schemes_are_listed(self):
        said = self.run_program("schemes", "--json", "s.json", "--csv", "s.csv").stdout
        table = json.loads(read("s.json"))["tables"][0]
        names = [row[0] for row in table["rows"]]
        self.assertEqual(names[0], "auto")
        for name in ("two-kernel", "streamed", "wavefront", "takada", "split", "packed-epsilon", "runtime", "cublas-vector", "cublas-matrix",
                     "marching-register", "decomposition"):
            self.assertIn(name, names)
            self.assertIn(f"| {name} |", said)
        for row in table["rows"]:
            self.assertEqual(len(row), len(table["columns"]))

    def test_bench_measures_the_difference_between_engines(self):
        said = self.run_program("bench", "--scene", "vacuum", "--cells", "64", "--backend", "cpu", "--json", "b.json").stdout
        self.assertIn("vacuum", said)
        for row in json.loads(read("b.json"))["rows"]:
            self.assertEqual(row["agrees"], 0)
            self.assertEqual((row["backend"], row["scheme"]), ("cpu", "wavefront"))

    def test_bench_also_measures_gas_and_heat(self):
        for scene, scheme in (("explosion", "muscl-hllc"), ("sod", "roe"), ("heat-spot", "diffusion")):
            self.run_program("bench", "--scene", scene, "--cells", "64", "--backend", "cpu", "--threads", "2", "--json", "b.json")
            for row in json.loads(read("b.json"))["rows"]:
                self.assertEqual((row["scheme"], row["agrees"], row["peer_gcells_per_s"]), (scheme, 0, None))
                self.assertGreater(row["gcells_per_s"], 0)

    def test_bench_plots_its_measurements(self):
        self.run_program("bench", "--scene", "vacuum", "--cells", "64,128", "--backend", "cpu", "--threads", "1",
                         "--plot", "b.svg")
        drawing = xml.etree.ElementTree.fromstring(read("b.svg"))
        tag = "{http://www.w3.org/2000/svg}"
        words = [text.text for text in drawing.iter(tag + "text")]
        for label in ("64²", "128²", "vacuum: CPU, 1 thread", "two plain sweeps, one core"):
            self.assertIn(label, words)
        self.assertEqual(len(list(drawing.iter(tag + "circle"))), 4)  # two sizes and two legend entries
        self.assertEqual(self.run_program("bench", "--paper", "takada", "--plot", "b.svg", code=2).stdout, "")

    def test_bench_reports_errors_before_it_measures(self):
        for args, code in ((["--json", "nowhere/b.json"], 1), (["--paper", "all", "--json", "nowhere/b.json"], 1),
                           (["--paper", "all", "--csv", "nowhere/b.csv"], 1), (["--scene", "no-such"], 3),
                           (["--plot", "nowhere/b.svg"], 1), (["--device", "7"], 1), (["--paper", "all", "--quick", "--device", "7"], 1)):
            with self.subTest(args=args):
                self.assertEqual(self.run_program("bench", *args, code=code).stdout, "")

    def test_bench_rejects_options_without_effect(self):
        for args in (["--paper", "takada", "--scene", "lecture"], ["--paper", "takada", "--cells", "64"],
                     ["--paper", "takada", "--live"], ["--paper", "takada", "--precision", "double"],
                     ["--schemes"], ["--quick"], ["--csv", "b.csv"], ["--paper", "takada", "--slice", "s.npy"],
                     ["--backend", "cpu", "--device", "0"]):
            with self.subTest(args=args):
                self.run_program("bench", *args, code=2)

    def test_options_before_a_command_are_rejected(self):
        for before, command, words in ((["--set", "grid.courant=0.5"], "info", "write --set after info"),
                                       (["--precision", "double"], "info", "write --precision after info"),
                                       (["lecture"], "info", "write lecture after info"),
                                       (["--frames", "3"], "info", "--frames cannot be used with info"),
                                       (["--version"], "info", "--version cannot be used with info")):
            with self.subTest(before=before):
                done = self.run_program(*before, command, self.scene, code=2)
                self.assertIn(words, done.stderr)
                self.assertEqual(done.stdout, "")
        self.run_program("lecture", "list", code=2)

    # A line current in vacuum, 20 cells per wavelength: its field at a distance of 27 mm. Another current gives another field.
    CHECK = SCENE.replace("[60, 40]", "[80, 60]") + """[[check]]
name = "open field"
measured = 'amplitude("far", f)'
theory = 'line_source_field(1, f, hypot(x("far") - 0.02, y("far") - 0.02))'
within = 0.02
[[check]]
name = "one"
measured = 'peak("far") > 0'
theory = '1'
within_abs = 0.5
after = "4T"
"""

    def test_check_compares_scenes_with_theory(self):
        scene = self.write("good.toml", self.CHECK)
        said = self.run_program("check", scene, "--json", "c.json").stdout
        self.assertEqual([line.split()[-1] for line in said.splitlines()], ["verdict", "holds", "holds"])
        rows = json.loads(read("c.json"))["checks"]
        self.assertEqual([r["name"] for r in rows], ["open field", "one"])
        self.assertEqual({r["scene"] for r in rows}, {"good.toml"})
        self.assertTrue(rows[0]["holds"] and abs(rows[0]["difference"]) < rows[0]["within"])
        self.assertEqual(rows[1]["within_abs"], 0.5)
        self.assertEqual(rows[0]["backend"], "CPU")
        # The checks hold on a finer grid and in double precision too.
        self.run_program("check", scene, "--refine", "1.5", "--precision", "double")

    def test_check_fails_if_the_physics_is_wrong(self):
        scene = self.write("good.toml", self.CHECK)
        said = self.run_program("check", scene, "--set", "source.0.amplitude=1.1", "--json", "-", code=5)
        rows = json.loads(said.stdout)["checks"]
        self.assertEqual([r["holds"] for r in rows], [False, True])
        self.assertAlmostEqual(rows[0]["difference"], 0.1, delta=0.022)  # the bound 0.02, for a value 1.1 times as large
        self.assertIn("fails", said.stderr)
        # An amplitude that never settles is not a measurement: here two frequencies beat.
        beat = self.CHECK + '[[source]]\nkind = "point"\nat = [0.03, 0.02]\nwaveform = { kind = "cw", frequency = 15.4e9 }\n'
        self.assertIn("does not settle", self.run_program("check", self.write("beat.toml", beat), code=5).stdout)

    def test_check_reads_monitors(self):
        # A current sheet in the middle radiates equally to the left and right. With PEC on the left no power flows there.
        scene = self.write("sheet.toml", """ezscope = 1
unit = "cell"
[grid]
cells = [81, 16]
cell = 0.001
[boundary]
bottom = "periodic"
top = "periodic"
[[source]]
kind = "line"
from = [40, 0]
to = [40, 15]
waveform = { kind = "hann", frequency = 15e9, cycles = 3 }
[[monitor]]
name = "left"
kind = "flux"
from = [30, 0]
to = [30, 15]
frequencies = [14e9, 15e9]
[[monitor]]
name = "right"
kind = "flux"
from = [50, 0]
to = [50, 15]
frequencies = [14e9, 15e9]
[[monitor]]
name = "on the way"
kind = "line"
from = [45, 8]
to = [60, 8]
frequencies = [15e9]
[[check]]
name = "to both sides"
measured = 'flux("right", f)/flux("left", f)'
theory = '-1'
within = 1e-4
after = "40T"
[[check]]
name = "no wave stands"
measured = 'line_max("on the way", f)/line_min("on the way", f)'
theory = '1'
within = 1e-3
[[check]]
name = "nor has a top"
measured = 'line_max_at("on the way", f) >= 0'
theory = '1'
within_abs = 1e-9
""")
        self.run_program("check", scene)
        self.run_program("check", scene, "--set", "boundary.left=pec", code=5)

    def test_check_reports_scenes_it_cannot_run(self):
        self.assertIn("no [[check]]", self.run_program("check", self.scene, code=2).stderr)
        wrong = self.write("wrong.toml", self.CHECK.replace("amplitude", "amplitdue"))
        said = self.run_program("check", wrong, code=3).stderr
        self.assertRegex(said, r'wrong.toml:\d+:12: check.0.measured names "amplitdue" at character 1.*did you mean "amplitude"')
        both = self.run_program("check", self.scene, wrong, "no-such-scene", code=2).stderr
        for one in ("no [[check]]", os.path.basename(wrong), "no-such-scene"):
            self.assertIn(one, both)

    def test_info_lists_the_functions_of_formulas(self):
        said = self.run_program("info", "--functions").stdout
        for words in ('amplitude("probe", f (Hz))', "line_source_field(", "eps_NAME", "db(x)"):
            self.assertIn(words, said)
        self.run_program("info", code=2)

    def test_an_unsuitable_scheme_is_rejected_with_a_reason(self):
        walls = ["--set", 'boundary={left="pec",right="pec",bottom="pec",top="pec"}']
        self.assertIn('scheme = "takada"', self.run_program("info", self.scene, *walls, "--scheme", "takada").stdout)
        self.assertIn("takada does not support cpml", self.run_program("info", self.scene, "--scheme", "takada", code=2).stderr)
        self.assertIn('"stream" is unknown; did you mean "streamed"?',
                      self.run_program("info", self.scene, "--scheme", "stream", code=2).stderr)
        self.assertEqual(self.run_program("info", "golovashkin-pulse").stdout,
                         self.run_program("info", "golovashkin-pulse", "--scheme", "auto").stdout)
        self.assertIn('scheme = "two-kernel"',
                      self.run_program("info", "golovashkin-pulse", "--scheme", "two-kernel").stdout)
        self.reflect(self.scene, "--scheme", "takada", code=2)

    def test_out_of_range_numbers_give_a_short_error(self):
        for args in (["info", self.scene, "--refine", "nan"], ["info", self.scene, "--refine", "1e5"],
                     ["info", self.scene, "--threads", "0"], ["--frames", "1.5"], ["reflect", "x", "--frequency", "-1"],
                     ["render", "x", "--out", "a.png", "--range", "nan"],
                     ["render", "x", "--out", "a.png", "--range", "-1"],
                     ["render", "x", "--out", "a.png", "--steps", "99999999999999999999"],
                     ["render", self.scene, "--out", "a.npy", "--until", "1e300s"],
                     ["render", self.scene, "--out", "a.npy", "--steps", "1", "--quantity", ""],
                     ["render", "", "--out", "a.npy", "--steps", "1"], [""]):
            with self.subTest(args=args):
                self.assertLess(len(self.run_program(*args, code=2).stderr), 160)

    def test_wrong_usage_exits_with_2(self):
        for args in (["--nonsense"], ["render"], ["render", self.scene], ["bench", "--cells", "no"],
                     ["render", self.scene, "--steps", "1"], ["render", self.scene, "--out", "e.npy"],
                     ["render", self.scene, "--steps", "1", "--until", "1ns", "--out", "e.npy"],
                     ["render", self.scene, "--steps", "-1", "--out", "e.npy"],
                     ["render", self.scene, "--until", "3", "--out", "e.npy"],
                     ["render", self.scene, "--until", "-3ns", "--out", "e.npy"],
                     ["render", self.scene, "--steps", "1", "--out", "e.jpg"],
                     ["render", self.scene, "--steps", "1", "--out", "e"],
                     ["render", self.scene, "--steps", "1", "--quantity", "nonsense", "--out", "e.npy"],
                     ["info", self.scene, "--refine", "0"], ["info", self.scene, "--set", "novalue"],
                     ["info", self.scene, "--precision", "half"], ["info", self.scene, "--backend", "gpu"],
                     ["--size", "0x0"], ["--size", "big"], ["--frames", "0"], ["--link", "fast"],
                     ["--screenshot", "w.jpg"], ["--web", "example.org"], ["--web", "https://example.org/?a=1"], ["bench", "--paper", "takadda"], ["bench", "--paper"],
                     ["schemes", "--cells", "64"]):
            with self.subTest(args=args):
                self.run_program(*args, code=2)

    def test_an_unknown_set_path_is_reported(self):
        self.assertIn("grid.currant", self.run_program("info", self.scene, "--set", "grid.currant=0.5", code=2).stderr)
        self.run_program("info", self.scene, "--set", "source.7.amplitude=1", code=2)

    def test_a_bad_set_value_exits_with_3(self):
        for value in ("2", "-1", '"fast"', "nan", "inf"):
            with self.subTest(value=value):
                self.run_program("info", self.scene, "--set", f"grid.courant={value}", code=3)

    def test_absurd_values_give_a_short_error(self):
        for value in ("[" + "a" * 50000, "a" * 50000 + "b c"):
            self.assertLess(len(self.run_program("info", self.scene, "--set", f"title={value}", code=3).stderr), 500)
        said = self.run_program("info", self.scene, "--set", "a" * 50000 + "..b=1", code=2).stderr
        self.assertLess(len(said), 500)
        for frequency in ("5e-324", "1e300"):
            said = self.run_program("info", self.scene, "--set", "source.0.waveform.frequency=" + frequency, code=3).stderr
            self.assertIn("give a frequency from 1e-30 to 1e30 Hz", said)

    def test_an_error_on_a_refined_grid_names_refine(self):
        said = self.run_program("info", self.scene, "--set", "source.0.waveform.frequency=1e9", "--refine", "0.3", code=3).stderr
        self.assertEqual(said.count("\n"), 1)
        self.assertIn("small.toml with --refine 0.3: grid.cells is [18, 12]", said)

    def test_set_names_the_entry_that_it_makes_invalid(self):
        self.assertIn("source.0 is a whole number; give a table",
                      self.run_program("info", self.scene, "--set", "source.0=3", code=3).stderr)

    def test_a_misspelt_scene_suggests_the_right_name(self):
        self.assertIn("double-slit", self.run_program("info", "double-slot", code=3).stderr)

    def test_a_syntax_error_reports_line_and_column(self):
        self.assertRegex(self.run_program("info", self.write("bad.toml", "ezscope = 1\n[grid\n"), code=3).stderr,
                         r"bad\.toml:\d+:\d+: .+")

    def test_all_semantic_errors_are_reported_at_once(self):
        bad = SCENE.replace("cell = 0.001", "cell = -1\ncourant = 3").replace('name = "far"', 'name = "near"')
        lines = self.run_program("info", self.write("bad.toml", bad), code=3).stderr.splitlines()
        self.assertGreaterEqual(len(lines), 3)
        for line in lines:
            self.assertRegex(line, r"bad\.toml:\d+:\d+: .+")

    def test_a_scenes_text_cannot_control_the_terminal(self):
        evil = r'"\u001b[2J\n\u009b1m\u202e"'
        scene = REFLECT.replace("ezscope = 1", f"ezscope = 1\ntitle = {evil}\ntext = {evil}")
        for args in (["info", self.write("evil.toml", scene)], ["reflect", self.write("e\x1b\n.toml", scene), "--json", "e.json"],
                     ["info", self.write("bad.toml", scene.replace('"mirror"', evil).replace('"pec"', evil) + f"{evil} = 1\n")],
                     ["info", "no\x1bsuch\x9bfile"], ["bench", "--scene", "no\x1bsuch"], ["no\x1bsuch"],
                     ["render", "evil.toml", "--steps", "1", "--out", "no\x1bsuch/e.npy"], ["list", "e\x1bvil"],
                     ["info", "evil.toml", "--set", "e\x1bvil=1"], ["info", "evil.toml", "--set", "title=\x1b"]):
            with self.subTest(args=args):
                done = subprocess.run([PROGRAM, *args], capture_output=True, env=environment(), timeout=300)
                said = (done.stdout + done.stderr).decode().replace("\n", "")
                self.assertTrue(said.isprintable(), ascii(said))
        first = self.run_program("info", "evil.toml").stdout
        self.assertEqual(self.run_program("info", self.write("again.toml", first)).stdout, first)

    def test_thousands_of_errors_are_counted(self):
        many = SCENE + "".join(f'[[probe]]\nname = "p{k}"\nat = [7, 7]\n' for k in range(5000))
        lines = self.run_program("info", self.write("bad.toml", many), code=3).stderr.splitlines()
        self.assertEqual(len(lines), 21)
        self.assertEqual(lines[-1], "… and 4980 more errors; fix the first ones and try again")
        self.assertRegex(lines[0], r"bad\.toml:\d+:\d+: probe\.2\.at")

    def test_a_misspelt_command_suggests_the_right_one(self):
        for word, code in (("rend", 3), ("refelct", 3), ("inof", 3), ("lst", 3)):
            meant = {"rend": "render", "refelct": "reflect", "inof": "info", "lst": "list"}[word]
            with self.subTest(word=word):
                self.assertIn(f'did you mean "{meant}"?', self.run_program(word, code=code).stderr)
                said = self.run_program(word, self.scene, "--steps", "3", "--out", "e.npy", code=2).stderr
                self.assertIn(f'"{word}" is neither a scene nor a command; did you mean "{meant}"?', said)
        self.assertIn("no built-in scene has this name", self.run_program("--", "info", code=3).stderr)
        said = self.run_program("qqqqqq", self.scene, code=2).stderr
        self.assertIn('"qqqqqq" is neither a scene nor a command; give one of render, reflect, info, bench, schemes, list', said)
        self.assertIn("vacuum", self.run_program(self.scene, "vacuum", code=2).stderr)

    def test_a_coarser_grid_keeps_its_sources(self):
        self.run_program("info", "double-slit", "--refine", "0.25")

    def test_results_go_to_standard_output_on_request(self):
        scene = self.write("reflect.toml", REFLECT)
        done = self.run_program("reflect", scene, "--json", "-")
        self.assertEqual(len(json.loads(done.stdout)["variants"]), 3)
        table = self.run_program("reflect", scene, "--csv", "r.csv").stdout
        self.assertTrue(done.stderr.endswith(table), done.stderr)  # the table comes after the progress lines
        self.assertEqual(self.run_program("reflect", scene, "--csv", "-").stdout, read("r.csv").decode())
        speed = self.run_program("bench", "--scene", "vacuum", "--cells", "64", "--threads", "1", "--json", "-")
        self.assertEqual(json.loads(speed.stdout)["rows"][0]["scene"], "vacuum")
        names = re.search(r"--backend +auto, (.*)", self.run_program("bench", "--help").stdout)[1].split(", ")
        self.assertLessEqual({row["backend"] for row in json.loads(speed.stdout)["rows"]}, set(names))
        self.assertIn("Gcell/s", speed.stderr)
        schemes = self.run_program("schemes", "--json", "-")
        self.assertIn("takada", schemes.stderr)
        json.loads(schemes.stdout)
        for args in (["reflect", scene], ["schemes"]):
            self.run_program(*args, "--json", "-", "--csv", "-", code=2)
        with open("/dev/full", "w") as full:
            done = subprocess.run([PROGRAM, "schemes", "--json", "-"], stdout=full, stderr=subprocess.PIPE,
                                  text=True, env=environment(), timeout=300)
        self.assertEqual(done.returncode, 1)
        self.assertIn("standard output", done.stderr)

    def test_missing_cuda_is_reported_once(self):
        words = self.run_program("--version").stdout
        self.assertLessEqual(words.count("CUDA not built in") + words.count("no CUDA device"), 1)
        said = self.run_program("bench", "--scene", "vacuum", "--cells", "64", "--threads", "1")
        self.assertLessEqual(said.stderr.count("\n"), 1)
        self.assertEqual(self.run_program("bench", "--scene", "vacuum", "--cells", "64", "--backend", "cpu").stderr, "")

    def test_an_empty_grid_is_rejected(self):
        self.run_program("info", self.scene, "--set", "grid.cells=[0, 0]", code=3)

    def test_an_interrupted_window_exits_with_130(self):
        for wait in (0, 1):  # while it starts, and while it runs
            run = self.start_program(self.scene, "--offscreen", "--frames", "100000000")
            self.wait_until_it_catches_signals(run)
            time.sleep(wait)
            run.send_signal(signal.SIGINT)
            self.assertEqual(self.end_of(run)[0], 130)

    def test_an_interrupted_window_names_the_files_that_it_did_not_write(self):
        run = self.start_program(self.scene, "--offscreen", "--frames", "100000000", "--steps-per-frame", "1", "--backend", "cpu",
                                 "--screenshot", "w.png", "--record", "s.ezlog")
        self.wait_until(lambda: os.path.exists("s.ezlog"), run)  # the first frame has begun
        run.send_signal(signal.SIGTERM)
        code, words = self.end_of(run)
        self.assertEqual(code, 130)
        self.assertIn("interrupted", words)
        self.assertIn("w.png was not written; s.ezlog has the frames so far", words)
        self.assertFalse(os.path.exists("w.png"))
        self.run_program("--replay", "s.ezlog", "--offscreen")

    def test_an_interrupted_replay_names_the_video_that_it_did_not_write(self):
        self.run_program(self.scene, "--offscreen", "--frames", "2000", "--backend", "cpu", "--steps-per-frame", "1", "--record", "s.ezlog")
        run = self.start_program("--replay", "s.ezlog", "--out", "f_%05d.png")
        self.wait_until(lambda: os.path.exists("f_00000.png"), run)
        run.send_signal(signal.SIGINT)
        code, words = self.end_of(run)
        self.assertEqual(code, 130)
        self.assertRegex(words, r"interrupted at frame \d+ of 2000; f_%05d.png was not written|interrupted during a frame; nothing was written")

    def test_many_steps_a_frame_do_not_delay_an_interrupt(self):
        # A frame takes minutes. Between its batches the program looks for signals.
        run = self.start_program("lecture", "--offscreen", "--frames", "10", "--steps-per-frame", "1000000", "--backend", "cpu", "--threads", "1")
        self.wait_until_it_catches_signals(run)
        self.wait_until(lambda: self.processor_seconds(run) > 2, run)
        before = children_seconds() + self.processor_seconds(run)
        run.send_signal(signal.SIGINT)
        code, words = self.end_of(run)
        self.assertEqual(code, 130)
        self.assertIn("interrupted before the last frame", words)
        self.assertLess(children_seconds() - before, 1)

    def test_options_that_have_no_effect_are_rejected(self):
        for args, words in ((["--offscreen"], "--offscreen needs --frames"),
                            (["lesson", "waves", "--offscreen"], "--offscreen needs --frames"),
                            (["--offscreen", "--frames", "2", "--screen", "DP"], "--screen needs a display, which --offscreen does not use; leave one of them out"),
                            (["lesson", "--collect", "a.answers", "--card", "2"], "--card cannot be combined with --collect; leave it out"),
                            (["lesson", "--collect", "a.answers", "--allow-read", "."], "--allow-read cannot be combined with --collect"),
                            (["info", self.scene, "--allow-read", "nowhere"], "'nowhere' is missing; give a folder that exists"),
                            (["info", self.scene, "--functions"], "leave SCENE out")):
            with self.subTest(args=args):
                self.assertIn(words, self.run_program(*args, code=2).stderr)

    def test_an_unknown_choice_names_the_nearest_one(self):
        out = ["render", self.scene, "--steps", "1", "--out", "e.npy"]
        for args, words in ((["--theme", "lihgt"], '--theme: "lihgt" is unknown; did you mean "light"?'),
                            (["--theme", "pink"], '--theme: "pink" is unknown; give one of dark, light;'),
                            (["--link", "mappd"], '--link: "mappd" is unknown; did you mean "mapped"?'),
                            ([*out, "--precision", "dubble"], '--precision: "dubble" is unknown; did you mean "double"?'),
                            ([*out, "--backend", "cpx"], 'is unknown; did you mean "cpu"?'),
                            ([*out, "--quantity", "energi"], '--quantity: "energi" is unknown; did you mean "energy"?'),
                            ([*out, "--quantity", "qqqqqq"], '--quantity: "qqqqqq" is unknown; give one of ez, hx, hy'),
                            (["bench", "--paper", "takda"], '--paper: "takda" is unknown; did you mean "takada"?')):
            with self.subTest(args=args):
                self.assertIn(words, self.run_program(*args, code=2).stderr)


if __name__ == "__main__":
    main()
