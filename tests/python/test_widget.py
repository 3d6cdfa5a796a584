"""The widget in a browser: its front end talks to Live through a page that stands for the notebook."""
import base64
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import threading

import pytest

import ezscope as ez

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

# model has the interface that anywidget gives to render(). The script of the test follows it.
PAGE = """<!doctype html><meta charset="utf-8"><body><div id="widget"></div><script type="module">
import widget from "/widget.js";
const post = async (path, what) => (await fetch(path, { method: "POST", body: JSON.stringify(what) })).json();
const state = {}, listeners = {};
function update(now) {
  for (const [key, value] of Object.entries(now)) {
    const shown = JSON.stringify(value);
    if (state[key]?.shown === shown) continue;
    const bytes = key === "frame" ? new DataView(Uint8Array.from(atob(value), (c) => c.charCodeAt(0)).buffer) : value;
    state[key] = { shown, value: bytes };
    for (const f of listeners["change:" + key] ?? []) f();
  }
}
let answered = Promise.resolve();
const model = {
  get: (key) => state[key].value,
  on: (event, f) => (listeners[event] ??= []).push(f),
  send: (what) => { answered = answered.then(() => post("/message", what)).then(update); },
};
const until = async (what, holds) => {
  for (let k = 0; k < 600; ++k) { if (holds()) return; await new Promise((r) => setTimeout(r, 50)); }
  throw new Error(what + ": " + model.get("text"));
};
const steps = () => Number(/step (\\d+)/.exec(model.get("text"))?.[1] ?? -1);
const el = document.getElementById("widget");
const button = (name) => [...el.querySelectorAll("button")].find((b) => b.textContent === name);
try {
  update(await post("/state", {}));
  widget.render({ model, el });
  const picture = el.querySelector("img");
  await until("the first frame is shown", () => picture.naturalWidth === 400);
  const first = picture.src;
  button("Play").click();
  await until("the picture moves", () => picture.src !== first && steps() > 100);
  await until("the button changes", () => button("Pause"));
  button("Pause").click();
  await until("it pauses", () => button("Play") && !model.get("playing"));
  await answered;
  const paused = steps();
  button("Step").click();
  await until("one step is made", () => steps() === paused + 1);
  const r = picture.getBoundingClientRect();
  picture.dispatchEvent(new MouseEvent("click", { clientX: r.left + r.width / 2, clientY: r.top + r.height / 2 }));
  await until("a click reads the node", () => model.get("text").startsWith("node (30, 20): "));
  const slider = el.querySelector("input[type=range]");
  slider.value = 3; slider.dispatchEvent(new Event("change"));
  await until("a slider restarts the run", () => steps() === 0);
  button("Play").click();
  await until("the run goes on", () => steps() > 100);
  button("Pause").click();
  await until("it pauses again", () => !model.get("playing"));
  await post("/done", { text: model.get("text") });
} catch (error) { await post("/done", { error: String(error) }); }
</script>"""


class Host:
    """Serves the page on a free port of this machine, and passes its messages to the widget."""

    def __init__(self, live, script):
        self.live, self.result, self.done = live, {}, threading.Event()
        host = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def answer(self, kind, data):
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def do_GET(self):
                if self.path == "/widget.js":
                    self.answer("text/javascript", script.encode())
                else:
                    self.answer("text/html", PAGE.encode())

            def do_POST(self):
                what = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                if self.path == "/message":
                    host.live.answer(what)
                elif self.path == "/done":
                    host.result = what
                    host.done.set()
                self.answer("application/json", json.dumps(host.state()).encode())

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def state(self):
        live = self.live
        return {"frame": base64.b64encode(live.frame).decode(), "text": live.text, "playing": live.playing,
                "sliders": live.sliders}


def test_widget_in_a_browser(box, tmp_path):
    pytest.importorskip("anywidget")
    from ezscope import _widget
    live = ez.Run(box).live(sliders={"source.lamp.amplitude": (1, 3)}, width=400, steps_per_frame=5)
    host = Host(live, _widget._FRONT_END)
    picture = pathlib.Path(os.environ.get("EZSCOPE_WIDGET_PICTURE", tmp_path / "widget.png"))
    url = f"http://127.0.0.1:{host.server.server_address[1]}/"
    browser = subprocess.run([CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
                              f"--user-data-dir={tmp_path}/profile", "--window-size=640,480", "--virtual-time-budget=60000",
                              f"--screenshot={picture}", url], capture_output=True, text=True, timeout=300)
    host.server.shutdown()
    assert host.done.is_set(), browser.stderr[-2000:]
    assert "error" not in host.result, host.result
    assert "amplitude = 3" in live.scene.toml()
    assert picture.read_bytes().startswith(b"\x89PNG")
