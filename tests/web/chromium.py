"""A headless Chromium that a test drives through the DevTools protocol."""
import base64
import json
import pathlib
import shutil
import subprocess
import tempfile
import time
import urllib.request

import websocket

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


class PageError(Exception):
    pass


class Chromium:
    """Opens one page. Use it with `with`. Messages of the console collect in `said`, errors in `errors`."""

    def __init__(self, size=(1280, 720), scale=1, flags=(), touch=False):
        self.program = next((p for p in map(shutil.which, PROGRAMS) if p), None)
        self.size, self.scale, self.flags, self.touch = size, scale, list(flags), touch
        self.said, self.errors, self.answers, self.number = [], [], {}, 0

    def __enter__(self):
        self.home = tempfile.mkdtemp(prefix="ezscope-browser-")
        width, height = self.size
        self.process = subprocess.Popen(
            [self.program, "--headless=new", "--no-sandbox", f"--user-data-dir={self.home}", "--remote-debugging-port=0",
             "--remote-allow-origins=*", f"--window-size={width},{height}", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-extensions", "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
             "--use-angle=swiftshader", "--enable-unsafe-swiftshader", *self.flags, "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port_file = pathlib.Path(self.home) / "DevToolsActivePort"
        deadline = time.monotonic() + 60
        while not (port_file.exists() and port_file.read_text().count("\n")):
            if time.monotonic() > deadline:
                raise PageError("the browser did not start within 60 s")
            time.sleep(0.05)
        self.port = int(port_file.read_text().split()[0])
        self.open_tab(self.tabs()[0])
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        shutil.rmtree(self.home, ignore_errors=True)

    def tabs(self):
        deadline = time.monotonic() + 30
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/json", timeout=5) as answer:
                    pages = [t for t in json.load(answer) if t["type"] == "page"]
                if pages:
                    return pages
            except OSError:
                pass
            if time.monotonic() > deadline:
                raise PageError("the browser shows no page")
            time.sleep(0.1)

    def open_tab(self, tab):
        self.socket = websocket.create_connection(tab["webSocketDebuggerUrl"], timeout=1)
        for domain in ("Runtime", "Log", "Page", "Inspector", "Network"):
            self.call(domain + ".enable")
        width, height = self.size
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=self.scale, mobile=self.touch)
        if self.touch:
            self.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)

    def take(self, message):
        method, params = message.get("method"), message.get("params", {})
        if "id" in message:
            self.answers[message["id"]] = message
        elif method == "Runtime.consoleAPICalled":
            text = " ".join(str(a.get("value", a.get("description", ""))) for a in params["args"])
            self.said.append(text)
            if params["type"] == "error":
                self.errors.append(text)
        elif method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.errors.append(f"{details.get('text')} {details.get('exception', {}).get('description', '')}"[:2000])
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.errors.append(f"{params['entry']['text']} {params['entry'].get('url', '')}")
        elif method == "Inspector.targetCrashed":
            raise PageError("the page crashed")

    def receive(self, seconds):
        """Takes messages for this long, or until one came."""
        self.socket.settimeout(max(seconds, 0.01))
        try:
            self.take(json.loads(self.socket.recv()))
        except websocket.WebSocketTimeoutException:
            pass

    def call(self, method, **params):
        self.number += 1
        number = self.number
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        deadline = time.monotonic() + 120
        while number not in self.answers:
            if time.monotonic() > deadline:
                raise PageError(f"no answer to {method} within 120 s")
            self.receive(1)
        answer = self.answers.pop(number)
        if "error" in answer:
            raise PageError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise PageError(result["exceptionDetails"].get("exception", {}).get("description", str(result["exceptionDetails"])))
        return result["result"].get("value")

    def go(self, address):
        self.call("Page.navigate", url=address)

    def wait_for(self, expression, seconds=60):
        """Waits until the expression is true; returns the seconds."""
        begin = time.monotonic()
        while time.monotonic() - begin < seconds:
            try:
                if self.evaluate(expression):
                    return time.monotonic() - begin
            except PageError:
                pass  # the page is loading
            self.receive(0.02)
        raise PageError(f"not true within {seconds} s: {expression}; errors: {self.errors}; said: {self.said[-10:]}")

    def rest(self, seconds):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self.receive(min(0.2, deadline - time.monotonic()))

    def picture(self, path):
        shot = self.call("Page.captureScreenshot", format="png")
        pathlib.Path(path).write_bytes(base64.b64decode(shot["data"]))

    def mouse(self, kind, x, y, button="none", buttons=0):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, buttons=buttons, clickCount=1 if kind != "mouseMoved" else 0)

    def click(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.rest(0.1)
        self.mouse("mousePressed", x, y, "left", 1)
        self.rest(0.1)
        self.mouse("mouseReleased", x, y, "left", 0)
        self.rest(0.1)

    def drag(self, start, end, steps=8):
        (x0, y0), (x1, y1) = start, end
        self.mouse("mouseMoved", x0, y0)
        self.rest(0.1)
        self.mouse("mousePressed", x0, y0, "left", 1)
        for k in range(1, steps + 1):
            self.mouse("mouseMoved", x0 + (x1 - x0) * k / steps, y0 + (y1 - y0) * k / steps, "left", 1)
            self.rest(0.03)
        self.mouse("mouseReleased", x1, y1, "left", 0)
        self.rest(0.1)

    def fingers(self, kind, *points):
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)])

    def key(self, key, code, number, modifiers=0, text=None):
        event = {"key": key, "code": code, "windowsVirtualKeyCode": number, "modifiers": modifiers}
        self.call("Input.dispatchKeyEvent", type="keyDown", **event, **({"text": text} if text else {}))
        self.rest(0.05)
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)
