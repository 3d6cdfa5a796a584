"""Parts that a scene is built from. Lengths and places are in the scene's unit, as in its file."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, Optional, Sequence, Union

Point = Sequence[float]


@dataclass(frozen=True)
class Material:
    """A material: relative eps and mu, conductivity sigma in S/m, magnetic loss sigma_m in ohm/m."""

    name: str
    eps: float = 1.0
    mu: float = 1.0
    sigma: float = 0.0
    sigma_m: float = 0.0
    color: Optional[str] = None
    more: dict[str, Any] = field(default_factory=dict)

    def _keys(self) -> dict[str, Any]:
        return {"name": self.name, "eps": self.eps, "mu": self.mu, "sigma": self.sigma, "sigma_m": self.sigma_m,
                "color": self.color, **self.more}


@dataclass(frozen=True)
class Shape:
    """A shape of any kind of docs/scene-format.md, by its keys. `material` is a Material or the name of one."""

    kind: str
    material: Union[Material, str]
    keys: dict[str, Any] = field(default_factory=dict)

    def _keys(self) -> dict[str, Any]:
        name = self.material.name if isinstance(self.material, Material) else self.material
        return {"kind": self.kind, "material": name, **self.keys}


def Circle(center: Point, radius: float, material: Union[Material, str]) -> Shape:
    """Returns a disc."""
    return Shape("circle", material, {"center": list(center), "radius": radius})


def Ring(center: Point, inner: float, outer: float, material: Union[Material, str]) -> Shape:
    """Returns a ring between two radii."""
    return Shape("ring", material, {"center": list(center), "inner": inner, "outer": outer})


def Ellipse(center: Point, radii: Point, material: Union[Material, str], angle: float = 0.0) -> Shape:
    """Returns an ellipse; its first radius is turned by `angle` degrees from +x."""
    return Shape("ellipse", material, {"center": list(center), "radii": list(radii), "angle": angle})


def Rect(center: Point, size: Point, material: Union[Material, str], angle: float = 0.0) -> Shape:
    """Returns a rectangle, turned by `angle` degrees."""
    return Shape("rect", material, {"center": list(center), "size": list(size), "angle": angle})


def Box(min: Point, max: Point, material: Union[Material, str]) -> Shape:
    """Returns a rectangle between two opposite corners."""
    return Shape("rect", material, {"min": list(min), "max": list(max)})


def Polygon(points: Sequence[Point], material: Union[Material, str]) -> Shape:
    """Returns a polygon."""
    return Shape("polygon", material, {"points": [list(p) for p in points]})


@dataclass(frozen=True)
class Source:
    """A source of any kind of docs/scene-format.md, by its keys: Source("point", {"at": (1, 2)}, cw(1e9))."""

    kind: str
    keys: dict[str, Any]
    waveform: dict[str, Any]
    amplitude: float = 1.0
    name: Optional[str] = None

    def _keys(self) -> dict[str, Any]:
        return {"name": self.name, "kind": self.kind, "amplitude": self.amplitude, **self.keys, "waveform": self.waveform}


def cw(frequency: float, ramp: float = 3.0, phase: float = 0.0) -> dict[str, Any]:
    """Returns a continuous wave; frequency in Hz, ramp in periods, phase in degrees."""
    return {"kind": "cw", "frequency": frequency, "ramp": ramp, "phase": phase}


def ricker(frequency: float) -> dict[str, Any]:
    """Returns a Ricker pulse; frequency in Hz."""
    return {"kind": "ricker", "frequency": frequency}


def table(t: Sequence[float], w: Sequence[float]) -> dict[str, Any]:
    """Returns a waveform of your own: w (no unit) at the times t in s, increasing, linear between, 0 outside."""
    times, values = [float(x) for x in t], [float(x) for x in w]
    if len(times) != len(values):
        raise ValueError(f"there are {len(times)} times but {len(values)} values; give as many of each")
    return {"kind": "table", "t": times, "w": values}


Grading = Union[Sequence[float], Callable[[float], float]]


def sampled(grading: Optional[Grading], cells: int) -> Optional[list[float]]:
    """Returns a grading as a list. A function of the depth, 0 at the inner edge to 1 at the boundary, is sampled at every
    node and half node of a layer of this many cells."""
    if grading is None:
        return None
    if callable(grading):
        return [float(grading(k / (2 * cells))) for k in range(2 * cells + 1)]
    return [float(v) for v in grading]
