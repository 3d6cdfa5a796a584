#!/usr/bin/env python3
"""Tests of the page in a browser. Exits with 77 if a tool is missing.

EZSCOPE is the program of this machine, with which fields are compared; DIST is the folder that ./web makes.
"""
import base64
import json
import pathlib
import re
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from page import LAMP, ROOT, STARTED, Server, command, drop  # noqa: E402  (the modules are next to this file)
from page_case import OPTIONS, PageTest, missing  # noqa: E402
from page_scripts import FILM, FRAMES, HOME_FILES, NO_STORE, NO_WEBGL, PICTURE, SILENT_STORE  # noqa: E402
from page_use import Use  # noqa: E402, F401  (a suite)

SKIPPED = 77
RUN_BUTTON = (290, 14)  # in the tool bar of a window of 1280 × 720, left of the icon
SCENES = ("double-slit", "brewster", "metal-cylinder", "explosion", "shoot-out")


def numbers_of(npy):
    """Returns the numbers of a .npy file of floats or doubles."""
    head = struct.unpack("<H", npy[8:10])[0]
    kind = "f" if b"<f4" in npy[:10 + head] else "d"
    data = npy[10 + head:]
    return struct.unpack(f"<{len(data) // struct.calcsize(kind)}{kind}", data)


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

    def test_a_scene_in_the_link_opens(self):
        text = (ROOT / "assets/scenes/95-sod.toml").read_text().replace("Sod's shock tube", "A tube in a link")
        word = base64.urlsafe_b64encode(zlib.compress(text.encode())).decode().rstrip("=")
        browser = self.opened(f"#ez1.{word}")
        browser.wait_for("document.title.includes('A tube in a link')", 20)
        self.assertTrue(browser.evaluate("document.getElementById('news').hidden"))
        self.assertEqual(browser.errors, [])

    def test_an_answer_of_a_lesson_survives_a_reload(self):
        browser = self.opened("?lesson=waves")
        browser.rest(2)
        browser.click(94, 243)  # Draw
        browser.drag((700, 300), (950, 320))
        browser.click(217, 243)  # Submit line
        answers = f"Object.entries({HOME_FILES.strip()}).filter(([path]) => path.includes('/lessons/')).map(([path, text]) => text).join('')"
        browser.wait_for(f"{answers} !== ''", 20)
        given = browser.evaluate(answers)
        browser.rest(4)  # the page writes its store every two seconds
        browser.reload()
        browser.rest(1)
        browser.wait_for(STARTED)
        self.assertEqual(browser.evaluate(answers), given)
        self.assertEqual(browser.errors, [])

    def test_a_grid_that_does_not_fit_is_refused_and_the_page_goes_on(self):
        browser = self.opened("?scene=double-slit")
        large = 'ezscope = 1\ntitle = "Too large"\nunit = "m"\n[grid]\ncells = [30000, 30000]\ncell = 0.001\n'
        drop(browser, "large.toml", large)
        browser.rest(5)
        self.assertGreater(browser.evaluate(FRAMES), 0)
        self.assertNotIn("Too large", browser.evaluate("document.title"))
        self.assertEqual(browser.errors, [])
        drop(browser, "sod.toml", (ROOT / "assets/scenes/95-sod.toml").read_text())
        browser.wait_for("document.title.includes('Sod')", 20)

    def test_the_interface_follows_the_density_of_the_screen(self):
        browser = self.opened("?scene=double-slit")
        browser.rest(1)
        before = self.pixel(browser, RUN_BUTTON)
        self.assertGreater(max(before) - min(before), 60, "the button has a colour")
        browser.resize((1280, 720), 2)
        browser.wait_for("document.getElementById('canvas').width === 2560", 10)
        browser.rest(1)
        self.assertEqual(self.pixel(browser, RUN_BUTTON), before)

    def test_a_browser_without_webgl_gets_a_sentence(self):
        browser = self.browser()
        browser.before_loading(NO_WEBGL)
        browser.go(self.address + "?scene=double-slit")
        browser.wait_for("document.getElementById('cover-text')?.textContent.includes('WebGL 2')", 20)
        self.assertFalse(browser.evaluate("document.getElementById('cover').hidden"))

    def test_a_broken_link_gives_the_message_of_the_command_line(self):
        browser = self.opened("#ez1.broken")
        self.assertNotEqual(browser.evaluate("document.getElementById('news').textContent"), "")

    def test_fields_equal_those_of_this_machine(self):
        browser = self.opened("?scene=double-slit")
        for scene in SCENES:
            with self.subTest(scene=scene), tempfile.TemporaryDirectory() as folder:
                words = ["render", scene, "--steps", "200", "--out"]
                page = numbers_of(command(browser, [*words, "/tmp/page.npy"], "/tmp/page.npy"))
                subprocess.run([OPTIONS.program, *words, f"{folder}/here.npy", "--isa", "baseline"], check=True, capture_output=True)
                here = numbers_of(pathlib.Path(folder, "here.npy").read_bytes())
                # The two C libraries round sine and exponential differently in the last place.
                largest = max(map(abs, here))
                self.assertGreater(largest, 0)
                self.assertLessEqual(max(abs(a - b) for a, b in zip(page, here, strict=True)), 2e-6 * largest)

    def test_checks_hold(self):
        browser = self.opened("?scene=double-slit")
        for scene in ("brewster", "double-slit"):
            report = json.loads(command(browser, ["check", scene, "--json", "/tmp/report.json"], "/tmp/report.json"))
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

    def test_a_second_tab_has_a_store_of_its_own(self):
        browser = self.opened("?scene=double-slit")
        browser.evaluate("document.body.append(Object.assign(document.createElement('iframe'), {id: 'second', src: location.href})) || 1")
        second = "document.getElementById('second').contentWindow.ezscope"
        browser.wait_for(f"{second} !== undefined", 60)
        self.assertNotEqual(browser.evaluate(f"{second}.ENV.HOME"), browser.evaluate("self.ezscope.ENV.HOME"))

    def test_a_source_can_be_dragged_in_an_embedded_page(self):
        browser = self.opened("?scene=double-slit&embed", size=(700, 450))
        browser.rest(1)
        browser.drag((73, 249), (113, 249))  # the source
        browser.wait_for(f"Object.keys({HOME_FILES.strip()}).some(path => path.endsWith('.toml'))", 30)
        self.assertEqual(browser.errors, [])

    def test_a_full_store_is_reported_and_the_page_goes_on(self):
        browser = self.opened("?scene=double-slit")
        browser.rest(1)
        browser.evaluate("(IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }) && 1")
        browser.key("Tab", "Tab", 9)  # hides the panel, which the settings keep
        browser.wait_for("document.getElementById('news').textContent.includes('does not store data')", 30)
        self.assertGreater(browser.evaluate(FRAMES), 0)
        self.assertEqual(browser.errors, [])

    def test_japanese_letters_are_fetched_when_they_are_needed(self):
        for language, needed in (("ru", False), ("ja", True)):
            browser = self.opened(f"?scene=double-slit&lang={language}")
            browser.rest(3)
            self.assertEqual(browser.evaluate("self.ezscope.FS.analyzePath('/fonts/japanese.ttf').exists"), needed)
            self.assertEqual(browser.errors, [])

    def test_two_fingers_zoom(self):
        browser = self.opened("?scene=double-slit&embed", size=(700, 450), touch=True)
        browser.rest(2)
        before = browser.evaluate(PICTURE)
        self.assertEqual(browser.evaluate(PICTURE), before, "the run is paused")
        browser.fingers("touchStart", (350, 240), (400, 240))
        for k in range(1, 11):
            browser.fingers("touchMove", (350 - 10 * k, 240), (400 + 10 * k, 240))
            browser.rest(0.05)
        browser.fingers("touchEnd")
        browser.rest(1)
        self.assertNotEqual(browser.evaluate(PICTURE), before)
        self.assertEqual(browser.errors, [])

    def test_a_field_for_text_opens_the_keyboard_of_the_screen(self):
        browser = self.opened("?scene=double-slit", size=(1180, 820), touch=True)
        browser.rest(2)
        focused = "document.activeElement.id"
        self.assertEqual(browser.evaluate(focused), "canvas")
        is_large = browser.evaluate("matchMedia('(pointer: coarse)').matches")  # Firefox does not say that the device is touched
        browser.fingers("touchStart", (960, 173) if is_large else (1000, 130))  # the name of the source
        browser.rest(0.1)
        browser.fingers("touchEnd")
        browser.wait_for(f"{focused} === 'keyboard'", 10)
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
        self.wait_for_waves(browser, 2 * still)
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

    def drag_the_source(self, touch):
        browser = self.opened("?scene=double-slit", touch=touch)
        browser.rest(2)
        self.assertGreater(browser.evaluate(FRAMES), 0)
        (browser.drag_by_finger if touch else browser.drag)(LAMP, (LAMP[0] + 40, LAMP[1]))
        browser.wait_for(f"Object.keys({HOME_FILES.strip()}).some(path => path.endsWith('.toml'))", 30)
        saved = "".join(text for path, text in browser.evaluate(HOME_FILES).items() if path.endswith(".toml"))
        self.assertIn('name = "lamp"', saved)
        self.assertNotIn("[24", saved)  # the source stood at x = 24 mm
        self.assertEqual(browser.errors, [])

    def test_dragging_a_source_by_mouse_changes_the_scene(self):
        self.drag_the_source(touch=False)

    def test_dragging_a_source_by_finger_changes_the_scene(self):
        self.drag_the_source(touch=True)

    def test_an_embedded_lab_has_its_button_to_run_and_nothing_under_the_link(self):
        browser = self.opened("?scene=shoot-out&embed", size=(600, 400))
        browser.rest(1)
        bottom = browser.evaluate("document.getElementById('open').getBoundingClientRect().bottom")
        self.assertLessEqual(bottom, 48, "the link is in the bar above the pictures")
        red, green, _ = self.pixel(browser, (56, 14))
        self.assertGreater(green, red + 60, "the button to run")
        still = self.size_of_picture(browser)
        browser.click(67, 24)
        self.wait_for_waves(browser, 1.2 * still)


