"""Checks, sweeps and measurements of reflection."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Mapping, Optional, Sequence, Union

import numpy as np

from . import _core
from ._run import Array, CheckResult, Run
from ._scene import Scene

Progress = Optional[Callable[[float], None]]


def _scene(scene: Union[Scene, str]) -> Scene:
    return scene if isinstance(scene, Scene) else Scene.load(scene)


def check(scene: Union[Scene, str], backend: str = "auto", device: int = -1, threads: int = 0,
          progress: Progress = None) -> list[CheckResult]:
    """Runs a scene until its checks can be read, and returns a result for each."""
    scene = _scene(scene)
    if not scene.checks:
        raise ValueError("the scene has no check; docs/checks.md explains how to write one")
    return [CheckResult(**row) for row in _core.check(scene._value, backend, device, threads, progress)]


@dataclass(frozen=True)
class SweepResult:
    """Result of a sweep: `values` by path, and `measured` and `theory` of the same length (nan: none).

    With two paths the first varies fastest. `problems` says why a value is missing or uncertain ("": it is not).
    """

    values: Mapping[str, Array]
    measured: Array
    theory: Array
    problems: Sequence[str]


def sweep(scene: Union[Scene, str], path: Union[str, Mapping[str, Sequence[float]]],
          values: Optional[Sequence[float]] = None, *, measure: Union[str, Callable[[Run], float]], theory: str = "",
          after: str = "settled", within: float = 0.01, until: Union[float, str, None] = None, backend: str = "auto",
          threads: int = 0, progress: Progress = None) -> SweepResult:
    """Measures a value while one or two keys vary: sweep(scene, path, values, …) or sweep(scene, {path: values}, …).

    `measure` is a formula as in a check, in which x and y are the values, or a function of the Run. A formula is read
    `after` a time or once it has settled, and the points are computed at the same time on all cores. A function is
    called after each run reached `until`.
    """
    scene = _scene(scene)
    axes = {path: values} if isinstance(path, str) else path
    lists = [(p, [float(v) for v in (() if vs is None else vs)]) for p, vs in axes.items()]
    if isinstance(measure, str):
        rows = _core.sweep(scene._value, lists, measure, theory, after, within, backend, threads, progress)
    else:
        rows = _by_function(scene, lists, measure, until, backend, threads, progress)
    return SweepResult({p: np.array([row[0][k] for row in rows]) for k, (p, _) in enumerate(lists)},
                       np.array([row[1] for row in rows]), np.array([row[2] for row in rows]), [row[5] for row in rows])


def _by_function(scene: Scene, lists: list[tuple[str, list[float]]], measure: Callable[[Run], float],
                 until: Union[float, str, None], backend: str, threads: int, progress: Progress) -> list[Any]:
    if until is None:
        raise ValueError("a measure that is a function needs until=, the time of each run")
    if not 1 <= len(lists) <= 2:
        raise ValueError("a sweep varies one or two paths")
    points = [(x,) for x in lists[0][1]]
    if len(lists) == 2:
        points = [(x, y) for y in lists[1][1] for x in lists[0][1]]  # type: ignore[misc]
    rows = []
    for k, point in enumerate(points):
        with Run(scene.edited(dict(zip([p for p, _ in lists], point))), backend=backend, threads=threads) as run:
            run.until(until)
            rows.append((point, float(measure(run)), float("nan"), run.steps, run.t, ""))
        if progress:
            progress((k + 1) / len(points))
    return rows


@dataclass(frozen=True)
class Reflection:
    """Reflection of one variant: dB by side (None: not measured), and by angle as (side, degrees, dB, theory in dB)."""

    name: str
    db: Mapping[str, Optional[float]]
    own_db: Mapping[str, Optional[float]]
    angles: Sequence[tuple[str, float, Optional[float], Optional[float]]]


def reflect(scene: Union[Scene, str], angles: Sequence[float] = range(0, 81, 5), frequency: Optional[float] = None,
            backend: str = "auto", threads: int = 0, progress: Progress = None) -> list[Reflection]:
    """Measures the reflection of every boundary, as `ezscope reflect`. angles in degrees, frequency in Hz."""
    rows = _core.reflect(_scene(scene)._value, [float(a) for a in angles], frequency, backend, threads, progress)
    return [Reflection(row["name"], {s: v["db"] for s, v in row["sides"].items()},
                       {s: v["own_db"] for s, v in row["sides"].items()}, row["angles"]) for row in rows]
