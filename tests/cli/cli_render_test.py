#!/usr/bin/env python3
"""Tests of ezscope render: its result files, messages and exit codes. Usage: cli_render_test.py EZSCOPE [test names]"""
import cmath
import csv
import filecmp
import glob
import hashlib
import json
import os
import re
import resource
import select
import signal
import struct
import time

from cli_helpers import SCENE, ProgramTest, children_seconds, main, read, read_csv, read_npy


TUBE = """ezscope = 1
physics = "gas"
unit = "m"
[grid]
cells = [60, 20]
cell = 0.0166666666
background = "driven"
[[state]]
name = "driver"
[[state]]
name = "driven"
density = 0.125
pressure = 0.1
[[shape]]
kind = "rect"
state = "driver"
min = [0, 0]
max = [0.5, 1]
[[probe]]
name = "rho"
at = [0.7, 0.1]
[[probe]]
name = "p"
at = [0.7, 0.1]
quantity = "pressure"
"""


class GasRender(ProgramTest):
    """Renders a gas with the same command: variable time steps, the gas's quantities, and runs that fail."""

    def gas(self, *arguments, text=TUBE, code=0):
        with open("tube.toml", "w", encoding="utf-8") as f:
            f.write(text)
        return self.run_program("render", "tube.toml", "--backend", "cpu", *arguments, code=code)

    def test_a_backend_without_gas_is_rejected(self):
        said = self.run_program("render", self.write("t.toml", TUBE), "--backend", "scalar", "--steps", "1", "--out", "e.npy", code=1)
        self.assertEqual(said.stderr, "ezscope: the scalar backend computes neither gas nor heat; --backend cpu works on every machine\n")

    def test_until_is_reached_exactly_and_rows_have_their_times(self):
        self.gas("--until", "0.1s", "--out", "p.csv", "--out", "rho.npy", "--out", "rho.png", "--size", "320x200")
        header, rows = read_csv("p.csv")
        self.assertEqual(header, ["t_s", "rho", "p"])
        times = [float(row[0]) for row in rows]
        self.assertEqual(times[-1], 0.1)
        steps = [b - a for a, b in zip(times, times[1:-1])]
        self.assertTrue(all(s > 0 for s in steps))
        self.assertGreater(max(steps), 1.1 * min(steps))  # the largest signal speed sets the time step
        _, rho = read_npy("rho.npy")
        self.assertEqual((len(rho), len(rho[0])), (20, 60))
        self.assertEqual(rows[-1][1], f"{rho[6][42]:.9g}")
        self.gas("--until", "0.1s", "--quantity", "pressure", "--out", "p.npy")
        self.assertEqual(rows[-1][2], f"{read_npy('p.npy')[1][6][42]:.9g}")

    def test_options_that_do_not_apply_are_rejected_with_a_reason(self):
        for arguments, code, words in (
            (("--until", "40T", "--out", "a.npy"), 2, "gas and heat have none"),
            (("--steps", "5", "--quantity", "ez", "--out", "a.npy"), 2, "give one of density, pressure, speed, u, v, mach, energy"),
            (("--steps", "5", "--scheme", "two-kernel", "--out", "a.npy"), 2, "two-kernel solves Maxwell's equations"),
            (("--steps", "5", "--set", "boundary.left=cpml", "--out", "a.npy"), 3, "give one of periodic, wall, outflow"),
        ):
            self.assertIn(words, self.gas(*arguments, code=code).stderr)
        self.assertIn("this scene is one of gas", self.run_program("reflect", "tube.toml", code=2).stderr)

    def test_a_failed_step_reports_its_place_and_a_remedy(self):
        broken = self.gas("--steps", "500", "--out", "rho.npy", "--set", "gas.dt=0.02", code=4)
        self.assertRegex(broken.stderr, r"in cell \(\d+, \d+\) in step \d+")
        self.assertIn("Remedy: remove gas.dt", broken.stderr)
        _, last = read_npy("rho.unstable.npy")
        self.assertGreater(min(min(row) for row in last), 0)

    def test_a_domain_of_only_walls_is_rejected_with_a_remedy(self):
        walls = """ezscope = 1
physics = "gas"
[grid]
cells = [16, 16]
cell = 1.0
[[state]]
name = "air"
density = 1.0
pressure = 1.0
[[shape]]
kind = "rect"
wall = true
min = [0, 0]
max = [16, 16]
"""
        for end in ("--steps", "3"), ("--until", "1s"):
            self.assertIn("remove walls", self.gas(*end, "--out", "rho.npy", text=walls, code=3).stderr)


