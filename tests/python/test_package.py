"""Tests of the package: scenes, runs, studies and theory."""
import gc
import math
import pickle
import signal
import threading
import time

import numpy as np
import pytest

import ezscope as ez


def test_scene_is_edited_by_index_and_by_name(box):
    for path in ("source.0.amplitude", "source.lamp.amplitude"):
        other = box.edited(path, 3)
        assert "amplitude = 3" in other.toml() and "amplitude = 3" not in box.toml()
    assert box.edited({"boundary.left": "pec", "grid.courant": 0.5}) != box
    assert box.edited("source.lamp.amplitude", 1) == box


def test_wrong_scene_raises_its_problems(box):
    with pytest.raises(ez.SceneError) as error:
        box.edited("source.lam.amplitude", 3)
    assert 'did you mean "lamp"' in str(error.value)
    with pytest.raises(ez.SceneError) as error:
        ez.Scene.parse("ezscope = 1\n[grid]\ncells = [4, 4]\ncell = 1\ncourant = 2\n")
    assert len(error.value.problems) == 2 and {p.line for p in error.value.problems} == {3, 5}
    assert isinstance(error.value, ez.Error)
    with pytest.raises(ez.SceneError):
        ez.Scene.load("no-such-scene")


def test_scene_is_built_without_toml():
    glass = ez.Material("glass", eps=4)
    scene = (ez.Scene.new(cells=(80, 60), cell=1e-3)
             .with_shape(ez.Circle(center=(0.04, 0.03), radius=0.01, material=glass))
             .with_shape(ez.Box(min=(0.01, 0.01), max=(0.02, 0.02), material=glass))
             .with_source(ez.Source("point", {"at": (0.02, 0.03)}, ez.ricker(10e9), name="lamp"))
             .with_probe("p", (0.06, 0.03)))
    assert scene.materials == ["glass"] and scene.probes == ["p"] and scene.cells == (80, 60)
    assert np.abs(ez.Run(scene).step(200).ez).max() > 0


def test_scene_survives_pickle_and_text():
    for name in ("double-slit", "lecture"):
        scene = ez.Scene.load(name)
        assert pickle.loads(pickle.dumps(scene)) == scene
        assert ez.Scene.parse(scene.toml()) == scene


def test_run_copies_its_arrays(box):
    run = ez.Run(box, threads=1)
    run.step(50)
    field = run.ez
    assert field.shape == (40, 60) and field.dtype == np.float32 and field.flags.writeable
    before = field.copy()
    run.step(10)
    assert np.array_equal(field, before) and not np.array_equal(run.ez, before)
    assert run.steps == 60 and run.t == pytest.approx(60 * run.dt)
    assert ez.Run(box, precision="double").step(5).ez.dtype == np.float64
    series = run.probe("p")
    assert len(series.t) == len(series.values) == 60 and series.t[-1] == pytest.approx(run.t)
    assert series.values[-1] == pytest.approx(run.ez[20, 30])


def test_until_reaches_a_time(box):
    run = ez.Run(box).until("5T")
    assert run.steps == math.ceil(5 / 15e9 / run.dt - 1e-9)
    assert run.until(1e-10).t < 5.1 / 15e9, "an earlier time changes nothing"
    with pytest.raises(ValueError, match="not a time"):
        run.until("soon")


def test_view_is_no_copy_and_ends_with_the_next_step(box):
    run = ez.Run(box, backend="cpu").step(40)
    view = run.view("ez")
    array = np.asarray(view)
    assert np.array_equal(array, run.ez) and not array.flags.writeable
    assert array.ctypes.data == np.asarray(view).ctypes.data, "the same memory each time"
    run.step(1)
    with pytest.raises(RuntimeError, match="since this view"):
        np.asarray(view)
    last = np.asarray(run.view())
    run.close()
    del run
    gc.collect()
    assert np.isfinite(last).all(), "the array keeps its memory"


def test_view_is_shared_by_dlpack(box):
    run = ez.Run(box, backend="cpu").step(40)
    view = run.view()
    assert view.__dlpack_device__() == (1, 0)
    if not np.lib.NumpyVersion(np.__version__) < "2.1.0":  # earlier versions export no read-only arrays
        shared = np.from_dlpack(view)
        assert shared.ctypes.data == np.asarray(view).ctypes.data and not shared.flags.writeable
    run.step(1)
    with pytest.raises(RuntimeError, match="since this view"):
        view.__dlpack_device__()


