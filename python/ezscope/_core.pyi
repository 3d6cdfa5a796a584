# Types of the module _core. tests/python/test_stubs.py compares them with it.
"""Solver of ezscope. Use the package ezscope instead."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any

import numpy
from numpy.typing import NDArray
from typing_extensions import disjoint_base


version: str

revision: str

class Error(RuntimeError):
    """A run, a backend or a device cannot carry out a request. The text gives the reason and a remedy."""

class SceneError(Error):
    """A scene breaks rules. `problems` lists them."""

    problems: list[Problem]

@disjoint_base
class Problem:
    """A problem of a scene, with its place and a remedy."""

    @property
    def is_error(self) -> bool:
        """True for an error, False for a warning."""

    @property
    def file(self) -> str:
        """File or name that was given; may be empty."""

    @property
    def line(self) -> int:
        """Line, counted from 1; 0: no position."""

    @property
    def column(self) -> int:
        """Column, counted from 1; 0: no position."""

    @property
    def text(self) -> str:
        """The problem and its remedy."""

    @property
    def path(self) -> str:
        """Path of the value, as for Scene.edited(); may be empty."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

@disjoint_base
class SceneValue:
    @staticmethod
    def load(name: str, set: Sequence[tuple[str, str]] = []) -> SceneValue: ...

    @staticmethod
    def parse(text: str, name: str = '', set: Sequence[tuple[str, str]] = []) -> SceneValue: ...

    def edited(self, set: Sequence[tuple[str, str]]) -> SceneValue: ...

    def refined(self, factor: float) -> SceneValue: ...

    def text(self, every_default: bool = False) -> str: ...

    @property
    def warnings(self) -> list[Problem]: ...

    @property
    def title(self) -> str: ...

    @property
    def cells(self) -> tuple[int, int]: ...

    @property
    def cell(self) -> tuple[float, float]: ...

    @property
    def dt(self) -> float: ...

    @property
    def double_precision(self) -> bool: ...

    @property
    def unit(self) -> str: ...

    @property
    def main(self) -> str: ...

    @property
    def sources(self) -> list[str]: ...

    @property
    def probes(self) -> list[str]: ...

    @property
    def monitors(self) -> list[str]: ...

    @property
    def materials(self) -> list[str]: ...

    @property
    def variants(self) -> list[str]: ...

    @property
    def checks(self) -> list[str]: ...

    def variant(self, arg: int, /) -> SceneValue: ...

    def equals(self, arg: SceneValue, /) -> bool: ...

    def __getstate__(self) -> tuple[str]: ...

    def __setstate__(self, arg: tuple[str], /) -> None: ...

def builtin_scenes() -> list[str]:
    """Names of the built-in scenes, for Scene.load()."""

@disjoint_base
class RunValue:
    def __init__(self, scene: SceneValue, backend: str, device: int, threads: int) -> None: ...

    def step(self, steps: int) -> None: ...

    def until(self, seconds: float) -> None: ...

    def seconds_of(self, text: str) -> float: ...

    def field(self, quantity: str) -> object: ...

    def view(self) -> object: ...

    def probe(self, name: str) -> tuple[object, object]: ...

    def monitor(self, name: str) -> dict[str, Any]: ...

    def checks(self) -> list[Any]: ...

    def energy(self) -> dict[str, Any]: ...

    def picture(self, quantity: str, width: int, range: float, dark: bool) -> bytes: ...

    def close(self) -> None: ...

    @property
    def closed(self) -> bool: ...

    @property
    def steps(self) -> int: ...

    @property
    def dt(self) -> float: ...

    @property
    def time(self) -> float: ...

    @property
    def device(self) -> str: ...

    @property
    def backend(self) -> str: ...

    @property
    def largest(self) -> float: ...

    @property
    def finite(self) -> bool: ...

def check(scene: SceneValue, backend: str, device: int, threads: int, progress: Callable[[float], None] | None) -> list[Any]: ...

def sweep(scene: SceneValue, axes: Sequence[tuple[str, Sequence[float]]], measure: str, theory: str, after: str, within: float, backend: str, threads: int, progress: Callable[[float], None] | None) -> list[Any]: ...

def reflect(scene: SceneValue, degrees: Sequence[float], frequency: float | None, backend: str, threads: int, progress: Callable[[float], None] | None) -> list[Any]: ...

def theory(name: str, rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> list[float]: ...

def theory_functions() -> list[tuple[str, list[str], str]]: ...

def backends() -> list[str]:
    """Names of the backends, for Run(backend=...)."""
