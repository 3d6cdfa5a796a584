"""Runs of a scene."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterable, Mapping, Optional, Union

import numpy as np

from . import _core
from ._scene import Scene

Array = Any  # a numpy array


@dataclass(frozen=True)
class ProbeSeries:
    """A probe's record: t in s and values in V/m (A/m in an hz scene), one for each step, shape (steps,)."""

    t: Array
    values: Array


class FieldView:
    """The engine's own main array, without a copy. It is valid until the next step of its run.

    In main memory np.asarray(view) gives a read-only array. On a card, from_dlpack(view) of CuPy or PyTorch shares the
    memory; do not write to it. Do not keep such an array: after the next step the view raises, but the array silently
    shows another field.
    """

    def __init__(self, run: "Run") -> None:
        self._run, self._steps = run, run.steps

    def _shared(self) -> Any:
        if self._run.closed or self._run.steps != self._steps:
            raise RuntimeError("the run has made a step since this view was taken; take a new one")
        return self._run._value.view()

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Array:
        array = self._shared()
        if not isinstance(array, np.ndarray):
            raise TypeError("this array is on a card; use field(), which copies it, or from_dlpack() of CuPy or PyTorch")
        return np.array(array, dtype=dtype) if copy else np.asarray(array, dtype=dtype)

    def __dlpack__(self, **options: Any) -> Any:
        """Returns the array as a DLPack capsule. The engine's work on it has finished."""
        return self._shared().__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        """Returns DLPack's device: (1, 0) in main memory, (2, index) on a CUDA card."""
        kind, index = self._shared().__dlpack_device__()
        return int(kind), int(index)

    @property
    def shape(self) -> tuple[int, ...]:
        """(ny, nx)."""
        nx, ny = self._run.scene.cells
        return ny, nx


@dataclass(frozen=True)
class Energy:
    """Energy balance of a run in J per metre of height, since the first call of energy().

    source: put in by sources. edits: in the field at the first call. stored: in the field now. absorbed_sigma and
    absorbed_sigma_m: lost in media. out: lost through each boundary, by side. unexplained: what these leave over.
    turnover: the amount that unexplained is compared with. Absorbing layers are outside the balance.
    """

    source: float
    edits: float
    stored: float
    absorbed_sigma: float
    absorbed_sigma_m: float
    out: Mapping[str, float]
    turnover: float
    unexplained: float


@dataclass(frozen=True)
class CheckResult:
    """Result of one check. difference = measured − theory, divided by |theory| if `relative`; at most `bound` is allowed.

    verdict: "holds", "fails", "not yet" (the run must go on) or "not settled". note: the reason, if the numbers do not
    show it.
    """

    name: str
    measured: float
    theory: float
    difference: float
    bound: float
    relative: bool
    verdict: str
    note: str

    @property
    def holds(self) -> bool:
        """True if the difference is allowed."""
        return self.verdict == "holds"


