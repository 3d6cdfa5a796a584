#!/usr/bin/env python3
"""Checks that docs/papers.csv quotes the papers correctly. The figures are listed here again, copied from the papers
independently of the program. Figures that follow from each other in print are checked too.
Usage: printed_figures.py [PAPERS_CSV]"""
import csv
import pathlib
import sys

SIZES = [1024, 2048, 3072, 4096, 5120, 6144, 7168, 8192]
TAKADA = {  # by row of the table: beginning of the title, label, figures for SIZES
    ("Takada et al., table 2", "theirs, ms"): "461.14 1782.54 4085.39 7481.69 12482.39 19381.07 28579.79 40256.19",
    ("Takada et al., table 2", "theirs, GFLOPS"): "27.29 28.24 27.72 26.91 25.20 23.37 21.57 20.00",
    ("Takada et al., table 4", "T_CPU theirs, s"): "40.78 143.87 330.71 593.91 990.17 1481.69 2117.63 2955.00",
    ("Takada et al., table 4", "T_GPU theirs, s"): "0.44 1.67 3.73 6.57 10.22 14.85 20.05 26.19",
    ("Takada et al., table 4", "T_CPU / T_GPU theirs"): "91.92 86.19 88.68 90.44 96.85 99.76 105.62 112.81",
    ("Takada et al., table 5", "theirs, GFLOPS"): "28.36 30.15 30.37 30.66 30.77 30.77 30.75 30.74",
    ("Takada et al., table 5", "theirs of the measured roof"): "0.73 0.78 0.79 0.79 0.80 0.79 0.80 0.80",
}
TAKADA_SHAPES = """
512x1 34910.91 256x1 30332.19 128x1 29208.40 64x1 31378.07
256x2 27860.34 128x2 26828.33 64x2 26546.84 32x2 31021.64
128x4 27023.15 64x4 26404.10 32x4 26193.54 16x4 32172.59
64x8 28329.08 32x8 27766.32 16x8 31641.55 8x8 49528.76
32x16 31408.21 16x16 40315.71 8x16 81558.07 4x16 151044.05
16x32 43464.29 8x32 92666.19 4x32 179097.02 2x32 334621.00
8x64 99550.48 4x64 201960.70 2x64 462255.13 1x64 1156390.13
4x128 240642.34 2x128 513940.38 1x128 1135948.50
2x256 531257.31 1x256 1137908.38
1x512 1142198.88
"""
MINAMI = """
18 12.922 18.089 22.843 32.878 34.180 38.622 54.980
34 14.414 21.478 26.612 24.584 36.658 34.451 51.521
66 14.428 18.218 23.524 25.328 32.544 35.528 57.641
130 23.584 21.553 25.793 26.385 39.178 37.029 55.630
258 78.729 35.650 39.734 39.131 47.249 48.119 60.559
514 1289.254 104.412 100.708 101.861 108.121 111.741 126.605
1026 761.568 363.622 362.473 366.654 370.002 373.985 388.912
2050 3004.890 1665.115 1477.734 1462.744 1472.051 1476.197 1518.152
4098 15805.632 8214.094 7573.825 7578.008 7599.301 7602.571 7608.656
8194 335262.834 39161.256 35991.476 35995.554 36044.913 36695.552 36032.242
"""
GOLOVASHKIN = """
100 0.09 2.99 0.23 0.10
200 0.59 6.00 1.12 0.10
300 1.93 9.02 3.06 0.11
400 4.29 12.00 7.07 0.18
500 7.28 14.92 12.97 0.26
600 9.82 17.85 21.82 0.37
700 12.75 20.80 33.57 0.49
800 15.80 23.78 51.09 0.65
900 20.17 26.70 72.26 0.79
1000 24.65 29.63 97.49 0.97
1500 54.57 44.38 319.82 2.17
2000 102.82 59.02 758.59 3.80
2500 158.56 73.75 1484.20 5.99
3000 244.68 88.40 2530.93 8.55
3500 399.46 103.27 4029.10 11.65
4000 653.72 118.97 – 15.23
"""
GOLOVASHKIN_DECOMPOSED = """
CPU 1 250 22690 90015 200750
CPU 2 160 11770 45885 102290
CPU 3 125 8075 31120 69130
CPU 5 103 5154 19300 42330
CPU 10 85 2890 10390 23310
GPU 1 2460 29750 49300 73848
GPU 2 2466 29620 49190 73828
GPU 3 2460 29050 49180 73270
GPU 5 2470 28510 48780 65064
GPU 10 2475 26995 43380 65061
"""

