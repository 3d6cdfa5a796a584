"""ezscope: an interactive simulator of Maxwell's equations in two dimensions, for Python.

    import ezscope as ez
    run = ez.Run(ez.Scene.load("double-slit"))
    run.until("20T")
    run.ez          # numpy array, V/m
"""
from . import theory
from ._core import Error, Problem, SceneError, backends, builtin_scenes, revision
from ._core import version as __version__
from ._parts import (Box, Circle, Ellipse, Material, Polygon, Rect, Ring, Shape, Source, cw, ricker, table)
from ._run import CheckResult, Energy, FieldView, Picture, ProbeSeries, Run
from ._scene import Scene
from ._studies import Reflection, SweepResult, check, reflect, sweep

__all__ = ["Box", "CheckResult", "Circle", "Ellipse", "Energy", "Error", "FieldView", "Material", "Picture", "Polygon",
           "ProbeSeries", "Problem", "Rect", "Reflection", "Ring", "Run", "Scene", "SceneError", "Shape", "Source",
           "SweepResult", "__version__", "backends", "builtin_scenes", "check", "cw", "reflect", "revision", "ricker",
           "sweep", "table", "theory"]
