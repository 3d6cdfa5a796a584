#!/usr/bin/env python3
"""Tests `ezscope sweep`: its table, its files, and its errors."""
import json

from cli_helpers import ProgramTest, main, read_csv

MEASURE = 'amplitude("far", f)'


class Sweep(ProgramTest):
    def sweep(self, *args, code=0):
        return self.run_program("sweep", self.scene, "--backend", "cpu", *args, code=code)

    def test_table_json_and_csv_agree(self):
        done = self.sweep("--set", "source.0.amplitude=1:3:3", "--measure", MEASURE, "--theory", "2*x", "--after", "10T",
                          "--json", "s.json", "--csv", "s.csv")
        with open("s.json") as f:
            found = json.load(f)
        self.assertEqual(found["paths"], ["source.0.amplitude"])
        self.assertEqual([row["values"] for row in found["rows"]], [[1], [2], [3]])
        self.assertEqual([row["theory"] for row in found["rows"]], [2, 4, 6])
        first = found["rows"][0]["measured"]
        for row in found["rows"]:
            self.assertAlmostEqual(row["measured"] / first, row["values"][0], delta=1e-5)
        head, rows = read_csv("s.csv")
        self.assertEqual(head, ["source.0.amplitude", "measured", "theory", "steps", "time_s", "problem"])
        self.assertEqual([float(row[1]) for row in rows], [row["measured"] for row in found["rows"]])
        self.assertEqual(len(done.stdout.splitlines()), 4)

    def test_two_paths_and_fixed_values(self):
        done = self.sweep("--set", "source.0.amplitude=1:2:2", "--set", "probe.far.at=[0.03, 0.02]", "--set",
                          "source.0.waveform.phase=0:90:2", "--measure", MEASURE, "--after", "8T", "--json", "-")
        self.assertEqual([row["values"] for row in json.loads(done.stdout)["rows"]], [[1, 0], [2, 0], [1, 90], [2, 90]])

    def test_an_invalid_point_leaves_the_others(self):
        done = self.sweep("--set", "grid.courant=0.9:1.1:3", "--measure", MEASURE, "--after", "8T", "--json", "s.json", code=1)
        self.assertIn("1 of 3 points", done.stderr)
        with open("s.json") as f:
            rows = json.load(f)["rows"]
        self.assertIsNone(rows[0]["problem"])
        self.assertIn("courant", rows[2]["problem"])
        self.assertIsNone(rows[2]["measured"])

    def test_convergence_is_added_to_each_point(self):
        done = self.sweep("--set", "source.0.amplitude=1:2:2", "--measure", MEASURE, "--after", "10T", "--converge",
                          "--json", "s.json", "--csv", "s.csv")
        with open("s.json") as f:
            for row in json.load(f)["rows"]:
                self.assertIn(row["convergence"], ("converged", "unchanged", "not converged"))
                self.assertEqual(len(row["grid_values"]), 3)
                self.assertEqual(row["grid_values"][1], row["measured"])
        head, _ = read_csv("s.csv")
        self.assertEqual(head[3:], ["steps", "time_s", "order", "extrapolated", "uncertainty", "problem"])
        self.assertRegex(done.stdout, "from the grid|not converged")

    def test_the_sweep_of_a_scene(self):
        with open(self.scene, encoding="utf-8") as f:
            text = f.read()
        sweep = "\n[[sweep]]\nname = '{}'\npath = 'source.0.amplitude'\nvalues = [1, 2, {}]\nmeasured = '{}'\nafter = '8T'\n"
        scene = self.write("own.toml", text + sweep.format("a", 2, MEASURE) + sweep.format("b", 3, MEASURE))
        run = lambda *args, code=0: self.run_program("sweep", scene, "--backend", "cpu", *args, code=code)
        self.assertEqual(len(run().stdout.splitlines()), 3)
        self.assertEqual(len(run("--sweep", "b").stdout.splitlines()), 4)
        self.assertIn('its first one is "a"', run("--sweep", "c", code=2).stderr)
        fresh = run("--json", "a.json", "--cache", "points").stdout
        self.assertEqual(run("--json", "b.json", "--cache", "points").stdout, fresh)

    def test_wrong_use_is_explained(self):
        for args, code, words in (
                (("--measure", MEASURE), 2, "one or two paths"),
                (("--set", "source.lamp.amplitude=1:2:2", "--measure", MEASURE), 2, "no entry"),
                (("--set", "source.0.amplitude=1:2:2"), 2, "--measure"),
                (("--set", "source.0.amplitude=1:2:2", "--measure", 'amplitude("fa", f)'), 3, "fa"),
                (("--set", "source.0.amplitude=1:2:2", "--measure", "2*x"), 3, "does not read the run"),
                (("--set", "grid.courant=1.1:1.3:3", "--measure", MEASURE), 3, "courant"),
                ((), 2, "no [[sweep]]"),
                (("--grids", "0.7,1.4"), 2, "--converge"),
                (("--converge", "--grids", "1,2"), 2, "0.7,1.4"),
                (("--set", "source.0.amplitude=1:2:2", "--measure", MEASURE, "--csv", "no/such/folder.csv"), 1, "no/such")):
            self.assertIn(words, self.sweep(*args, code=code).stderr)


if __name__ == "__main__":
    main()