YAMAMOTO = {  # Roe 2-D, Roe 3-D, Lax–Wendroff
    "cells": "1048576 483840 1048576",
    "steps": "1024 1024 828",
    "CPU, s": "64 76 50.7",
    "GPU, s": "1.44 1.98 2.24",
    "CPU GFLOPS as printed": "5.59 4.21 4.43",
    "GPU GFLOPS as printed": "248 181 100",
    "of the CPU's arithmetic as printed, %": "13.1 9.9 10.4",
    "of the GPU's arithmetic, %": "28.3 20.6 11.4",
}
YAMAMOTO_OPERATIONS = [357, 661, 278]
YAMAMOTO_TAKES = {  # available, Lax–Wendroff, Roe 2-D, Roe 3-D
    "registers, bytes": "65536 18688 12288 20480",
    "shared memory, bytes": "16384 3692 2416 5672",
    "blocks at once": "8 3 4 2",
}


def rows_of(text):
    return [line.split() for line in text.strip().splitlines()]


def read(path):
    """Returns {title: [row, …]} of the file that `ezscope bench --paper all --csv` writes."""
    tables, title = {}, None
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            title = line[2:]
            tables[title] = []
        else:
            tables[title].append(next(csv.reader([line])))
    return tables


class Quotes:
    def __init__(self, tables):
        self.tables, self.wrong = tables, []

    def table(self, beginning):
        return next(rows for title, rows in self.tables.items() if title.startswith(beginning))

    def same(self, where, quoted, printed):
        def alike(a, b):
            try:
                return float(a) == float(b)
            except ValueError:
                return a == b
        if len(quoted) != len(printed) or not all(map(alike, quoted, printed)):
            self.wrong.append(f"{where}: quoted {' '.join(quoted)}, printed {' '.join(printed)}")

    def follows(self, where, quoted, value, within):
        if abs(float(quoted) - value) > within:
            self.wrong.append(f"{where}: {quoted} is printed, {value:.4g} follows from the paper's other figures")


def takada(q):
    row = {}
    for (title, label), figures in TAKADA.items():
        row[title[-1], label] = next(r for r in q.table(title) if r[0] == label)[1:]
        q.same(f"{title}, {label}", row[title[-1], label], figures.split())
    shapes = {}
    for line in rows_of(TAKADA_SHAPES):
        shapes.update(zip(line[::2], line[1::2]))
    cells = [cell for line in q.table("Takada et al., table 3")[1:] for cell in line]
    quoted = {a.replace(" × ", "x"): b for a, b in zip(cells[::3], cells[1::3]) if a}
    for shape in sorted(shapes | quoted):
        q.same(f"Takada et al., table 3, {shape}", [quoted.get(shape, "–")], [shapes.get(shape, "–")])
    for k, n in enumerate(SIZES):  # 12 operations per cell, 1,000 steps; 38.67 GFLOPS from the measured 116 GB/s
        ms, gflops = (row["2", label][k] for label in ("theirs, ms", "theirs, GFLOPS"))
        q.follows(f"Takada et al., table 2, {n}", gflops, 12e-6 * n * n * 1000 / float(ms), 0.006)
        speed, share = (row["5", label][k] for label in ("theirs, GFLOPS", "theirs of the measured roof"))
        q.follows(f"Takada et al., table 5, {n}", share, float(speed) / 38.67, 0.011)
        cpu, gpu, times = (row["4", f"{x} theirs{unit}"][k]
                           for x, unit in (("T_CPU", ", s"), ("T_GPU", ", s"), ("T_CPU / T_GPU", "")))
        q.follows(f"Takada et al., table 4, {n}", times, float(cpu) / float(gpu), 0.012 * float(times))