class Render(ProgramTest):
    def test_npy_csv_and_clock_agree(self):
        for precision, descr, digits in (("float", "<f4", 9), ("double", "<f8", 17)):
            self.render("--precision", precision, "--steps", "70", "--out", "e.npy", "--out", "p.csv")
            kind, ez = read_npy("e.npy")
            self.assertEqual((kind, len(ez), len(ez[0])), (descr, 40, 60))
            header, rows = read_csv("p.csv")
            self.assertEqual(header, ["t_s", "near", "far"])
            self.assertEqual(len(rows), 70)
            # The last row has the field of the .npy at the probes' nodes (row 0 is y = 0).
            self.assertEqual(rows[-1][1], f"{ez[20][25]:.{digits}g}")
            self.assertEqual(rows[-1][2], f"{ez[30][45]:.{digits}g}")
            self.assertNotEqual(ez[20][25], 0)
            dt = 0.99 / (299792458.0 * (2 / 0.001**2)**0.5)
            for n, row in enumerate(rows, 1):
                self.assertAlmostEqual(float(row[0]) / (n * dt), 1, delta=1e-8)

    def test_until_takes_the_least_sufficient_number_of_steps(self):
        dt = 0.99 / (299792458.0 * (2 / 0.001**2)**0.5)
        for until, seconds in (("100ps", 100e-12), ("0.2ns", 0.2e-9), ("0ns", 0), ("200000fs", 200e-12), ("2T", 2 / 15e9)):
            self.render("--until", until, "--out", "p.csv")
            steps = len(read_csv("p.csv")[1])
            self.assertGreaterEqual(steps * dt, seconds * (1 - 1e-9))
            self.assertLess((steps - 1) * dt, seconds)

    def test_until_does_not_add_a_step_for_rounding(self):
        # With twenty steps per period, 40 periods are exactly 800 steps.
        dt = 0.99 / (299792458.0 * (2 / 0.001**2)**0.5)
        self.render("--set", f"source.0.waveform.frequency={1 / (20 * dt)!r}", "--until", "40T", "--out", "p.csv")
        self.assertEqual(len(read_csv("p.csv")[1]), 800)

    def test_quantities_are_computed_from_the_fields(self):
        fields = {}
        for quantity in ("ez", "hx", "hy", "abs_h", "energy", "poynting", "material", "abs_e"):
            self.render("--steps", "60", "--quantity", quantity, "--out", "q.npy")
            fields[quantity] = read_npy("q.npy")[1]
        h2 = (0.5 * (fields["hx"][20][25] + fields["hx"][19][25]))**2 + (0.5 * (fields["hy"][20][25] + fields["hy"][20][24]))**2
        e, mu0 = fields["ez"][20][25], 4e-7 * 3.141592653589793
        eps0 = 1 / (mu0 * 299792458.0**2)
        self.assertAlmostEqual(fields["abs_h"][20][25] / h2**0.5, 1, delta=1e-5)
        self.assertAlmostEqual(fields["energy"][20][25] / (0.5 * eps0 * e * e + 0.5 * mu0 * h2), 1, delta=1e-5)
        self.assertAlmostEqual(fields["poynting"][20][25] / (abs(e) * h2**0.5), 1, delta=1e-5)
        self.assertEqual(fields["material"][20][25], 0)
        self.assertEqual(fields["abs_e"][20][25], abs(e))

    def test_a_map_is_the_phasor_of_every_node(self):
        path = self.write("map.toml", SCENE + '[[monitor]]\nname = "there"\nkind = "map"\nfrequency = 15e9\n')
        for precision, descr in (("float", "<c8"), ("double", "<c16")):
            self.run_program("render", path, "--precision", precision, "--until", "60T", "--quantity", "map:there",
                             "--out", "m.npy", "--out", "p.csv")
            kind, phasor = read_npy("m.npy")
            self.assertEqual((kind, len(phasor), len(phasor[0])), (descr, 40, 60))
            # The ratio of the two nodes' phasors is that of the probes over the last twenty periods, up to the sign of the phase.
            rows = [[float(x) for x in row] for row in read_csv("p.csv")[1]]
            rows = [row for row in rows if row[0] > rows[-1][0] - 20 / 15e9]
            turn = [cmath.exp(2j * cmath.pi * 15e9 * row[0]) for row in rows]
            near, far = (sum(row[k] * w for row, w in zip(rows, turn)) for k in (1, 2))
            ratio = phasor[30][45] / phasor[20][25]
            wanted = far / near
            self.assertAlmostEqual(abs(ratio) / abs(wanted), 1, delta=0.03)
            self.assertLess(min(abs(cmath.phase(ratio / wanted)), abs(cmath.phase(ratio / wanted.conjugate()))), 0.05)
        wrong = self.run_program("render", path, "--steps", "5", "--quantity", "map:here", "--out", "m.npy", code=2)
        self.assertIn("there", wrong.stderr)

    def test_refine_and_set_change_the_scene(self):
        self.render("--refine", "1.5", "--set", 'boundary.left="pec"', "--steps", "3", "--out", "e.npy")
        self.assertEqual([len(read_npy("e.npy")[1]), len(read_npy("e.npy")[1][0])], [60, 90])
        self.assertIn('left = "pec"', self.run_program("info", self.scene, "--set", "boundary.left=pec").stdout)
        self.render("--set", "source.0.amplitude=0", "--steps", "30", "--out", "e.npy")
        self.assertEqual(max(max(row) for row in read_npy("e.npy")[1]), 0)

    def test_instruction_sets_with_fused_multiply_add_give_the_same_bits(self):
        said = self.run_program("render", self.scene, "--isa", "sse9", "--steps", "60", "--out", "x.npy", code=2)
        have = [name for name in ("baseline", "avx2", "avx512") if name in said.stderr]
        self.assertIn("baseline", have)
        for name in have:
            self.render("--backend", "cpu", "--isa", name, "--steps", "60", "--out", f"{name}.npy")
        if len(have) == 3:
            self.assertTrue(filecmp.cmp("avx2.npy", "avx512.npy", shallow=False))
        if len(have) > 1:  # the baseline of x86-64 rounds twice where the others round once
            self.assertFalse(filecmp.cmp("baseline.npy", "avx2.npy", shallow=False))

    def test_results_do_not_depend_on_threads(self):
        self.render("--backend", "cpu", "--threads", "1", "--steps", "90", "--out", "a.npy")
        self.render("--backend", "cpu", "--threads", "2", "--steps", "90", "--out", "b.npy")
        self.assertTrue(filecmp.cmp("a.npy", "b.npy", shallow=False))

    def test_the_scalar_backend_gives_the_same_bits(self):
        for precision in ("float", "double"):
            for backend in ("cpu", "scalar"):
                self.render("--backend", backend, "--precision", precision, "--steps", "60", "--out", f"{backend}.npy")
            self.assertTrue(filecmp.cmp("cpu.npy", "scalar.npy", shallow=False), precision)

    def test_png_needs_no_display(self):
        self.render("--steps", "60", "--size", "320x200", "--out", "p.png")
        data = read("p.png")
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(struct.unpack(">II", data[16:24]), (320, 200))

    def test_a_missing_device_is_reported(self):
        for asked in (["--device", "77"], ["--backend", "cuda", "--device", "77"]):
            said = self.render(*asked, "--steps", "1", "--out", "e.npy", code=1).stderr
            self.assertIn("CUDA", said)
            self.assertRegex(said, "; --backend cpu works on every machine$|; omit --device to use the first$")
        self.assertFalse(os.path.exists("e.npy"))

    def test_a_missing_folder_is_reported_before_the_run(self):
        done = self.render("--steps", "1000000000", "--out", "nowhere/e.npy", code=1)
        self.assertIn("nowhere", done.stderr)
        self.run_program(self.scene, "--offscreen", "--frames", "1", "--screenshot", "nowhere/w.png", code=1)

    def test_a_full_disk_leaves_the_old_file(self):
        for suffix in ("npy", "csv", "png"):
            old = self.write(f"e.{suffix}", "what was there")
            limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600))
            self.render("--steps", "100", "--size", "320x200", "--out", old, code=1, preexec_fn=limit)
            self.assertEqual(read(old), b"what was there")
            self.assertEqual(sorted(f for f in os.listdir(".") if f.startswith("e.")), [old], "no half-written file")
            os.remove(old)

    def test_too_large_a_grid_reports_the_largest_that_fits(self):
        done = self.render("--set", "grid.cells=[100000, 100000]", "--steps", "1", "--out", "e.npy", code=1)
        self.assertIn("largest", done.stderr)

    def test_periods_are_those_of_the_first_source(self):
        second = '[[source]]\nkind = "point"\nat = [0.03, 0.02]\nwaveform = { kind = "cw", frequency = 1e9 }\n'
        self.run_program("render", self.write("two.toml", SCENE + second), "--until", "2T", "--out", "p.csv")
        steps = len(read_csv("p.csv")[1])
        self.render("--until", "2T", "--out", "p.csv")
        self.assertEqual(len(read_csv("p.csv")[1]), steps)
        scene = SCENE.replace('{ kind = "cw", frequency = 15e9 }', '{ kind = "gaussian", width = 1e-11 }')
        for text in (scene, scene + second, SCENE[:SCENE.index("[[source]]")]):
            self.run_program("render", self.write("pulse.toml", text), "--until", "2T", "--out", "e.npy", code=2)

    def test_residual_is_the_field_minus_that_of_an_open_domain(self):
        walls = ["--set", 'boundary={left="pec",right="mur1",bottom="pmc",top="mur2"}', "--precision", "double"]
        self.render(*walls, "--steps", "60", "--out", "e.npy")
        self.render(*walls, "--steps", "60", "--quantity", "residual", "--out", "r.npy")
        self.render("--precision", "double", "--set", "grid.cells=[180, 120]", "--set", "source.0.at=[0.08, 0.06]",
                    "--steps", "60", "--out", "open.npy")
        (kind, residual), field, open_field = read_npy("r.npy"), read_npy("e.npy")[1], read_npy("open.npy")[1]
        self.assertEqual(kind, "<f8")
        largest = max(abs(v) for row in residual for v in row)
        self.assertGreater(largest, 1e-3 * max(abs(v) for row in field for v in row))
        for j in range(40):
            for i in range(60):
                self.assertAlmostEqual(residual[j][i], field[j][i] - open_field[j + 40][i + 60], delta=1e-9 * largest)

    def test_residual_pictures_show_the_residual(self):
        wall = ["--set", "boundary.left=pec", "--size", "320x200", "--steps", "60"]
        self.render(*wall, "--quantity", "residual", "--out", "r.png")
        self.render(*wall, "--set", "view.quantity=residual", "--out", "s.png", "--out", "e.npy")
        self.render(*wall, "--quantity", "ez", "--out", "e.png")
        self.assertTrue(filecmp.cmp("r.png", "s.png", shallow=False))
        self.assertFalse(filecmp.cmp("r.png", "e.png", shallow=False))
        self.render(*wall, "--set", "boundary.left=pmc", "--quantity", "residual", "--out", "other.png")
        self.assertFalse(filecmp.cmp("r.png", "other.png", shallow=False))
        self.render("--steps", "60", "--out", "plain.npy", "--set", "boundary.left=pec")
        self.assertTrue(filecmp.cmp("e.npy", "plain.npy", shallow=False), "the .npy of such a scene still holds ez")

    def test_residuals_that_are_not_defined_are_reported(self):
        around = ["--set", 'boundary={left="periodic",right="periodic",bottom="periodic",top="periodic"}', "--steps", "9"]
        self.render(*around, "--quantity", "residual", "--out", "r.npy", code=2)
        self.render(*around, "--set", "view.quantity=residual", "--out", "r.png", code=3)
        self.render("--steps", "9", "--quantity", "residual", "--range", "3", "--out", "r.png", code=2)
        said = self.render("--steps", "5000", "--quantity", "residual", "--set", "reflection.margin=16", "--out", "r.npy")
        self.assertIn("reflection.margin", said.stderr)

    def test_view_range_equals_the_range_option(self):
        def picture(*args):
            self.render("--size", "320x200", "--out", "p.png", *args)
            return hashlib.sha256(read("p.png")).hexdigest()
        steps, locked = ["--steps", "40"], ["--set", "view.range=30.0"]
        self.assertEqual(picture(*steps, *locked), picture(*steps, "--range", "30"))
        self.assertNotEqual(picture(*steps, *locked), picture(*steps))
        self.assertEqual(picture(*steps, *locked, "--range", "0"), picture(*steps))
        # Without a field the automatic range is 1 as well, so the pictures differ only in the padlock.
        self.assertNotEqual(picture("--steps", "0", "--range", "1"), picture("--steps", "0"))

    def test_csv_without_probes_has_the_times(self):
        done = self.render("--set", "probe=[]", "--steps", "7", "--out", "p.csv")
        self.assertIn("no probe", done.stderr)
        header, rows = read_csv("p.csv")
        self.assertEqual((header, len(rows)), (["t_s"], 7))
        self.assertAlmostEqual(float(rows[6][0]) / float(rows[0][0]), 7, delta=1e-7)

    MONITORS = ["--set", "monitor=[{name='out',kind='flux',from=[0.03, 0.035],to=[0.03, 0.005],band=[10e9, 20e9, 3]},"
                "{name='cut',kind='line',from=[0.02, 0.02],to=[0.05, 0.02],frequencies=[15e9, 16e9],minus_empty=true},"
                "{name='ring',kind='resonance',at=[0.02, 0.02],band=[10e9, 20e9]}]"]

    def test_monitors_are_written_as_json(self):
        self.render(*self.MONITORS, "--steps", "400", "--monitors", "m.json")
        with open("m.json") as file:
            out, cut, ring = json.load(file)["monitors"]
        self.assertEqual([m["kind"] for m in (out, cut, ring)], ["flux", "line", "resonance"])
        self.assertEqual(out["frequency_hz"], [10e9, 15e9, 20e9])
        self.assertGreater(out["flux_w_per_m"][1], 0)  # the source is to the right of the monitor
        self.assertEqual(len(out["power_t_s"]), len(out["power_w_per_m"]))
        self.assertEqual(len(cut["x_m"]), 31)
        for array in ("ez", "hx", "hy"):
            self.assertEqual([len(at) for at in cut[array]], [31, 31])
            self.assertTrue(all(v == [0, 0] for at in cut[array] for v in at), "without shapes the difference is zero")
        self.assertIn("resonances", ring)
        stdout = self.render(*self.MONITORS, "--steps", "400", "--monitors", "-", "--out", "e.npy").stdout
        with open("m.json") as file:
            self.assertEqual(stdout, file.read())
        self.assertIn("no monitor", self.render("--steps", "3", "--monitors", "m.json").stderr)
        self.render("--steps", "3", code=2)

    def test_monitors_in_csv_and_json_have_the_same_numbers(self):
        self.render(*self.MONITORS, "--set", "source.0.waveform={kind='modulated',frequency=15e9,width=40e-12}", "--steps", "900",
                    "--monitors", "m.json")
        self.render(*self.MONITORS, "--set", "source.0.waveform={kind='modulated',frequency=15e9,width=40e-12}", "--steps", "900",
                    "--monitors", "m.csv")
        with open("m.json") as file:
            out, cut, ring = json.load(file)["monitors"]
        with open("m.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        def of(name, quantity):
            return [row for row in rows if (row["monitor"], row["quantity"]) == (name, quantity)]
        self.assertEqual([float(row["re"]) for row in of("out", "flux_w_per_m")], out["flux_w_per_m"])
        self.assertEqual([float(row["frequency_hz"]) for row in of("out", "flux_w_per_m")], out["frequency_hz"])
        self.assertEqual([float(row["time_s"]) for row in of("out", "power_w_per_m")], out["power_t_s"])
        cells = [[float(row[key]) for key in ("x_m", "re", "im")] for row in of("cut", "ez")]
        self.assertEqual(cells, [[x, *v] for at in cut["ez"] for x, v in zip(cut["x_m"], at)])
        self.assertEqual([float(row["re"]) for row in of("ring", "q")], [r["q"] for r in ring["resonances"]])

    def test_render_prints_no_notes_about_variants(self):
        fault = ["--set", 'fault=[{side="left",kind="wrong-sign"}]', "--steps", "1", "--out", "e.npy"]
        self.assertIn("variant", self.run_program("info", "shoot-out", *fault[:2]).stderr)
        self.assertEqual(self.run_program("render", "shoot-out", *fault).stderr, "")
        self.run_program("render", "shoot-out", "--set", "variant.0.name=''", "--steps", "1", "--out", "e.npy", code=3)

    def test_a_scheme_that_the_backend_lacks_is_rejected(self):
        walls = ["--set", 'boundary={left="pec",right="pec",bottom="pec",top="pec"}', "--backend", "cpu"]
        done = self.render(*walls, "--scheme", "takada", "--steps", "1", "--out", "e.npy", code=1)
        self.assertIn("--scheme takada", done.stderr)
        self.render(*walls, "--scheme", "two-kernel", "--steps", "1", "--out", "e.npy")

    # ---- exit code 4
    # The wave reaches the faulty layer after about 350 steps.
    FAULTY = ["--set", 'fault=[{side="left",kind="uncompensated-kappa"}]', "--set", "grid.cells=[300, 40]",
              "--set", "source.0.at=[0.25, 0.015]"]
    UNSTABLE = [*FAULTY, "--steps", "5000", "--out", "e.npy"]

    def test_unstable_run_keeps_the_last_good_field(self):
        done = self.render(*self.UNSTABLE, code=4)
        self.assertFalse(os.path.exists("e.npy"))
        kind, ez = read_npy("e.unstable.npy")
        self.assertEqual((kind, len(ez), len(ez[0])), ("<f4", 40, 300))
        self.assertIn("the growth starts there", done.stderr)
        self.assertIn("Remedy: Remove the fault.", done.stderr)
        # The saved field is that of the reported step, and it contains a wave.
        step = re.search(r"last good field \(step (\d+)\)", done.stderr)[1]
        self.render(*self.FAULTY, "--steps", step, "--out", "good.npy")
        self.assertTrue(filecmp.cmp("e.unstable.npy", "good.npy", shallow=False))
        self.assertGreater(sum(v != 0 for row in ez for v in row), 500)
        self.assertLess(max(abs(v) for row in ez for v in row), 1e6)

    def test_last_good_field_precedes_the_growth_in_a_short_run(self):
        # The pulse is still rising when the layer reflects it amplified. At every check the field has more than tripled.
        pulse = ["--set", "source.0.waveform={kind='ricker',frequency=15e9}", "--set", "grid.cells=[100, 100]",
                 "--set", "source.0.at=[0.05, 0.045]"]
        done = self.render(*pulse, *self.FAULTY[:2], "--steps", "5000", "--out", "e.npy", code=4)
        step = int(re.search(r"last good field \(step (\d+)\)", done.stderr)[1])
        bad = int(re.search(r"in step (\d+):", done.stderr)[1])
        self.assertTrue(bad - 400 < step < bad, done.stderr)
        self.render(*pulse, "--steps", str(step), "--out", "sound.npy")
        largest = [max(abs(v) for row in read_npy(f)[1] for v in row) for f in ("e.unstable.npy", "sound.npy")]
        self.assertGreater(largest[1], 100)
        self.assertTrue(0.8 < largest[0] / largest[1] < 1.2, largest)

    def test_growth_after_the_pulse_is_reported_before_overflow(self):
        # With four second-order Mur boundaries and a metal strip close to one, the field grows tenfold every 296 steps.
        walls = [arg for side in ("left", "right", "bottom", "top") for arg in ("--set", f"boundary.{side}=mur2")]
        strip = ["--set", "shape=[{kind='rect', material='pec', min=[0.046, 0.0065], max=[0.047, 0.014]}]"]
        grid = ["--set", "grid.cells=[50, 30]", "--set", "grid.cell=[1e-3, 0.5e-3]", "--set", "probe=[]"]
        pulse = ["--set", "source.0.waveform={kind='ricker',frequency=10e9}", "--set", "source.0.at=[0.015, 0.0085]"]
        done = self.render(*walls, *strip, *grid, *pulse, "--steps", "4500", "--out", "e.npy", code=4)
        self.assertIn("grows after the sources have ended", done.stderr)

    def test_slow_growth_is_reported_at_the_end_of_the_run(self):
        # With two absorbing layers a mode below cut-off grows by 2.8 % per period, which is tenfold every 2350 steps.
        walls = ["--set", "boundary.bottom=periodic", "--set", "boundary.top=periodic",]
        layers = [arg for side in ("left", "right") for arg in ("--set", f"boundary.{side}=cpml")]
        grid = ["--set", "grid.cells=[37, 41]", "--set", "grid.precision=double", "--set", "probe=[]"]
        metal = ["--set", "shape=[{kind='rect', material='pmc', min=[0.011, 0.002], max=[0.025, 0.008]}]"]
        pulse = ["--set", "source.0.waveform={kind='ricker',frequency=15e9}", "--set", "source.0.at=[0.012, 0.017]"]
        done = self.render(*layers, *walls, *grid, *metal, *pulse, "--steps", "6000", "--out", "e.npy", code=4)
        self.assertRegex(done.stderr, r"unstable at step 6000: the field grows by \d\.?\d* % per period although no source "
                         r"drives it, from step \d+ to \d+; largest around node \(\d+, \d+\): the absorbing layers")
        self.assertIn("Remedy: Set alpha to 1 S/m", done.stderr)
        self.assertFalse(os.path.exists("e.npy"))
        self.assertTrue(os.path.exists("e.unstable.npy"))

    def test_an_unstable_run_ends_the_same_on_a_busy_machine(self):
        message = re.compile("^ezscope: unstable .*", re.MULTILINE)  # a slow run also prints progress lines
        words = message.findall(self.render(*self.UNSTABLE, code=4).stderr)
        whole = read("e.unstable.npy")
        for k in range(8):  # pauses the run, later each time
            os.remove("e.unstable.npy")
            run = self.start_program("render", self.scene, *self.UNSTABLE)
            for _ in range(4):
                time.sleep(0.002 * (k + 1))
                run.send_signal(signal.SIGSTOP)
                time.sleep(0.06)
                run.send_signal(signal.SIGCONT)
            self.assertEqual(message.findall(self.end_of(run)[1]), words)
            self.assertEqual(read("e.unstable.npy"), whole)

    def test_instability_of_the_first_steps_is_traced_to_its_source(self):
        done = self.render("--set", "source.0.amplitude=1e36", "--set", "source.0.at=[0.01, 0.015]", "--steps", "5000",
                           "--out", "e.npy", code=4)
        self.assertIn("amplitude", done.stderr)
        self.assertIn("first at node (10, 15)", done.stderr)
        self.assertNotIn("not finite at node", done.stderr)
        self.assertIn("(step 0)", done.stderr)
        self.assertEqual({v for row in read_npy("e.unstable.npy")[1] for v in row}, {0})

    def test_instability_is_reported_if_its_field_cannot_be_written(self):
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600))
        done = self.render(*self.UNSTABLE, code=4, preexec_fn=limit)
        self.assertIn("the growth starts there", done.stderr)
        self.assertIn("could not be written", done.stderr)
        self.assertEqual(os.listdir("."), [self.scene])

    def test_an_unwritable_last_good_field_is_reported_before_the_run(self):
        steps, lost = ["--steps", "9", "--size", "320x200", "--out"], "its last good field cannot be saved: "
        self.assertNotIn(lost, self.render(*steps, "e.png").stderr)
        os.mkdir("e.unstable.npy")
        self.assertIn(lost + "e.unstable.npy is a folder", self.render(*steps, "e.png").stderr)
        self.assertIn("too long", self.render(*steps, 245 * "n" + ".csv").stderr)
        self.assertIn("could not be written to e.unstable.npy", self.render(*self.UNSTABLE, code=4).stderr)

    def memory_of(self, probes, *args):
        """Returns the peak memory, in bytes, of a render of the scene with this number of probes."""
        scene = self.write("many.toml", SCENE.split("[[probe]]")[0] +
                           "".join(f'[[probe]]\nname = "p{k}"\nat = [0.02, 0.02]\n' for k in range(probes)))
        run = self.start_program("render", scene, "--steps", "40000", *args)
        code, usage = os.wait4(run.pid, 0)[1:]
        run.returncode = os.waitstatus_to_exitcode(code)
        self.assertEqual(run.returncode, 0)
        return 1024 * usage.ru_maxrss

    def test_probe_samples_are_stored_only_for_a_csv(self):
        samples = 8 * 400 * 40000
        few, many = (self.memory_of(n, "--out", "e.npy") for n in (1, 401))
        self.assertLess(many - few, samples / 4)
        self.assertGreater(self.memory_of(401, "--out", "p.csv") - few, samples)

    def test_too_many_samples_are_rejected_with_a_remedy(self):
        done = self.render("--steps", "100000000000", "--out", "p.csv", code=1)
        self.assertIn("2 probes over 100000000000 steps need 1.6 TB", done.stderr)
        self.assertIn("fewer probes or steps", done.stderr)

    def test_an_interrupted_run_writes_nothing(self):
        run = self.start_program("render", "lecture", "--steps", "10000000", "--out", "e.npy", "--out", "p.csv")
        self.assertIn("render: ", run.stderr.readline())  # the progress line
        run.send_signal(signal.SIGINT)
        code, words = self.end_of(run)
        self.assertEqual(code, 130)
        self.assertIn("interrupted", words)
        self.assertEqual(os.listdir("."), [self.scene])

    def test_interrupt_during_set_up_of_a_large_grid_ends_at_once(self):
        run = self.start_program("render", self.scene, "--refine", "150", "--steps", "1", "--out", "e.npy")  # 9000 × 6000
        self.wait_until_it_catches_signals(run)
        before = children_seconds()
        run.send_signal(signal.SIGINT)
        code, words = self.end_of(run)
        self.assertEqual(code, 130)
        self.assertIn("interrupted before the first step; nothing was written", words)
        self.assertLess(children_seconds() - before, 1)
        self.assertEqual(os.listdir("."), [self.scene])

    def test_interrupt_during_a_large_picture_ends_at_once(self):
        run = self.start_program("render", self.scene, "--steps", "1", "--size", "5000x5000", "--out", "e.npy", "--out", "p.png")
        self.wait_until(lambda: os.path.exists("e.npy"), run)
        with open(f"/proc/{run.pid}/stat") as f:
            ticks = sum(map(int, f.read().rsplit(")", 1)[1].split()[11:13]))
        before = children_seconds() + ticks / os.sysconf("SC_CLK_TCK")
        run.send_signal(signal.SIGINT)
        code, words = self.end_of(run)
        self.assertEqual(code, 130)
        self.assertIn("interrupted at step 1 of 1; 1 of 2 files was written", words)
        self.assertLess(children_seconds() - before, 1)
        self.assertEqual(sorted(os.listdir(".")), ["e.npy", self.scene])

    def test_interrupt_between_files_keeps_the_finished_ones(self):
        os.mkfifo("1.npy")  # the program stays at this file until the test reads the pipe
        args = [a for k in range(4) for a in ("--out", f"{k}.npy")]
        with open(os.open("1.npy", os.O_RDONLY | os.O_NONBLOCK), "rb") as pipe:
            run = self.start_program("render", self.scene, "--refine", "25", "--steps", "1", *args)
            self.wait_until(lambda: select.select([pipe], [], [], 0)[0] and pipe.peek(1), run)
            run.send_signal(signal.SIGINT)
            os.set_blocking(pipe.fileno(), True)
            sizes = [os.path.getsize("0.npy"), len(pipe.read())]
        code, words = self.end_of(run)
        self.assertEqual(code, 130)
        self.assertIn("2 of 4 files were written", words)
        self.assertEqual(sizes, 2 * [128 + 4 * 1500 * 1000], "no file is half written")
        self.assertEqual(sorted(os.listdir(".")), ["0.npy", "1.npy", self.scene])

    def test_the_first_interrupt_ends_waiting_for_a_pipe(self):
        os.mkfifo("e.npy")
        run = self.start_program("render", self.scene, "--steps", "9", "--out", "e.npy")
        self.wait_until_it_catches_signals(run)
        time.sleep(0.5)
        run.send_signal(signal.SIGINT)
        self.assertEqual(self.end_of(run)[0], 130)

    def test_a_pipe_closed_by_its_reader_is_reported(self):
        os.mkfifo("e.npy")
        with open(os.open("e.npy", os.O_RDONLY | os.O_NONBLOCK), "rb") as pipe:
            run = self.start_program("render", self.scene, "--refine", "25", "--steps", "1", "--out", "e.npy")
            self.wait_until(lambda: select.select([pipe], [], [], 0)[0] and pipe.peek(1), run)
        code, words = self.end_of(run)
        self.assertEqual(code, 1)
        self.assertIn("no program reads the pipe", words)

    def test_two_results_cannot_go_to_one_file(self):
        said = self.render("--steps", "9", "--out", "e.npy", "--out", "./e.npy", code=2).stderr
        self.assertIn("--out e.npy and --out ./e.npy are the same file, but each result needs its own; give different files", said)
        said = self.render("--steps", "9", "--out", "e.csv", "--monitors", "e.csv", code=2).stderr
        self.assertIn("--out e.csv and --monitors e.csv are the same file", said)
        said = self.render("--steps", "9", "--out", "f_%05d.png", "--out", "f_00003.png", code=2).stderr
        self.assertIn("are the same file", said)
        said = self.run_program("reflect", self.scene, "--json", "-", "--csv", "-", code=2).stderr
        self.assertIn("--json and --csv both write to standard output (-); give a file for one of them", said)
        os.symlink("e.npy", "f.npy")
        self.render("--steps", "9", "--out", "e.npy", "--out", "f.npy", code=2)
        self.assertEqual(sorted(os.listdir(".")), ["f.npy", self.scene])
        self.run_program("reflect", self.scene, "--json", "x", "--csv", "x", code=2)
        self.run_program("schemes", "--json", "x", "--csv", "x", code=2)
        self.run_program("schemes", "--json", "/dev/null", "--csv", "/dev/null")

    def test_a_wrong_counter_in_a_name_is_rejected(self):
        for name, words in (("o_%05d_%05d.png", "o_%05d_%05d.png has 2 counters; give it one, as in FILE_%05d.png"),
                            ("o_%5d.png", "write it as %d or %05d")):
            self.assertIn(words, self.render("--steps", "1", "--out", name, code=2).stderr)
            self.assertEqual(os.listdir("."), [self.scene])
        self.render("--steps", "1", "--size", "64x48", "--out", "100%.png")
        self.assertTrue(os.path.exists("100%.png"), "this is no counter")

    def test_every_file_type_is_written_the_same_way(self):
        for suffix in ("npy", "csv", "png"):
            out = ["--steps", "9", "--size", "320x200", "--out", f"link.{suffix}"]
            os.symlink(f"real.{suffix}", f"link.{suffix}")
            self.write(f"real.{suffix}", "old")
            os.chmod(f"real.{suffix}", 0o640)
            self.render(*out)
            self.assertTrue(os.path.islink(f"link.{suffix}"))
            self.assertEqual(os.stat(f"real.{suffix}").st_mode & 0o777, 0o640)
            self.assertGreater(os.path.getsize(f"real.{suffix}"), 50)
            os.mkfifo(f"pipe.{suffix}")
            with open(os.open(f"pipe.{suffix}", os.O_RDONLY | os.O_NONBLOCK), "rb") as pipe:
                run = self.start_program("render", self.scene, *out[:-1], f"pipe.{suffix}")
                self.wait_until(lambda: select.select([pipe], [], [], 0)[0] and pipe.peek(1), run)
                os.set_blocking(pipe.fileno(), True)
                self.assertEqual(pipe.read(), read(f"real.{suffix}"))
            self.assertEqual(self.end_of(run)[0], 0)
            os.symlink("/dev/full", f"full.{suffix}")
            self.assertIn("was not written", self.render(*out[:-1], f"full.{suffix}", code=1).stderr)
            longest = (255 - len(suffix) - 1) * "n" + f".{suffix}"
            self.render(*out[:-1], longest)
            self.assertTrue(os.path.exists(longest))

    def test_unwritable_results_are_reported_before_the_run(self):
        steps = ["--steps", "1000000000", "--out"]
        os.symlink("nowhere/e.npy", "dangling.npy")
        self.assertIn("nowhere", self.render(*steps, "dangling.npy", code=1).stderr)
        self.assertIn("too long", self.render(*steps, 252 * "n" + ".npy", code=1).stderr)
        nowhere = lambda: (os.mkdir("left"), os.chdir("left"), os.rmdir("../left"))
        said = self.run_program("render", "double-slit", *steps, "e.npy", code=1, preexec_fn=nowhere).stderr
        self.assertIn("folder no longer exists", said)

    def test_a_kill_during_saving_leaves_a_whole_file(self):
        args = ["render", self.scene, "--refine", "40", "--steps", "1", "--out", "e.npy"]
        self.run_program(*args)
        whole = read("e.npy")
        caught = 0
        for _ in range(200):  # only some of the kills come between the first byte and the last
            run = self.start_program(*args)
            while run.poll() is None and not glob.glob(".ezscope-*.tmp"):
                pass
            run.kill()
            run.wait()
            self.assertEqual(read("e.npy"), whole)
            for left in glob.glob(".ezscope-*.tmp"):
                caught += 1
                os.remove(left)
            if caught == 6:
                return
        self.fail(f"only {caught} of 200 kills came while the program was saving")


if __name__ == "__main__":
    main()
