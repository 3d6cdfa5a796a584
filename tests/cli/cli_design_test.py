#!/usr/bin/env python3
"""Tests `ezscope design`: its table, its files, continuing, and its errors."""
import json
import signal

from cli_helpers import ProgramTest, main

# A guide ends before a region; a second guide at a right angle shall take the light.
BEND = """ezscope = 1
unit = "cell"
grid = { cells = [136, 136], cell = 0.05 }
material = [{ name = "glass", eps = 4 }]
[[shape]]
kind = "rect"
material = "glass"
min = [-1, 64]
max = [37, 71]
[[shape]]
kind = "rect"
material = "glass"
min = [64, 98]
max = [71, 150]
[[source]]
kind = "mode"
from = [16, 93]
to = [16, 42]
waveform = { kind = "cw", frequency = 299792458 }
[[monitor]]
name = "out"
kind = "mode"
from = [42, 117]
to = [93, 117]
frequencies = [299792458]
[[monitor]]
name = "arriving"
kind = "mode"
from = [26, 93]
to = [26, 42]
frequencies = [299792458]
[[design]]
name = "bend"
min = [38, 38]
max = [97, 97]
materials = ["vacuum", "glass"]
goal = '(mode_forward("out", f)/mode_forward("arriving", f))^2'
"""


class Design(ProgramTest):
    def setUp(self):
        super().setUp()
        self.bend = self.write("bend.toml", BEND)

    def design(self, *args, code=0):
        return self.run_program("design", "--backend", "cpu", *args, code=code)

    def test_writes_polygons_whose_check_holds_and_continues_from_them(self):
        done = self.design(self.bend, "--iterations", "6", "--out", "bent.toml", "--json", "bent.json")
        self.assertIn("goal with polygons", done.stdout)
        with open("bent.json", encoding="utf-8") as f:
            found = json.load(f)
        values = [row["value"] for row in found["iterations"]]
        self.assertEqual(len(values), 6)
        self.assertGreater(values[-1], 20 * values[0])
        self.assertFalse(found["interrupted"])
        self.run_program("check", "bent.toml", "--backend", "cpu")
        self.design("bent.toml", "--iterations", "1", "--json", "again.json")
        with open("again.json", encoding="utf-8") as f:
            again = json.load(f)["iterations"][0]["value"]
        self.assertGreater(again, 5 * values[0], "it starts from the polygons")

    def test_an_interrupt_writes_the_best_structure_so_far(self):
        # With a file on standard output, the table is on standard error.
        run = self.start_program("design", "--backend", "cpu", self.bend, "--iterations", "5000", "--out", "part.toml", "--json", "-")
        for line in run.stderr:
            if line.split()[:1] == ["3"]:
                break
        run.send_signal(signal.SIGINT)
        code, _ = self.end_of(run)
        self.assertEqual(code, 130)
        self.assertIn("polygon", self.run_program("info", "part.toml").stdout)

    def test_a_goal_that_depends_on_the_source_gets_no_check(self):
        bare = self.write("bare.toml", BEND.replace('/mode_forward("arriving", f)', ""))
        self.assertIn("Divide it by what arrives", self.design(bare, "--iterations", "1", "--out", "bare_out.toml").stdout)
        with open("bare_out.toml", encoding="utf-8") as f:
            self.assertNotIn("[[check]]", f.read())

    def test_errors_name_the_remedy(self):
        plain = self.write("plain.toml", BEND.split("[[design]]")[0])
        self.assertIn("add a [[design]]", self.design(plain, code=3).stderr)
        self.assertIn('it has "bend"', self.design(self.bend, "--design", "x", code=2).stderr)
        peak = self.write("peak.toml", BEND.replace("mode_forward(\"out", "mode_phase(\"out"))
        self.assertIn("a goal can read mode_forward", self.design(peak, code=3).stderr)
        layer = self.write("layer.toml", BEND.replace("min = [38, 38]", "min = [3, 38]"))
        self.assertIn("absorbing layer", self.design(layer, code=3).stderr)


if __name__ == "__main__":
    main()