def test_view_on_a_card_is_no_copy(box):
    torch = pytest.importorskip("torch")
    try:
        run = ez.Run(box, backend="cuda").step(40)
    except ez.Error as error:
        pytest.skip(str(error))
    view = run.view("ez")
    first, second = torch.from_dlpack(view), torch.from_dlpack(view)
    assert first.device.type == "cuda" and first.shape == (40, 60) and first.data_ptr() == second.data_ptr()
    assert np.array_equal(first.cpu().numpy(), run.ez)
    with pytest.raises(TypeError, match="on a card"):
        np.asarray(view)
    before = first.clone()
    run.step(1)
    with pytest.raises(RuntimeError, match="since this view"):
        torch.from_dlpack(view)
    assert not torch.equal(torch.from_dlpack(run.view()), before)
    last = torch.from_dlpack(run.view())
    run.close()
    del run, view
    gc.collect()
    assert torch.isfinite(last).all(), "the array keeps its memory"


def test_opencl_array_has_no_view(box):
    try:
        run = ez.Run(box, backend="opencl", device=0).step(1)
    except ez.Error as error:
        pytest.skip(str(error))
    with pytest.raises(ez.Error, match="cannot be shared"):
        np.asarray(run.view())


def test_other_engines_agree(box):
    assert np.array_equal(ez.Run(box, backend="scalar").step(100).ez, ez.Run(box, backend="cpu").step(100).ez)


def test_own_absorber_and_waveform(box):
    exponents = ez.Run(box).step(300).ez
    graded = box.with_absorber(10, sigma=lambda u: 40 * u**3, kappa=[1, 2], alpha=[0.02, 0])
    assert "sigma_table" in graded.toml()
    own = ez.Run(graded).step(300).ez
    assert not np.array_equal(own, exponents) and np.abs(own).max() == pytest.approx(np.abs(exponents).max(), rel=0.2)
    t = np.linspace(0, 2e-10, 50)
    pulse = box.edited("source.lamp.waveform", ez.table(t, np.sin(2 * np.pi * 1e10 * t)))
    assert np.abs(ez.Run(pulse).step(100).ez).max() > 0


def test_check_and_sweep(box):
    results = ez.check("brewster")
    assert results and all(r.holds for r in results)
    swept = ez.sweep(box, "source.lamp.amplitude", [1, 2, 3], measure='amplitude("p", f)', theory="x", after="8T")
    assert swept.measured / swept.measured[0] == pytest.approx([1, 2, 3], rel=1e-5)
    assert list(swept.theory) == [1, 2, 3] and list(swept.values["source.lamp.amplitude"]) == [1, 2, 3]
    own = ez.sweep(box, "source.lamp.amplitude", [1, 2], measure=lambda run: np.abs(run.ez).max(), until="5T")
    assert own.measured[1] / own.measured[0] == pytest.approx(2, rel=1e-5)
    with pytest.raises(ez.SceneError, match="lamp"):
        ez.sweep(box, "source.lam.amplitude", [1], measure="1")


CHECK = """
[[check]]
name = "late"
measured = 'amplitude("p", f)'
theory = "2"
within = 0.5
after = "12T"
[[check]]
name = "settled"
measured = 'amplitude("p", f)'
theory = "1e9"
within = 0.01
"""


def test_run_reads_its_checks(box):
    scene = ez.Scene.parse(box.toml() + CHECK)
    expected = ez.check(scene)
    assert [r.verdict for r in expected][1] == "fails" and not expected[1].holds
    run = ez.Run(scene)
    assert [r.verdict for r in run.checks()] == ["not yet", "not yet"] and "12" in run.checks()[0].note
    run.until("12T")
    assert run.checks()[0] == expected[0] and run.checks()[1].verdict == "not yet"
    while any(r.verdict == "not yet" for r in run.checks()):
        run.step(37)
    assert run.checks() == expected, "steps stop where a check must be read"
    assert ez.Run(box).checks() == []