def minami(q):
    theirs = [r for r in q.table("Minami et al., table 3") if r[1] == "theirs"]
    printed = rows_of(MINAMI)
    q.same("Minami et al., table 3, L", [r[0].split(" ")[0] for r in theirs], [p[0] for p in printed])
    for r, p in zip(theirs, printed):
        q.same(f"Minami et al., table 3, {p[0]}", r[2:9], p[1:])
        best = ["1", "2", "3", "4", "5", "6", "9"][min(range(7), key=lambda k, p=p: float(p[1 + k]))]
        q.same(f"Minami et al., table 3, {p[0]}, best", [r[9]], [best])


def golovashkin(q):
    rows = q.table("Golovashkin & Malysheva, table 3")[1:]
    printed = rows_of(GOLOVASHKIN)
    q.same("Golovashkin & Malysheva, table 3, n", [r[0] for r in rows], [p[0] for p in printed])
    for r, p in zip(rows, printed):
        q.same(f"Golovashkin & Malysheva, table 3, {p[0]}", r[1:9:2], p[1:])
        q.follows(f"Golovashkin & Malysheva, table 3, {p[0]}", r[9], float(p[1]) / float(p[4]), 0.06)
    rows = {r[0]: r[1::2] for r in q.table("Golovashkin & Malysheva, table 4")[1:]}
    for p in rows_of(GOLOVASHKIN_DECOMPOSED):
        q.same(f"Golovashkin & Malysheva, table 4, {p[0]} {p[1]}", rows.get(f"{p[0]} {p[1]}", []), p[2:])


def yamamoto(q):
    rows = {r[0]: r[1:7:2] for r in q.table("Yamamoto: a shock tube")}
    for label, figures in YAMAMOTO.items():
        q.same(f"Yamamoto, {label}", rows.get(label, []), figures.split())
    for k, operations in enumerate(YAMAMOTO_OPERATIONS):
        work = operations * float(rows["cells"][k]) * float(rows["steps"][k])
        for unit, within in (("CPU", 0.006), ("GPU", 0.6)):
            billions = 1e-9 * work / float(rows[f"{unit}, s"][k])
            q.follows(f"Yamamoto, {unit}", rows[f"{unit} GFLOPS (10⁹)"][k], billions, within)
            if k != 1:  # the 3-D figures do not follow; the 2-D figures are in 2³⁰, from rounded times
                printed = rows[f"{unit} GFLOPS as printed"][k]
                q.follows(f"Yamamoto, {unit} as printed", printed, billions / 1.073741824, 0.02 if unit == "CPU" else 1)
    takes = {r[0]: [r[1], r[3], r[5], r[7]] for r in q.table("Yamamoto, § 5.6: what a block")}
    for label, figures in YAMAMOTO_TAKES.items():
        q.same(f"Yamamoto, {label}", takes.get(label, []), figures.split())


def wrong_quotes(tables):
    q = Quotes(tables)
    for paper in (takada, minami, golovashkin, yamamoto):
        paper(q)
    return q.wrong


def main():
    root = pathlib.Path(__file__).resolve().parents[1]
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else root / "docs/papers.csv"
    tables = read(path)
    found = wrong_quotes(tables)
    for line in found:
        print(line)
    # Checks that a wrong digit anywhere is found.
    for title, label, place in (("Takada et al., table 4", "T_GPU theirs, s", 3), ("Minami et al., table 3", "66 × 66", 5),
                                ("Golovashkin & Malysheva, table 4", "GPU 5", 1), ("Yamamoto: a shock tube", "GPU, s", 3)):
        rows = next(rows for name, rows in tables.items() if name.startswith(title))
        row = next(r for r in rows if r[0] == label)
        row[place], kept = "9" + row[place], row[place]
        if len(wrong_quotes(tables)) <= len(found):
            found.append(f"{title}, {label}: a wrong figure is not seen")
            print(found[-1])
        row[place] = kept
    if not found:
        print("what is quoted of the papers is what they print")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
