"""What the tests of the page share: their options, and the browser that a test opens."""
import argparse
import importlib
import importlib.util
import os
import pathlib
import tempfile
import time
import unittest

from page import STARTED, Server
from page_scripts import PIXEL

BROWSERS = {"chromium": "Chromium", "firefox": "Firefox"}  # modules, with the class of each


def options():
    parser = argparse.ArgumentParser(description="Tests of the page in a browser. Exits with 77 if a tool is missing.")
    parser.add_argument("program", metavar="EZSCOPE", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("dist", metavar="DIST", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("suites", metavar="SUITE", nargs="*", help="a class of tests or CLASS.TEST (default: all)")
    parser.add_argument("--browser", choices=BROWSERS, default="chromium")
    return parser.parse_args()


OPTIONS = options()


def driver():
    """Returns the class that drives the chosen browser."""
    return getattr(importlib.import_module(OPTIONS.browser), BROWSERS[OPTIONS.browser])


def missing():
    """Returns why the tests cannot run here; empty if they can."""
    if not importlib.util.find_spec("websocket"):
        return "python3-websocket is not installed"
    if not driver().program():
        return f"{BROWSERS[OPTIONS.browser]} is not installed"
    if OPTIONS.browser == "firefox" and "DISPLAY" not in os.environ:
        return "Firefox has WebGL only with a display; run the test with tools/with_xvfb"
    if not (OPTIONS.dist / "index.html").is_file():
        return f"{OPTIONS.dist} has no page; run ./web"
    return ""


class PageTest(unittest.TestCase):
    plain = False  # the server sends no headers

    @classmethod
    def setUpClass(cls):
        cls.server = Server(OPTIONS.dist, cls.plain)
        cls.address = cls.server.address

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    def browser(self, **options):
        browser = driver()(**options)
        browser.__enter__()
        self.addCleanup(browser.__exit__)
        return browser

    def opened(self, query="", **options):
        browser = self.browser(**options)
        browser.go(self.address + query)
        browser.wait_for(STARTED)
        return browser

    def size_of_picture(self, browser):
        """The bytes of a screenshot as PNG: many for a field, few for an empty picture."""
        with tempfile.TemporaryDirectory() as folder:
            browser.picture(f"{folder}/page.png")
            return pathlib.Path(folder, "page.png").stat().st_size

    def wait_for_waves(self, browser, size):
        """Waits until the waves in the picture make its file larger than this."""
        deadline = time.monotonic() + 30
        while self.size_of_picture(browser) <= size and time.monotonic() < deadline:
            browser.rest(1)
        self.assertGreater(self.size_of_picture(browser), size, "waves fill the picture")

    def pixel(self, browser, place):
        return browser.evaluate(f"{PIXEL}({place[0]}, {place[1]})")
