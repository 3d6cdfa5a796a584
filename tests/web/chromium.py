"""A headless Chromium that a test drives through the DevTools protocol."""
import json
import time
import urllib.request

from browser import Browser, PageError


class Chromium(Browser):
    programs = ("chromium", "chromium-browser", "google-chrome")

    def arguments(self):
        width, height = self.size
        return ["--headless=new", "--no-sandbox", f"--user-data-dir={self.home}", "--remote-debugging-port=0",
                f"--window-size={width},{height}", "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
                "--disable-background-networking", "--disable-component-update", "--hide-scrollbars", "--use-angle=swiftshader",
                "--enable-unsafe-swiftshader"]

    def open(self):
        self.port = int(self.text_of("DevToolsActivePort").split()[0])
        self.open_tab(self.tabs()[0])

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
        self.connect(tab["webSocketDebuggerUrl"])
        for domain in ("Runtime", "Log", "Page", "Inspector", "Network"):
            self.call(domain + ".enable")
        self.resize(self.size, self.scale)
        if self.touch:
            self.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)

    def resize(self, size, scale):
        """Gives the page this size in CSS pixels, and `scale` pixels of the screen to each of them."""
        width, height = size
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=self.touch)

    def take_event(self, method, params):
        if method == "Runtime.consoleAPICalled":
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

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise PageError(result["exceptionDetails"].get("exception", {}).get("description", str(result["exceptionDetails"])))
        return result["result"].get("value")

    def go(self, address):
        self.call("Page.navigate", url=address)

    def reload(self):
        self.call("Page.reload")

    def before_loading(self, script):
        """Runs `script` in every page that is loaded from now on, before its own scripts."""
        self.call("Page.addScriptToEvaluateOnNewDocument", source=script)

    def screenshot(self):
        return self.call("Page.captureScreenshot", format="png")["data"]

    def mouse(self, kind, x, y, button="none", buttons=0):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, buttons=buttons, clickCount=1 if kind != "mouseMoved" else 0)

    def move(self, x, y, held=False):
        self.mouse("mouseMoved", x, y, *(("left", 1) if held else ()))

    def press(self, x, y):
        self.mouse("mousePressed", x, y, "left", 1)

    def release(self, x, y):
        self.mouse("mouseReleased", x, y, "left", 0)

    def fingers(self, kind, *points):
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)])

    def drag_by_finger(self, start, end, steps=10):
        # Without waiting for an answer: on a busy machine it can take half a second, after which a resting finger is a long press.
        touch = "Input.dispatchTouchEvent"
        (x0, y0), (x1, y1) = start, end
        sent = [self.send(touch, type="touchStart", touchPoints=[{"x": x0, "y": y0}])]
        for k in range(1, steps + 1):
            self.rest(0.05)
            sent.append(self.send(touch, type="touchMove", touchPoints=[{"x": x0 + (x1 - x0) * k / steps, "y": y0 + (y1 - y0) * k / steps}]))
        sent.append(self.send(touch, type="touchEnd", touchPoints=[]))
        for number in sent:
            self.answer(number, touch)

    def key(self, key, code, number, modifiers=0, text=None):
        event = {"key": key, "code": code, "windowsVirtualKeyCode": number, "modifiers": modifiers}
        self.call("Input.dispatchKeyEvent", type="keyDown", **event, **({"text": text} if text else {}))
        self.rest(0.05)
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)
