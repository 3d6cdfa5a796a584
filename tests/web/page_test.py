#!/usr/bin/env python3
"""Tests of the page in a browser. Exits with 77 if a tool is missing.

EZSCOPE is the program of this machine, with which fields are compared; DIST is the folder that ./web makes.
"""
import argparse
import base64
import importlib
import importlib.util
import json
import os
import pathlib
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from page import LAMP, ROOT, STARTED, Server  # noqa: E402  (the module is next to this file)

SKIPPED = 77
BROWSERS = {"chromium": "Chromium", "firefox": "Firefox"}  # modules, with the class of each
HOME_FILES = """
(() => {
  const FS = self.ezscope.FS, out = {};
  const walk = folder => {
    for (const name of FS.readdir(folder)) {
      if (name === "." || name === "..") continue;
      const path = folder + "/" + name, stat = FS.stat(path);
      if (FS.isDir(stat.mode)) walk(path);
      else if (stat.size < 100000 && !path.endsWith(".png")) out[path] = FS.readFile(path, {encoding: "utf8"});
    }
  };
  walk(self.ezscope.ENV.HOME);
  return out;
})()
"""
# Runs a command in a second module of the page and returns a file that it writes, as base64.
COMMAND = """
(async (words, path) => {
  const name = self.crossOriginIsolated && !location.search.includes("alone") ? "ezscope" : "ezscope_single";
  const file = n => self.ezscopeFiles[n] || n;
  let FS;
  await Ezscope({arguments: words, mainScriptUrlOrBlob: file(name + ".js"), locateFile: file, print() {}, printErr() {},
                 preRun: [module => { FS = module.FS; }], quit(status, why) { throw why; }}).catch(() => {});
  return btoa(Array.from(FS.readFile(path), b => String.fromCharCode(b)).join(""));
})
"""
# Records 20 pictures by the browser's encoder. Returns the bytes of the video that the user would get.
FILM = """
(async () => {
  const film = self.ezscope.page.film, wait = seconds => new Promise(done => setTimeout(done, 1000 * seconds));
  const address = URL.createObjectURL;
  let bytes = 0;
  URL.createObjectURL = blob => { bytes = blob.size; return address.call(URL, blob); };
  film.begin(320, 240);
  for (let k = 0; k < 20; k++) {
    film.add(4096);
    await wait(0.05);
  }
  film.end("film.mp4");
  for (let k = 0; k < 100 && !bytes; k++) await wait(0.1);
  URL.createObjectURL = address;
  return bytes;
})()
"""
# A browser whose store never answers.
SILENT_STORE = "IDBFactory.prototype.open = () => ({});"
# A browser that refuses every store to the page, as a private window or an iframe may.
NO_STORE = """
for (const name of ["indexedDB", "localStorage", "sessionStorage"])
  Object.defineProperty(self, name, {get() { throw new DOMException("refused", "SecurityError"); }});
"""
SCENES = ("double-slit", "brewster", "metal-cylinder", "explosion", "shoot-out")


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
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


def numbers_of(npy):
    """Returns the numbers of a .npy file of floats or doubles."""
    head = struct.unpack("<H", npy[8:10])[0]
    kind = "f" if b"<f4" in npy[:10 + head] else "d"
    data = npy[10 + head:]
    return struct.unpack(f"<{len(data) // struct.calcsize(kind)}{kind}", data)


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

    def command(self, browser, words, path):
        return base64.b64decode(browser.evaluate(f"{COMMAND}({json.dumps(words)}, {json.dumps(path)})"))


class Smoke(PageTest):
    def test_a_scene_opens_with_threads_and_without_errors(self):
        browser = self.opened("?scene=double-slit")
        self.assertTrue(browser.evaluate("self.crossOriginIsolated"))
        browser.rest(3)
        self.assertEqual(browser.errors, [])
        self.assertIn("double-slit", browser.evaluate("document.title").lower().replace(" ", "-"))


