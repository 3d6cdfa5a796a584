#!/usr/bin/env python3
"""Measures the page in Chromium: download, first picture, frame times, speed of the engine and memory. Prints one line for each.

A time "to the first picture" runs from the request of the page to the mark that the page sets before its first frame. The slow
network has 20 Mbit/s and a latency of 50 ms. A "callback" is the page's work for one frame, with its batch of steps.
"""
import argparse
import json
import pathlib
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from chromium import Chromium  # noqa: E402  (the modules are next to this file)
from page import LAMP, ROOT, STARTED, Server, command, drop  # noqa: E402

# Keeps the duration of each frame's callback, and the time at which it began, in ms.
TIMED_FRAMES = """
self.frames = [];
const request = self.requestAnimationFrame.bind(self);
self.requestAnimationFrame = work => request(now => {
  const begin = performance.now();
  work(now);
  self.frames.push([begin, performance.now() - begin]);
});
"""


USED = ("double-slit", "lecture", "sod", "brewster", "shoot-out")  # scenes of the use over which the memory is measured
DO_NOT_SAVE = (586, 396)  # the button of the question about unsaved changes


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dist", type=pathlib.Path, metavar="DIST", help="the folder that ./web makes")
    parser.add_argument("--minutes", type=float, default=0, help="minutes of use over which the memory is measured (default: not measured)")
    parser.add_argument("--scene", default="double-slit")
    parser.add_argument("--alone", action="store_true", help="one thread")
    return parser.parse_args()


def first_picture(address, slow):
    """Returns the seconds until the first picture, and the bytes that were loaded."""
    with Chromium() as browser:
        if slow:
            browser.call("Network.emulateNetworkConditions", offline=False, latency=50, downloadThroughput=20e6 / 8, uploadThroughput=20e6 / 8)
        browser.go(address)
        browser.wait_for(STARTED, 120)
        loaded = browser.evaluate("performance.getEntriesByType('resource').reduce((sum, file) => sum + file.transferSize, 0)")
        return browser.evaluate("performance.getEntriesByName('ezscope-started')[0].startTime") / 1000, loaded


def frames(address, seconds=15):
    """Returns the median and the 95th percentile of the callbacks in ms, and the frames per second."""
    with Chromium() as browser:
        browser.before_loading(TIMED_FRAMES)
        browser.go(address)
        browser.wait_for(STARTED, 120)
        browser.rest(5)
        browser.evaluate("self.frames.length = 0")
        browser.rest(seconds)
        timed = browser.evaluate("self.frames")
        durations = sorted(duration for _, duration in timed)
        rate = 1000 * (len(timed) - 1) / (timed[-1][0] - timed[0][0])
        return statistics.median(durations), durations[int(0.95 * len(durations))], rate


def speed(address, threads):
    """Returns the speed of the engine with the scene `lecture` on 1024² cells, in Gcell/s."""
    with Chromium() as browser:
        browser.go(address)
        browser.wait_for(STARTED, 120)
        browser.key(" ", "Space", 32, text=" ")  # pauses the page's own run
        words = ["bench", "--scene", "lecture", "--cells", "1024", "--backend", "cpu", "--threads", str(threads), "--json", "/tmp/speed.json"]
        rows = json.loads(command(browser, words, "/tmp/speed.json"))["rows"]
        return next(row["gcells_per_s"] for row in rows if row["threads"] == threads)


def memory(address, minutes):
    """Uses the page: drags, keys, another scene after each five drags. Yields (minute, MB of WebAssembly, MB of JavaScript) about 15 times."""
    with Chromium() as browser:
        browser.go(address)
        browser.wait_for(STARTED, 120)
        begin, moved, following = time.monotonic(), 0, 0
        while True:
            passed = (time.monotonic() - begin) / 60
            if passed >= following or passed >= minutes:
                browser.call("HeapProfiler.collectGarbage")
                yield passed, browser.evaluate("self.ezscope.HEAPU8.length") / 1e6, browser.evaluate("performance.memory.usedJSHeapSize") / 1e6
                following += minutes / 15
                if passed >= minutes:
                    return
            if moved % 5 == 0:
                name = USED[moved // 5 % len(USED)]
                drop(browser, f"{name}.toml", next((ROOT / "assets/scenes").glob(f"*-{name}.toml")).read_text())
                browser.rest(1)
                browser.click(*DO_NOT_SAVE)
            browser.drag((LAMP[0] + 40 * (moved % 2), LAMP[1]), (LAMP[0] + 40 * ((moved + 1) % 2), LAMP[1]))
            moved += 1
            browser.key("Tab", "Tab", 9)  # hides or shows the panel
            browser.rest(3)


def main():
    chosen = options()
    server = Server(chosen.dist)
    try:
        address = f"{server.address}?scene={chosen.scene}" + ("&alone" if chosen.alone else "")
        for slow in (False, True):
            seconds, loaded = first_picture(address, slow)
            print(f"first picture, {'20 Mbit/s and 50 ms' if slow else 'this machine'}: {seconds:.2f} s, {loaded / 1e6:.2f} MB", flush=True)
        middle, most, rate = frames(address)
        print(f"callback of a frame: median {middle:.1f} ms, 95 % below {most:.1f} ms; {rate:.1f} frames per second", flush=True)
        for threads in (1,) if chosen.alone else (1, 2):
            print(f"lecture, 1024², {threads} thread{'s' * (threads > 1)}: {speed(address, threads):.2f} Gcell/s", flush=True)
        for minute, wasm, script in memory(address, chosen.minutes) if chosen.minutes else ():
            print(f"memory after {minute:.1f} min: {wasm:.1f} MB of WebAssembly, {script:.2f} MB of JavaScript", flush=True)
    finally:
        server.stop()


if __name__ == "__main__":
    main()