class Run:
    """One run of a scene on one engine. Its calls are safe from several threads, which wait for each other.

    backend: "auto", or one of backends(). precision: "float", "double", or None as the scene has it. threads: of the CPU
    engine; 0: all cores. Raises MemoryError if the grid does not fit, and Error if the backend cannot be used.
    """

    def __init__(self, scene: Scene, backend: str = "auto", precision: Optional[str] = None, device: int = -1,
                 threads: int = 0) -> None:
        if not isinstance(scene, Scene):
            raise TypeError("a run needs a Scene; Scene.load() reads one")
        if precision is not None:
            scene = scene.edited("grid.precision", precision)
        self._scene = scene
        self._value = _core.RunValue(scene._value, backend, device, threads)

    def step(self, steps: int = 1, progress: bool = False) -> "Run":
        """Makes steps. Ctrl C ends it between two batches. Other threads of Python run meanwhile."""
        if not progress:
            self._value.step(steps)
            return self
        for count in _shown([max(1, steps // 100)] * (steps // max(1, steps // 100))):
            self._value.step(count)
        self._value.step(steps % max(1, steps // 100))
        return self

    def until(self, time: Union[float, str]) -> "Run":
        """Advances to a time: in s, or as text such as "3.2ns" or "40T" (periods of the first source)."""
        self._value.until(self._value.seconds_of(time) if isinstance(time, str) else time)
        return self

    def field(self, quantity: str) -> Array:
        """Returns a copy of a quantity, shape (ny, nx), row 0 at y = 0; the bits of `render --out FILE.npy`."""
        return self._value.field(quantity)

    def view(self, quantity: Optional[str] = None) -> FieldView:
        """Returns the main array without a copy. It raises after the next step. OpenCL's array cannot be shared."""
        main = self._scene._value.main
        if quantity not in (None, main):
            raise ValueError(f"only the main array, {main}, has a view; field({quantity!r}) returns a copy")
        return FieldView(self)

    def probe(self, name: str) -> ProbeSeries:
        """Returns the record of a probe."""
        return ProbeSeries(*self._value.probe(name))

    def monitor(self, name: str) -> Mapping[str, Any]:
        """Returns what a monitor has measured so far, as arrays by name: frequencies in Hz, flux, forward, …"""
        reading = self._value.monitor(name)
        if reading["why_none"]:
            raise ValueError(f"the monitor {name!r} has no reading: {reading['why_none']}")
        return reading

    def checks(self) -> list[CheckResult]:
        """Returns a result for each check of the scene. Its steps read each check when its time has come."""
        return [CheckResult(**row) for row in self._value.checks()]

    def energy(self) -> Energy:
        """Returns the energy balance. The first call starts it, which makes steps slower; call it before the first step to
        count everything. Raises ValueError for a gas or heat."""
        return Energy(**self._value.energy())

    def png(self, quantity: str = "", width: int = 720, range: float = 0.0, dark: bool = False) -> bytes:
        """Returns a picture as PNG, in the program's colours. range: end of the colours; 0: the largest value."""
        return self._value.picture(quantity, width, range, dark)

    def plot(self, quantity: str = "", width: int = 720, range: float = 0.0) -> "Picture":
        """Returns a picture that a notebook shows; save(path) writes it."""
        return Picture(self.png(quantity, width, range))

    def _repr_png_(self) -> bytes:
        return self.png()

    def live(self, **options: Any) -> Any:
        """Returns a widget that shows another run of this scene live in a notebook. Needs anywidget. options: those of Live."""
        from ._widget import Live

        return Live(self._scene, **options)

    def close(self) -> None:
        """Frees the run's memory at once, except what arrays of a view still use."""
        self._value.close()

    def __enter__(self) -> "Run":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def to_xarray(self, quantity: Optional[str] = None) -> Any:
        """Returns a quantity as an xarray.DataArray with x and y in m. Needs xarray."""
        import xarray  # type: ignore[import-not-found, import-untyped, unused-ignore]

        name = quantity or self._scene._value.main
        values = self.field(name)
        dx, dy = self._scene.cell
        return xarray.DataArray(values, dims=("y", "x"), name=name, attrs={"t_s": self.t},
                                coords={"x": np.arange(values.shape[1]) * dx, "y": np.arange(values.shape[0]) * dy})

    @property
    def scene(self) -> Scene:
        """The scene."""
        return self._scene

    @property
    def t(self) -> float:
        """Time in s."""
        return self._value.time

    @property
    def steps(self) -> int:
        """Number of steps made."""
        return self._value.steps

    @property
    def dt(self) -> float:
        """Time step in s; for a gas the last one."""
        return self._value.dt

    @property
    def closed(self) -> bool:
        """True after close()."""
        return self._value.closed

    @property
    def backend(self) -> str:
        """Name of the backend that computes."""
        return self._value.backend

    @property
    def device(self) -> str:
        """Name of the device."""
        return self._value.device

    @property
    def finite(self) -> bool:
        """False if the field has become unstable."""
        return self._value.finite

    @property
    def ez(self) -> Array:
        """Ez in V/m, shape (ny, nx)."""
        return self.field("ez")

    @property
    def hx(self) -> Array:
        """Hx in A/m, shape (ny, nx)."""
        return self.field("hx")

    @property
    def hy(self) -> Array:
        """Hy in A/m, shape (ny, nx)."""
        return self.field("hy")

    def __repr__(self) -> str:
        return "<ezscope.Run, closed>" if self.closed else f"<ezscope.Run, step {self.steps}, {self.device}>"


@dataclass(frozen=True)
class Picture:
    """A PNG picture."""

    data: bytes

    def _repr_png_(self) -> bytes:
        return self.data

    def save(self, path: str) -> None:
        """Writes the picture to a file."""
        with open(path, "wb") as file:
            file.write(self.data)


def _shown(items: Iterable[int]) -> Iterable[int]:
    """Shows a progress bar if tqdm is installed."""
    try:
        from tqdm.auto import tqdm  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        return items
    return tqdm(items)  # type: ignore[no-any-return, unused-ignore]