class Threads(PageTest):
    def test_scenes_open_without_errors(self):
        for scene in SCENES:
            with self.subTest(scene=scene):
                browser = self.opened(f"?scene={scene}")
                browser.rest(2)
                self.assertEqual(browser.errors, [])

    def test_an_unknown_scene_opens_the_start_page_with_the_nearest_name(self):
        browser = self.opened("?scene=double-slot")
        self.assertIn("double-slit", browser.evaluate("document.getElementById('news').textContent"))
        self.assertFalse(browser.evaluate("document.getElementById('news').hidden"))

    def test_a_name_in_the_address_is_never_an_option_or_a_command(self):
        for query in ("?scene=--help", "?lesson=--collect", "?scene=list"):
            with self.subTest(query=query):
                browser = self.opened(query)
                name = query.partition("=")[2]
                self.assertIn(name, browser.evaluate("document.getElementById('news').textContent"))

    def test_the_address_chooses_the_language(self):
        browser = self.opened("?scene=double-slit&lang=de")
        self.assertEqual(browser.evaluate("document.documentElement.lang"), "de")
        browser.rest(5)
        self.assertIn("language = de\n", "".join(browser.evaluate(HOME_FILES).values()))

    def test_a_broken_link_gives_the_message_of_the_command_line(self):
        browser = self.opened("#ez1.broken")
        self.assertNotEqual(browser.evaluate("document.getElementById('news').textContent"), "")

    def test_fields_equal_those_of_this_machine(self):
        browser = self.opened("?scene=double-slit")
        for scene in SCENES:
            with self.subTest(scene=scene), tempfile.TemporaryDirectory() as folder:
                words = ["render", scene, "--steps", "200", "--out"]
                page = numbers_of(self.command(browser, [*words, "/tmp/page.npy"], "/tmp/page.npy"))
                subprocess.run([OPTIONS.program, *words, f"{folder}/here.npy", "--isa", "baseline"], check=True, capture_output=True)
                here = numbers_of(pathlib.Path(folder, "here.npy").read_bytes())
                # The two C libraries round sine and exponential differently in the last place.
                largest = max(map(abs, here))
                self.assertGreater(largest, 0)
                self.assertLessEqual(max(abs(a - b) for a, b in zip(page, here, strict=True)), 2e-6 * largest)

    def test_checks_hold(self):
        browser = self.opened("?scene=double-slit")
        for scene in ("brewster", "double-slit"):
            report = json.loads(self.command(browser, ["check", scene, "--json", "/tmp/report.json"], "/tmp/report.json"))
            self.assertIn('"holds"', json.dumps(report))
            self.assertNotIn('"fails"', json.dumps(report))

    def test_the_browser_records_a_film(self):
        browser = self.opened("?scene=double-slit")
        self.assertGreater(browser.evaluate(FILM), 1000)
        self.assertEqual(browser.errors, [])

    def test_settings_survive_a_reload(self):
        browser = self.opened("?scene=double-slit")
        browser.rest(1)
        before = browser.evaluate(HOME_FILES)
        browser.key("Tab", "Tab", 9)  # hides the panel
        browser.rest(6)
        after = browser.evaluate(HOME_FILES)
        self.assertNotEqual(before, after)
        browser.reload()
        browser.rest(1)
        browser.wait_for(STARTED)
        browser.rest(1)
        settings = {path: text for path, text in after.items() if "/.config/" in path}
        self.assertTrue(settings)
        kept = browser.evaluate(HOME_FILES)
        self.assertEqual(settings, {path: text for path, text in kept.items() if "/.config/" in path})

    def test_a_page_without_a_store_says_so_and_runs(self):
        for refusal in (NO_STORE, SILENT_STORE):
            with self.subTest(refusal=refusal):
                browser = self.browser()
                browser.before_loading(refusal)
                browser.go(self.address + "?scene=double-slit")
                browser.wait_for(STARTED)
                self.assertIn("does not store data", browser.evaluate("document.getElementById('news').textContent"))
                browser.rest(2)
                self.assertTrue(browser.evaluate("document.getElementById('cover').hidden"))
                self.assertEqual(browser.errors, [])

    def test_an_embedded_page_is_paused_and_links_to_a_tab_of_its_own(self):
        browser = self.opened("?scene=double-slit&embed")
        link = browser.evaluate("(a => ({shown: !a.hidden, href: a.getAttribute('href')}))(document.getElementById('open'))")
        self.assertTrue(link["shown"])
        self.assertIn("?scene=double-slit", link["href"])
        self.assertNotIn("embed", link["href"])
        browser.rest(1)
        still = self.size_of_picture(browser)
        browser.click(67, 24)  # the button to run
        browser.rest(4)
        self.assertGreater(self.size_of_picture(browser), 2 * still, "waves fill the picture")
        self.assertEqual(browser.errors, [])

    def test_the_picture_comes_back_after_a_lost_context(self):
        browser = self.opened("?scene=double-slit")
        browser.rest(4)
        before = self.size_of_picture(browser)
        browser.evaluate("(self.lost = document.getElementById('canvas').getContext('webgl2').getExtension('WEBGL_lose_context')).loseContext()")
        browser.rest(1)
        browser.evaluate("self.lost.restoreContext()")
        browser.rest(3)
        self.assertGreater(self.size_of_picture(browser), 0.7 * before)

    def test_dragging_a_source_by_mouse_and_by_finger_changes_the_scene(self):
        for touch in (False, True):
            with self.subTest(touch=touch):
                browser = self.opened("?scene=double-slit", touch=touch)
                browser.rest(2)
                if touch:
                    browser.drag_by_finger(LAMP, (LAMP[0] + 40, LAMP[1]))
                else:
                    browser.drag(LAMP, (LAMP[0] + 40, LAMP[1]))
                browser.wait_for(f"Object.keys({HOME_FILES.strip()}).some(path => path.endsWith('.toml'))", 30)
                saved = "".join(text for path, text in browser.evaluate(HOME_FILES).items() if path.endswith(".toml"))
                self.assertIn('name = "lamp"', saved)
                self.assertNotIn("[24", saved)  # the source stood at x = 24 mm
                self.assertEqual(browser.errors, [])


class Alone(Threads):
    """One thread, as where a page may not share memory."""

    def opened(self, query="", **options):
        word = ""
        if "#" in query:
            query, word = query.split("#", 1)
            word = "#" + word
        return super().opened(query + ("&" if query else "?") + "alone" + word, **options)


class PlainServer(PageTest):
    plain = True

    def test_a_cancelled_request_writes_no_error(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "large").write_bytes(bytes(50_000_000))
            command = [sys.executable, ROOT / "tools" / "web_server", folder, "0"]
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
                host, port = server.stdout.readline().strip().removeprefix("http://").rstrip("/").split(":")
                with socket.create_connection((host, int(port))) as client:
                    client.sendall(b"GET /large HTTP/1.1\r\nHost: here\r\n\r\n")
                    client.recv(1000)
                    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # resets the connection
                time.sleep(1)
                server.terminate()
                self.assertEqual(server.stderr.read(), "")

    def test_the_service_worker_brings_threads(self):
        browser = self.opened("?scene=double-slit")
        browser.wait_for("self.crossOriginIsolated === true", 30)
        browser.wait_for(STARTED)
        browser.rest(1)
        self.assertEqual(browser.errors, [])


def main():
    why = missing()
    if why:
        print(f"skipped: {why}")
        sys.exit(SKIPPED)
    unittest.main(argv=[sys.argv[0]], defaultTest=OPTIONS.suites or None, verbosity=2)


if __name__ == "__main__":
    main()
