"""Scenes as immutable values."""
from __future__ import annotations

import os
import pathlib
import subprocess
import tempfile
from typing import Any, Mapping, Optional, Union

from . import _core, _toml
from ._parts import Grading, Material, Shape, Source, sampled


def _overrides(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(path, _toml.text(value)) for path, value in values.items()]


class Scene:
    """A scene. It never changes: methods that edit it return another scene.

    Raises SceneError, whose `problems` give place, cause and remedy, if a scene breaks a rule.
    """

    __slots__ = ("_value",)

    def __init__(self, value: _core.SceneValue) -> None:
        if not isinstance(value, _core.SceneValue):
            raise TypeError("use Scene.load(), Scene.parse() or Scene.new()")
        self._value = value

    @staticmethod
    def load(name: Union[str, os.PathLike[str]], set: Optional[Mapping[str, Any]] = None) -> "Scene":
        """Reads a built-in scene by its name, or a scene file. `set` changes keys before the scene is checked."""
        return Scene(_core.SceneValue.load(os.fspath(name), _overrides(set or {})))

    @staticmethod
    def parse(text: str, set: Optional[Mapping[str, Any]] = None) -> "Scene":
        """Reads a scene from TOML text. Such a scene reads no files."""
        return Scene(_core.SceneValue.parse(text, "", _overrides(set or {})))

    @staticmethod
    def new(cells: tuple[int, int], cell: float, unit: str = "m", **grid: Any) -> "Scene":
        """Makes an empty scene: nodes along x and y, cell size in `unit`, and further keys of [grid]."""
        keys = {"cells": list(cells), "cell": cell, **grid}
        lines = "\n".join(f"{key} = {_toml.text(value)}" for key, value in keys.items())
        return Scene.parse(f"ezscope = 1\nunit = {_toml.text(unit)}\n[grid]\n{lines}\n")

    def edited(self, path: Union[str, Mapping[str, Any]], value: Any = None) -> "Scene":
        """Returns the scene with a key changed, or with several: edited({path: value, …}).

        Paths are those of `--set`. An entry of a list has its index or its name: "source.lamp.amplitude".
        """
        values = {path: value} if isinstance(path, str) else path
        return Scene(self._value.edited(_overrides(values)))

    def refined(self, factor: float) -> "Scene":
        """Returns the scene on a grid that is `factor` times as fine."""
        return Scene(self._value.refined(factor))

    def variant(self, index: int) -> "Scene":
        """Returns one variant as a scene of its own."""
        return Scene(self._value.variant(index))

    def _with(self, name: str, keys: Mapping[str, Any]) -> "Scene":
        return Scene.parse(self.toml() + _toml.table(name, keys))

    def with_material(self, material: Material) -> "Scene":
        """Returns the scene with one more material."""
        return self._with("material", material._keys())

    def with_shape(self, shape: Shape) -> "Scene":
        """Returns the scene with a shape over the others. A new Material of the shape is added too."""
        scene = self
        if isinstance(shape.material, Material) and shape.material.name not in self.materials:
            scene = self.with_material(shape.material)
        return scene._with("shape", shape._keys())

    def with_source(self, source: Source) -> "Scene":
        """Returns the scene with one more source."""
        return self._with("source", source._keys())

    def with_probe(self, name: str, at: tuple[float, float]) -> "Scene":
        """Returns the scene with one more probe."""
        return self._with("probe", {"name": name, "at": list(at)})

    def with_monitor(self, name: str, kind: str, **keys: Any) -> "Scene":
        """Returns the scene with one more monitor, by its keys (docs/scene-format.md; `from_` stands for `from`)."""
        return self._with("monitor", {"name": name, "kind": kind, **{k.rstrip("_"): v for k, v in keys.items()}})

    def with_absorber(self, cells: int, sigma: Optional[Grading] = None, kappa: Optional[Grading] = None,
                      alpha: Optional[Grading] = None) -> "Scene":
        """Returns the scene with CPML layers of your own grading.

        sigma and alpha in S/m. Each is a sequence of values at evenly spaced depths from the inner edge to the boundary,
        linear between, or a function of the depth from 0 to 1. None leaves the scene's exponents.
        """
        values: dict[str, Any] = {"boundary.cpml.cells": cells}
        for key, grading in (("sigma", sigma), ("kappa", kappa), ("alpha", alpha)):
            if grading is not None:
                values[f"boundary.cpml.{key}_table"] = sampled(grading, cells)
        return self.edited(values)

    def toml(self, every_default: bool = False) -> str:
        """Returns the scene as TOML text."""
        return self._value.text(every_default)

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the scene to a file."""
        pathlib.Path(path).write_text(self.toml(), encoding="utf-8")

    def show(self, *arguments: str, wait: bool = False) -> "subprocess.Popen[bytes]":
        """Opens the scene in the program's window. Returns the process; `wait` waits until the window is closed."""
        from ._program import program
        folder = tempfile.mkdtemp(prefix="ezscope-")
        path = os.path.join(folder, "scene.toml")
        self.save(path)
        process = subprocess.Popen([program(), path, *arguments])
        if wait:
            process.wait()
        return process

    @property
    def title(self) -> str:
        """Title."""
        return self._value.title

    @property
    def cells(self) -> tuple[int, int]:
        """Nodes along x and y. Arrays have the shape (ny, nx)."""
        return self._value.cells

    @property
    def cell(self) -> tuple[float, float]:
        """Cell size along x and y in m."""
        return self._value.cell

    @property
    def dt(self) -> float:
        """Time step in s; for a gas the first one."""
        return self._value.dt

    @property
    def unit(self) -> str:
        """Unit of the lengths in the scene's file."""
        return self._value.unit

    @property
    def sources(self) -> list[str]:
        """Names of the sources; "" for one without a name."""
        return self._value.sources

    @property
    def probes(self) -> list[str]:
        """Names of the probes."""
        return self._value.probes

    @property
    def monitors(self) -> list[str]:
        """Names of the monitors."""
        return self._value.monitors

    @property
    def materials(self) -> list[str]:
        """Names of the materials, without the built-in ones."""
        return self._value.materials

    @property
    def variants(self) -> list[str]:
        """Names of the variants."""
        return self._value.variants

    @property
    def checks(self) -> list[str]:
        """Names of the checks."""
        return self._value.checks

    @property
    def warnings(self) -> list[_core.Problem]:
        """Warnings of the rules."""
        return self._value.warnings

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scene) and self._value.equals(other._value)

    def __hash__(self) -> int:
        return hash(self.toml())

    def __repr__(self) -> str:
        nx, ny = self.cells
        return f"<ezscope.Scene {self.title!r}, {nx} × {ny} nodes>"

    def __getstate__(self) -> _core.SceneValue:
        return self._value

    def __setstate__(self, state: _core.SceneValue) -> None:
        self._value = state
