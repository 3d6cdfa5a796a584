"""300 random wrong calls raise Python exceptions, and the process survives them."""
import gc
import random
import threading

import numpy as np
import pytest

import ezscope as ez

VALUES = [None, -1, 0, 2**70, 1.5, float("nan"), float("inf"), "", "x", b"x", [], [[]], {}, object(), np.zeros(3),
          np.zeros((2, 2)), lambda: 1, ez, "ez", "source.0", "\0", "é" * 1000]
EXPECTED = (TypeError, ValueError, KeyError, AttributeError, OverflowError, MemoryError, RuntimeError, BufferError)


def wrong_calls(random_, box):
    run = ez.Run(box, backend="cpu", threads=1)
    closed = ez.Run(box, backend="cpu", threads=1)
    closed.close()
    value = lambda: random_.choice(VALUES)  # noqa: E731
    small = lambda: random_.choice([v for v in VALUES if v != 2**70])  # noqa: E731
    calls = [
        lambda: ez.Scene.load(value()), lambda: ez.Scene.parse(value()), lambda: ez.Scene(value()),
        lambda: box.edited(value(), value()), lambda: box.edited({str(value()): value()}), lambda: box.refined(value()),
        lambda: box.variant(value()), lambda: box.with_shape(value()), lambda: box.with_probe(value(), value()),
        lambda: ez.Scene.new(value(), value()), lambda: ez.Run(value()), lambda: ez.Run(box, backend=value()),
        lambda: ez.Run(box, precision=value()), lambda: run.step(small()), lambda: run.until(random_.choice(["", "x", None, float("nan")])),
        lambda: run.field(value()), lambda: run.probe(value()), lambda: run.monitor(value()), lambda: run.view(value()),
        lambda: closed.checks(), lambda: closed.energy(), lambda: run.view().__dlpack__(stream=value()),
        lambda: run.view().__dlpack__(max_version=value()), lambda: np.from_dlpack(closed.view()),
        lambda: run.png(value()), lambda: run.png("ez", value()), lambda: closed.step(value()), lambda: closed.ez,
        lambda: np.asarray(closed.view()), lambda: closed.probe("p"), lambda: ez.sweep(box, value(), value(), measure=value()),
        lambda: ez.sweep(box, "source.0.amplitude", [1.0], measure=lambda r: 1 / 0, until="1T"),
        lambda: ez.check(value()), lambda: ez.reflect(value()), lambda: getattr(ez.theory, "bessel_j", ez.theory.__getattr__)(value()),
        lambda: ez.check("brewster", progress=lambda part: 1 / 0),
    ]
    return random_.choice(calls)


@pytest.mark.parametrize("seed", range(300))
def test_wrong_call(seed, box):
    random_ = random.Random(seed)
    call = wrong_calls(random_, box)
    try:
        call()
    except EXPECTED + (ZeroDivisionError,):
        pass


def test_two_threads_on_one_run(box):
    run = ez.Run(box, backend="cpu", threads=2)
    threads = [threading.Thread(target=lambda: [run.step(3) and run.ez for _ in range(100)]) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert run.steps == 1200


def test_views_outlive_their_runs(box):
    kept = []
    for _ in range(50):
        run = ez.Run(box, backend="cpu", threads=1).step(2)
        kept.append(np.asarray(run.view()))
        run.close()
    gc.collect()
    assert all(np.isfinite(a).all() for a in kept)


def test_close_during_a_step(box):
    run = ez.Run(box, backend="cpu", threads=1)

    def steps():
        try:
            while True:
                run.step(100)
        except ez.Error:
            pass

    thread = threading.Thread(target=steps)
    thread.start()
    run.close()
    thread.join()
    assert run.closed


def test_close_while_views_are_taken(box):
    for _ in range(30):
        run = ez.Run(box, backend="cpu", threads=1).step(1)
        sums = []

        def look(run=run, sums=sums):
            try:
                while True:
                    sums.append(np.asarray(run.view()).sum())
            except RuntimeError:  # closed
                pass

        thread = threading.Thread(target=look)
        thread.start()
        run.close()
        thread.join()
        assert np.isfinite(sums).all()
