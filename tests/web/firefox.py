"""A headless Firefox that a test drives through the protocol WebDriver BiDi.

It has WebGL only where DISPLAY names an X server (tools/with_xvfb), although it opens no window there.
"""
import json
import os
import pathlib

from browser import Browser, PageError

PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}
# The characters by which the protocol names keys without a character of their own.
KEYS = {"Backspace": "\ue003", "Tab": "\ue004", "Enter": "\ue007", "Shift": "\ue008", "Control": "\ue009", "Alt": "\ue00a", "Escape": "\ue00c",
        "PageUp": "\ue00e", "PageDown": "\ue00f", "End": "\ue010", "Home": "\ue011", "ArrowLeft": "\ue012", "ArrowUp": "\ue013",
        "ArrowRight": "\ue014", "ArrowDown": "\ue015", "Insert": "\ue016", "Delete": "\ue017", "Meta": "\ue03d",
        **{f"F{n}": chr(0xe030 + n) for n in range(1, 13)}}
MODIFIERS = ("Alt", "Control", "Meta", "Shift")  # in the order of the bits of `modifiers`


class Firefox(Browser):
    programs = ("firefox-esr", "firefox")

    def arguments(self):
        preferences = PREFERENCES | {"dom.w3c_touch_events.enabled": int(self.touch)}
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items())
        pathlib.Path(self.home, "user.js").write_text("".join(lines))
        return ["--headless", "--no-remote", "--profile", self.home, "--remote-debugging-port=0"]

    def environment(self):
        return os.environ | {"LIBGL_ALWAYS_SOFTWARE": "1", "MOZ_CRASHREPORTER_DISABLE": "1"}

    def open(self):
        server = json.loads(self.text_of("WebDriverBiDiServer.json"))
        self.connect(f"ws://{server['ws_host']}:{server['ws_port']}/session")
        self.call("session.new", capabilities={})
        self.context = self.call("browsingContext.getTree")["contexts"][0]["context"]
        self.call("session.subscribe", events=["log.entryAdded", "network.fetchError", "network.responseCompleted"])
        self.resize(self.size, self.scale)
        self.held = []  # the places of the fingers on the screen

    def resize(self, size, scale):
        """Gives the page this size in CSS pixels, and `scale` pixels of the screen to each of them."""
        width, height = size
        self.call("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height}, devicePixelRatio=scale)

    def take_event(self, method, params):
        if method == "log.entryAdded":
            text = params["text"] or ""
            self.said.append(text)
            if params["level"] == "error":
                self.errors.append(text[:2000])
        elif method == "network.fetchError" and params["errorText"] != "NS_BINDING_ABORTED":  # as where the page loads again
            self.errors.append(f"{params['errorText']} {params['request']['url']}")
        elif method == "network.responseCompleted" and params["response"]["status"] >= 400:
            self.errors.append(f"status {params['response']['status']} {params['request']['url']}")

    def evaluate(self, expression):
        # JSON, because the protocol's own form of values lists the members of each object with their types.
        code = f"(async () => JSON.stringify(await ({expression}\n)))()"
        result = self.call("script.evaluate", expression=code, target={"context": self.context}, awaitPromise=True)
        if result["type"] == "exception":
            raise PageError(result["exceptionDetails"]["text"])
        text = result["result"].get("value")
        return None if text is None else json.loads(text)

    def go(self, address):
        self.call("browsingContext.navigate", context=self.context, url=address, wait="none")

    def reload(self):
        self.call("browsingContext.reload", context=self.context, wait="none")

    def before_loading(self, script):
        """Runs `script` in every page that is loaded from now on, before its own scripts."""
        self.call("script.addPreloadScript", functionDeclaration=f"() => {{ {script} }}")

    def screenshot(self):
        return self.call("browsingContext.captureScreenshot", context=self.context)["data"]

    def act(self, *sources):
        self.call("input.performActions", context=self.context, actions=list(sources))

    def mouse(self, *actions):
        self.act({"type": "pointer", "id": "mouse", "actions": list(actions)})

    def move(self, x, y, held=False):
        self.mouse({"type": "pointerMove", "x": round(x), "y": round(y)})

    def press(self, x, y):
        self.mouse({"type": "pointerDown", "button": 0})

    def release(self, x, y):
        self.move(x, y)
        self.mouse({"type": "pointerUp", "button": 0})

    def fingers(self, kind, *points):
        """Puts the fingers on `points`. A finger that has none is lifted."""
        sources = []
        for k in range(max(len(points), len(self.held))):
            actions = [{"type": "pointerUp", "button": 0}]
            if k < len(points):
                x, y = points[k]
                actions = [{"type": "pointerMove", "x": round(x), "y": round(y)}]
                actions += [{"type": "pointerDown", "button": 0}] if k >= len(self.held) else []
            sources.append({"type": "pointer", "id": f"finger{k}", "parameters": {"pointerType": "touch"}, "actions": actions})
        self.held = points
        self.act(*sources)

    def drag_by_finger(self, start, end, steps=10):
        # In one call: a call can take half a second, after which a resting finger is a long press.
        (x0, y0), (x1, y1) = start, end
        actions = [{"type": "pointerMove", "x": round(x0), "y": round(y0)}, {"type": "pointerDown", "button": 0}]
        for k in range(1, steps + 1):
            x, y = x0 + (x1 - x0) * k / steps, y0 + (y1 - y0) * k / steps
            actions.append({"type": "pointerMove", "x": round(x), "y": round(y), "duration": 50})
        actions.append({"type": "pointerUp", "button": 0})
        self.act({"type": "pointer", "id": "finger0", "parameters": {"pointerType": "touch"}, "actions": actions})

    def key(self, key, code, number, modifiers=0, text=None):
        held = [KEYS[name] for bit, name in enumerate(MODIFIERS) if modifiers >> bit & 1]
        value = KEYS.get(key, key)
        self.act({"type": "key", "id": "keyboard", "actions": [
            *({"type": "keyDown", "value": one} for one in held), {"type": "keyDown", "value": value}, {"type": "pause", "duration": 50},
            {"type": "keyUp", "value": value}, *({"type": "keyUp", "value": one} for one in reversed(held))]})