def test_gas_reads_its_checks():
    name = next(n for n in ez.builtin_scenes() if n.startswith("sod"))
    scene = ez.Scene.load(name)
    expected = ez.check(scene)
    run = ez.Run(scene)
    while any(r.verdict == "not yet" for r in run.checks()):
        run.step(100)
    assert run.checks() == expected and expected
    with pytest.raises(ValueError, match="energy"):
        run.energy()


def test_energy_balance_closes(box):
    run = ez.Run(box.edited("boundary.left", "pec"), precision="double")
    assert run.energy().source == 0
    energy = run.step(300).energy()
    assert energy.source > 0 and energy.stored > 0 and set(energy.out) == {"left", "right", "bottom", "top"}
    assert energy.out["left"] == 0 and energy.out["right"] > 0
    assert abs(energy.unexplained) < 1e-10 * energy.turnover
    late = ez.Run(box).step(300)
    assert late.energy().source == 0 and late.energy().edits == pytest.approx(late.energy().stored)


def test_reflect_measures_every_side():
    scene = (ez.Scene.new(cells=(72, 64), cell=1e-3)
             .with_source(ez.Source("point", {"at": (0.036, 0.03)}, {"kind": "modulated", "frequency": 25e9, "width": 24e-12})))
    result, = ez.reflect(scene, angles=[0, 30])
    assert all(v is not None and v < -40 for v in result.db.values())
    assert len(result.angles) == 8


def test_theory_is_vectorised():
    name = dir(ez.theory)[0]
    function = getattr(ez.theory, name)
    assert name in function.__doc__
    with pytest.raises(TypeError):
        function(*[1.0] * 40)
    with pytest.raises(AttributeError):
        ez.theory.no_such_form
    count = function.__doc__.splitlines()[0].count(",") + 1
    arguments = [np.linspace(1, 2, 5)] + [1.0] * (count - 1)
    values = function(*arguments)
    assert values.shape == (5,)
    one = function(*[float(np.atleast_1d(a)[0]) for a in arguments])
    assert one == values[0] or (math.isnan(one) and math.isnan(values[0]))


def test_picture_is_png(box):
    run = ez.Run(box).step(100)
    assert run._repr_png_().startswith(b"\x89PNG") and run.plot("energy", width=200).data.startswith(b"\x89PNG")
    assert np.frombuffer(run.png(width=300)[16:20], ">u4")[0] == 300


def test_widget_answers_its_front_end(box):
    pytest.importorskip("anywidget")
    live = ez.Run(box).live(sliders={"source.lamp.amplitude": (1, 3)}, width=200, steps_per_frame=5)
    assert live.frame.startswith(b"\x89PNG") and live.sliders == [["source.lamp.amplitude", 1, 3, 2.0]]
    live.answer({"do": "play"})
    live.answer({"do": "shown"})
    assert live.playing and live.run.steps == 10
    live.answer({"do": "play"})
    live.answer({"do": "shown"})
    assert not live.playing and live.run.steps == 10
    live.answer({"do": "step"})
    assert live.run.steps == 11
    live.answer({"do": "read", "x": 0.5, "y": 0.5})
    assert live.text.startswith("node (30, 20): ")
    live.answer({"do": "set", "path": "source.lamp.amplitude", "value": 3})
    assert live.run.steps == 0 and "amplitude = 3" in live.scene.toml()
    live.answer({"do": "set", "path": "no.such.path", "value": 3})
    assert "no" in live.text and not live.playing


def test_other_threads_run_during_steps():
    run = ez.Run(ez.Scene.new(cells=(600, 600), cell=1e-3), backend="cpu", threads=1)
    count = 0
    stepping = threading.Thread(target=run.step, args=(3000,))
    stepping.start()
    while stepping.is_alive():
        count += 1
        time.sleep(0.001)
    assert count > 20 and run.steps == 3000


def test_control_c_ends_a_long_step():
    run = ez.Run(ez.Scene.new(cells=(600, 600), cell=1e-3), threads=1)
    timer = threading.Timer(0.5, lambda: signal.pthread_kill(threading.main_thread().ident, signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        run.step(10_000_000)
    assert 0 < run.steps < 10_000_000
    run.step(1)


def test_closed_run_says_so(box):
    with ez.Run(box) as run:
        run.step(1)
    assert run.closed and "closed" in repr(run)
    with pytest.raises(ez.Error, match="closed"):
        run.step(1)