class Alone(Threads):
    """One thread, as where a page may not share memory."""

    def opened(self, query="", **options):
        word = ""
        if "#" in query:
            query, word = query.split("#", 1)
            word = "#" + word
        return super().opened(query + ("&" if query else "?") + "alone" + word, **options)


class PlainServer(Threads):
    """A server without the headers for threads. The service worker adds them."""
    plain = True

    def opened(self, query="", **options):
        browser = self.browser(**options)
        browser.go(self.address + query)
        browser.wait_for("self.crossOriginIsolated === true", 30)
        browser.wait_for(STARTED)
        return browser

    def test_a_page_whose_files_are_gone_loads_again_once(self):
        with tempfile.TemporaryDirectory() as folder:
            for path in OPTIONS.dist.iterdir():
                if not path.name.startswith("index.html"):
                    pathlib.Path(folder, path.name).symlink_to(path)
            index = (OPTIONS.dist / "index.html").read_text()
            old = pathlib.Path(folder, "index.html")
            old.write_text(re.sub(r"ezscope(_single)?-[0-9a-f]+\.js", "gone.js", index))
            server = Server(folder)
            self.addCleanup(server.stop)
            browser = self.browser()
            browser.before_loading("sessionStorage.loads = 1 + Number(sessionStorage.loads || 0);")
            browser.go(server.address)
            browser.wait_for("document.getElementById('cover-text')?.textContent.includes('could not start')", 20)
            self.assertEqual(browser.evaluate("Number(sessionStorage.loads)"), 2)
            old.write_text(index)
            browser.reload()
            browser.wait_for(STARTED)

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
        browser.rest(1)
        self.assertGreater(browser.evaluate("self.ezscope.PThread.runningWorkers.length"), 0)
        self.assertEqual(browser.errors, [])


def main():
    why = missing()
    if why:
        print(f"skipped: {why}")
        sys.exit(SKIPPED)
    unittest.main(argv=[sys.argv[0]], defaultTest=OPTIONS.suites or None, verbosity=2)


if __name__ == "__main__":
    main()
