#!/usr/bin/env python3
"""The command line as scripts see it: exit codes, files out, errors. Usage: cli_test.py EZSCOPE [test names]"""
import json
import os
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = ""
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
    """Neither display nor settings of whoever runs this."""
    env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    env["XDG_CONFIG_HOME"] = env["XDG_STATE_HOME"] = os.getcwd()
    return env


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
    size = {"<f4": 4, "<f8": 8}[header["descr"]]
    rows, columns = header["shape"]
    assert len(data) == 10 + length + size * rows * columns, "as many bytes as the header says"
    values = struct.unpack(f"<{rows * columns}{'f' if size == 4 else 'd'}", data[10 + length:])
    return header["descr"], [values[j * columns:(j + 1) * columns] for j in range(rows)]


def read_csv(path):
    lines = read(path).decode().splitlines()
    return lines[0].split(","), [line.split(",") for line in lines[1:]]


class CommandLine(unittest.TestCase):
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
            self.assertNotEqual(done.stderr, "", "a failure says why")
        return done

    def render(self, *args, code=0, **kwargs):
        return self.run_program("render", self.scene, *args, code=code, **kwargs)

    def reflect(self, *args, code=0, **kwargs):
        return self.run_program("reflect", *args, "--backend", "cpu", code=code, **kwargs)

    # ---- results
    def test_every_command_has_help(self):
        for command in ([], ["render"], ["info"], ["list"], ["bench"], ["reflect"]):
            self.assertIn("--help", self.run_program(*command, "--help").stdout)

    def test_version_names_compiler_cuda_and_driver(self):
        words = self.run_program("--version").stdout
        for word in ("ezscope ", "revision", "compiler", "CUDA", "driver"):
            self.assertIn(word, words)

    def test_list_is_name_tab_title(self):
        lines = self.run_program("list").stdout.splitlines()
        self.assertEqual(lines[0].split("\t")[0], "double-slit")
        for line in lines:
            name, title = line.split("\t")
            self.assertTrue(name and title)
            self.run_program("info", name)

    def test_info_is_a_scene_equal_to_itself(self):
        first = self.run_program("info", self.scene).stdout
        self.assertTrue(first.startswith("#"))
        for word in ("courant = 0.99", 'precision = "float"', "kappa = 2.0", "alpha = 0.02", "hard = false"):
            self.assertIn(word, first)
        self.assertEqual(self.run_program("info", self.write("again.toml", first)).stdout, first)

    def test_npy_csv_and_clock_agree(self):
        for precision, descr, digits in (("float", "<f4", 9), ("double", "<f8", 17)):
            self.render("--precision", precision, "--steps", "70", "--out", "e.npy", "--out", "p.csv")
            kind, ez = read_npy("e.npy")
            self.assertEqual((kind, len(ez), len(ez[0])), (descr, 40, 60))
            header, rows = read_csv("p.csv")
            self.assertEqual(header, ["t_s", "near", "far"])
            self.assertEqual(len(rows), 70)
            # The last row is the field that the .npy holds, at the probes' nodes (row 0 at y = 0).
            self.assertEqual(rows[-1][1], f"{ez[20][25]:.{digits}g}")
            self.assertEqual(rows[-1][2], f"{ez[30][45]:.{digits}g}")
            self.assertNotEqual(ez[20][25], 0)
            dt = 0.99 / (299792458.0 * (2 / 0.001**2)**0.5)
            for n, row in enumerate(rows, 1):
                self.assertAlmostEqual(float(row[0]) / (n * dt), 1, delta=1e-8)

    def test_reflect_measures_every_variant_without_being_asked_by_the_scene(self):
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
            self.assertEqual(set(variant), {"name", "db", "angles"})
            self.assertEqual(list(variant["db"]), ["left", "right", "bottom", "top"])
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

    def test_reflect_says_nothing_where_there_is_nothing_to_say(self):
        scene = self.write("panes.toml", REFLECT.split("[[variant]]")[0])
        self.reflect(scene, "--set", 'reflection.sides=["left"]', "--set", "source.0.on=false", "--json", "r.json")
        report = json.loads(read("r.json"))
        self.assertIsNone(report["valid_until_s"])
        self.assertEqual(report["variants"][0]["name"], "")
        self.assertEqual(set(report["variants"][0]["db"].values()), {None})
        self.assertEqual({row["db"] for row in report["variants"][0]["angles"]}, {None})

    def test_reflect_is_used_rightly(self):
        scene = self.write("panes.toml", REFLECT)
        for angles in ("80:0:5", "0:90:5", "0:80", "0:80:0", "a", "-5:5:1"):
            self.reflect(scene, "--angles=" + angles, code=2)
        self.reflect(scene, "--frequency", "-1", code=2)
        self.reflect("no-such.toml", code=3)
        self.reflect(scene, "--json", "nowhere/r.json", code=1)
        self.reflect(self.write("bad.toml", REFLECT.replace("mur1", "muur1")), code=3)

    def test_until_is_the_least_number_of_steps(self):
        dt = 0.99 / (299792458.0 * (2 / 0.001**2)**0.5)
        for until, seconds in (("100ps", 100e-12), ("0.2ns", 0.2e-9), ("200000fs", 200e-12), ("2T", 2 / 15e9)):
            self.render("--until", until, "--out", "p.csv")
            steps = len(read_csv("p.csv")[1])
            self.assertGreaterEqual(steps * dt, seconds * (1 - 1e-9))
            self.assertLess((steps - 1) * dt, seconds)

    def test_until_does_not_add_a_step_for_rounding(self):
        # Twenty steps to a period: 40 periods are exactly 800 steps.
        dt = 0.99 / (299792458.0 * (2 / 0.001**2)**0.5)
        self.render("--set", f"source.0.waveform.frequency={1 / (20 * dt)!r}", "--until", "40T", "--out", "p.csv")
        self.assertEqual(len(read_csv("p.csv")[1]), 800)

    def test_quantities(self):
        fields = {}
        for quantity in ("ez", "hx", "hy", "abs_h", "energy", "poynting", "material"):
            self.render("--steps", "60", "--quantity", quantity, "--out", "q.npy")
            fields[quantity] = read_npy("q.npy")[1]
        h2 = (0.5 * (fields["hx"][20][25] + fields["hx"][19][25]))**2 + (0.5 * (fields["hy"][20][25] + fields["hy"][20][24]))**2
        e, mu0 = fields["ez"][20][25], 4e-7 * 3.141592653589793
        eps0 = 1 / (mu0 * 299792458.0**2)
        self.assertAlmostEqual(fields["abs_h"][20][25] / h2**0.5, 1, delta=1e-5)
        self.assertAlmostEqual(fields["energy"][20][25] / (0.5 * eps0 * e * e + 0.5 * mu0 * h2), 1, delta=1e-5)
        self.assertAlmostEqual(fields["poynting"][20][25] / (abs(e) * h2**0.5), 1, delta=1e-5)
        self.assertEqual(fields["material"][20][25], 0)

    def test_refine_and_set(self):
        self.render("--refine", "1.5", "--set", 'boundary.left="pec"', "--steps", "3", "--out", "e.npy")
        self.assertEqual([len(read_npy("e.npy")[1]), len(read_npy("e.npy")[1][0])], [60, 90])
        self.assertIn('left = "pec"', self.run_program("info", self.scene, "--set", "boundary.left=pec").stdout)
        self.render("--set", "source.0.amplitude=0", "--steps", "30", "--out", "e.npy")
        self.assertEqual(max(max(row) for row in read_npy("e.npy")[1]), 0)

    def test_results_do_not_depend_on_threads(self):
        self.render("--backend", "cpu", "--threads", "1", "--steps", "90", "--out", "a.npy")
        self.render("--backend", "cpu", "--threads", "2", "--steps", "90", "--out", "b.npy")
        self.assertEqual(read("a.npy"), read("b.npy"))

    def test_png_without_a_display(self):
        self.render("--steps", "60", "--size", "320x200", "--out", "p.png")
        data = read("p.png")
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(struct.unpack(">II", data[16:24]), (320, 200))

    def test_offscreen_window(self):
        self.run_program(self.scene, "--offscreen", "--frames", "3", "--steps-per-frame", "5", "--size", "640x400",
                         "--screenshot", "w.png")
        self.assertEqual(struct.unpack(">II", read("w.png")[16:24]), (640, 400))

    # ---- exit code 1
    def test_a_device_that_is_not_there(self):
        self.assertIn("CUDA", self.render("--device", "7", "--steps", "1", "--out", "e.npy", code=1).stderr)
        self.assertFalse(os.path.exists("e.npy"))

    def test_a_link_that_is_impossible(self):
        done = self.run_program(self.scene, "--offscreen", "--frames", "1", "--backend", "cpu", "--link", "mapped", code=1)
        self.assertIn("--link", done.stderr)

    def test_no_folder_is_found_out_before_the_run(self):
        done = self.render("--steps", "1000000000", "--out", "nowhere/e.npy", code=1)
        self.assertIn("nowhere", done.stderr)
        self.run_program(self.scene, "--offscreen", "--frames", "1", "--screenshot", "nowhere/w.png", code=1)

    def test_full_disk_leaves_the_old_file(self):
        for suffix in ("npy", "csv", "png"):
            old = self.write(f"e.{suffix}", "what was there")
            limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600))
            self.render("--steps", "100", "--size", "320x200", "--out", old, code=1, preexec_fn=limit)
            self.assertEqual(read(old), b"what was there")
            self.assertEqual(sorted(f for f in os.listdir(".") if f.startswith("e.")), [old], "nothing half written")
            os.remove(old)

    def test_too_large_a_grid_says_what_fits(self):
        done = self.render("--set", "grid.cells=[100000, 100000]", "--steps", "1", "--out", "e.npy", code=1)
        self.assertIn("largest", done.stderr)

    # ---- the papers' tables
    def test_papers_without_a_gpu_print_the_cpu_column(self):
        titles = {"takada": ["table 2", "table 3", "table 4", "table 5", "shared memory"], "minami": ["table 3"],
                  "golovashkin": ["table 3", "table 4"], "yanagitani": ["permittivity"]}
        for name, wanted in titles.items():
            with self.subTest(paper=name):
                start = time.monotonic()
                said = self.run_program("bench", "--paper", name, "--quick", "--backend", "cpu", "--json", "p.json",
                                        "--csv", "p.csv").stdout
                self.assertLess(time.monotonic() - start, 60)
                self.assertEqual(said.count("GPU figures skipped: --backend cpu."), len(wanted), said)
                report = json.loads(read("p.json"))
                self.assertIsNone(report["device"])
                self.assertEqual(len(report["tables"]), len(wanted))
                for table, words in zip(report["tables"], wanted):
                    self.assertIn(words, table["title"])
                    self.assertTrue(table["rows"])
                    self.assertIn("skipped", sum(table["rows"], []))
                    for row in table["rows"]:
                        self.assertEqual(len(row), len(table["columns"]), row)
                    self.assertIn("# " + table["title"] + "\n", read("p.csv").decode())
                self.assertEqual({row["backend"] for row in report["rows"]}, set() if name == "minami" else {"CPU"})
                for row in report["rows"]:
                    self.assertGreater(row["gcells_per_s"], 0)

    def test_table_three_has_the_34_shapes_that_are_printed(self):
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
        said = self.run_program("bench", "--schemes", "--json", "s.json", "--csv", "s.csv").stdout
        table = json.loads(read("s.json"))["tables"][0]
        names = [row[0] for row in table["rows"]]
        self.assertEqual(names[0], "readable")
        for name in ("takada", "split", "packed-epsilon", "runtime", "cublas-vector", "cublas-matrix",
                     "marching-register", "decomposition"):
            self.assertIn(name, names)
            self.assertIn(f"| {name} |", said)
        for row in table["rows"]:
            self.assertEqual(len(row), len(table["columns"]))

    # ---- exit code 2
    def test_wrong_usage(self):
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
                     ["--size", "0x0"], ["--size", "big"], ["--size", "639x400"], ["--frames", "0"], ["--link", "fast"],
                     ["--screenshot", "w.jpg"], ["bench", "--paper", "takadda"], ["bench", "--paper"],
                     ["bench", "--paper", "all", "--schemes"]):
            with self.subTest(args=args):
                self.run_program(*args, code=2)

    def test_unknown_set_path(self):
        self.assertIn("grid.currant", self.run_program("info", self.scene, "--set", "grid.currant=0.5", code=2).stderr)
        self.run_program("info", self.scene, "--set", "source.7.amplitude=1", code=2)

    def test_periods_without_a_frequency(self):
        scene = SCENE.replace('{ kind = "cw", frequency = 15e9 }', '{ kind = "gaussian", width = 1e-11 }')
        self.run_program("render", self.write("pulse.toml", scene), "--until", "2T", "--out", "e.npy", code=2)

    # ---- exit code 3
    def test_bad_set_value(self):
        for value in ("2", "-1", '"fast"', "nan", "inf"):
            with self.subTest(value=value):
                self.run_program("info", self.scene, "--set", f"grid.courant={value}", code=3)

    def test_missing_scene_names_the_probable_one(self):
        self.assertIn("double-slit", self.run_program("info", "double-slot", code=3).stderr)

    def test_syntax_error_has_its_place(self):
        self.assertRegex(self.run_program("info", self.write("bad.toml", "ezscope = 1\n[grid\n"), code=3).stderr,
                         r"bad\.toml:\d+:\d+: .+")

    def test_all_semantic_errors_at_once(self):
        bad = SCENE.replace("cell = 0.001", "cell = -1\ncourant = 3").replace('name = "far"', 'name = "near"')
        lines = self.run_program("info", self.write("bad.toml", bad), code=3).stderr.splitlines()
        self.assertGreaterEqual(len(lines), 3)
        for line in lines:
            self.assertRegex(line, r"bad\.toml:\d+:\d+: .+")

    def test_grid_of_nothing(self):
        self.run_program("info", self.scene, "--set", "grid.cells=[0, 0]", code=3)

    # ---- exit code 4
    def test_unstable_run_keeps_the_last_good_field(self):
        done = self.render("--set", "source.0.amplitude=1e36", "--steps", "5000", "--out", "e.npy", code=4)
        self.assertIn("amplitude", done.stderr)
        self.assertFalse(os.path.exists("e.npy"))
        kind, ez = read_npy("e.unstable.npy")
        self.assertEqual((kind, len(ez), len(ez[0])), ("<f4", 40, 60))
        self.assertTrue(all(abs(v) < float("inf") for row in ez for v in row))

    # ---- exit code 130
    def test_interrupted_run_writes_nothing(self):
        run = subprocess.Popen([PROGRAM, "render", "lecture", "--steps", "100000000", "--out", "e.npy", "--out", "p.csv"],
                               stderr=subprocess.PIPE, text=True, env=environment())
        time.sleep(2)
        run.send_signal(signal.SIGINT)
        words = run.communicate(timeout=60)[1]
        self.assertEqual(run.returncode, 130)
        self.assertIn("interrupted", words)
        self.assertEqual(os.listdir("."), [self.scene])

    # ---- killed
    def test_killed_while_saving_leaves_a_whole_file(self):
        args = ["render", self.scene, "--refine", "20", "--steps", "1", "--out", "e.npy"]
        self.run_program(*args)
        whole = read("e.npy")
        for k in range(12):
            run = subprocess.Popen([PROGRAM, *args], stderr=subprocess.DEVNULL, env=environment())
            time.sleep(0.02 + 0.02 * k)
            run.kill()
            run.wait()
            self.assertEqual(read("e.npy"), whole)

    def test_interrupted_window(self):
        run = subprocess.Popen([PROGRAM, self.scene, "--offscreen"], stderr=subprocess.PIPE, env=environment())
        time.sleep(3)
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=60)
        self.assertEqual(run.returncode, 130)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
