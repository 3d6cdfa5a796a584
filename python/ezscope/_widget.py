"""A live view of a run for notebooks. Needs anywidget; without a notebook a run is shown as a picture."""
from __future__ import annotations

import threading
from typing import Any, Mapping, Optional, Sequence

import anywidget  # type: ignore[import-not-found, unused-ignore]
import numpy as np
import traitlets  # type: ignore[import-not-found, import-untyped, unused-ignore]

from ._run import Run
from ._scene import Scene

# The front end shows the newest frame and sends what the user does. It asks for the next frame once it has shown one, so a slow
# connection gets fewer frames, not late ones.
_FRONT_END = """
function render({ model, el }) {
  const picture = document.createElement("img"), row = document.createElement("div"), words = document.createElement("span");
  picture.style.maxWidth = "100%"; picture.style.cursor = "crosshair";
  const button = (text, message) => {
    const b = document.createElement("button");
    b.textContent = text; b.onclick = () => model.send(message); row.append(b); return b;
  };
  const play = button("Play", { do: "play" });
  button("Step", { do: "step" }); button("Restart", { do: "restart" });
  for (const [path, low, high, value] of model.get("sliders")) {
    const label = document.createElement("label"), slider = document.createElement("input"), number = document.createElement("output");
    Object.assign(slider, { type: "range", min: low, max: high, step: (high - low) / 100, value });
    slider.oninput = () => { number.textContent = Number(slider.value).toPrecision(4); };
    slider.onchange = () => model.send({ do: "set", path, value: Number(slider.value) });
    label.append(" " + path + " ", slider, number); row.append(label);
  }
  row.append(words); el.append(picture, row);
  let shown = null;
  const frames = () => {
    if (shown) URL.revokeObjectURL(shown);
    shown = URL.createObjectURL(new Blob([model.get("frame")], { type: "image/png" }));
    picture.src = shown;
  };
  model.on("change:frame", frames);
  picture.onload = () => model.send({ do: "shown" });
  picture.onclick = (e) => {
    const r = picture.getBoundingClientRect();
    model.send({ do: "read", x: (e.clientX - r.left) / r.width, y: 1 - (e.clientY - r.top) / r.height });
  };
  const texts = () => { words.textContent = " " + model.get("text"); play.textContent = model.get("playing") ? "Pause" : "Play"; };
  model.on("change:text", texts); model.on("change:playing", texts); texts();
  frames();
}
export default { render };
"""


class Live(anywidget.AnyWidget):  # type: ignore[misc, no-any-unimported, unused-ignore]
    """A run that is shown live: play, pause, step, restart, sliders, and a click that reads a value.

    sliders: {path: (low, high)}. A slider edits the scene and restarts the run.
    """

    _esm = _FRONT_END
    frame = traitlets.Bytes(b"").tag(sync=True)
    text = traitlets.Unicode("").tag(sync=True)
    playing = traitlets.Bool(False).tag(sync=True)
    sliders: Any = traitlets.List([]).tag(sync=True)

    def __init__(self, scene: Scene, sliders: Optional[Mapping[str, Sequence[float]]] = None, quantity: str = "",
                 width: int = 600, steps_per_frame: int = 8, **run: Any) -> None:
        chosen = [[path, low, high, (low + high) / 2] for path, (low, high) in (sliders or {}).items()]
        super().__init__(sliders=chosen)
        self.scene, self.quantity, self.width_px, self.steps_per_frame = scene, quantity, width, steps_per_frame
        self._options = run
        self._guard = threading.Lock()
        self.run = Run(scene, **run)
        self.on_msg(lambda _widget, content, _buffers: self.answer(content))
        self._draw()

    def answer(self, content: Mapping[str, Any]) -> None:
        """Does what a message of the front end asks for. An error is shown as text."""
        try:
            with self._guard:
                self._do(content)
        except (RuntimeError, ValueError, MemoryError) as error:
            self.playing, self.text = False, str(error)

    def _do(self, content: Mapping[str, Any]) -> None:
        action = content.get("do")
        if action == "play":
            self.playing = not self.playing
            if self.playing:
                self._advance()
        elif action == "shown":
            if self.playing:
                self._advance()
        elif action == "step":
            self.run.step(1)
            self._draw()
        elif action == "restart":
            self._restart(self.scene)
        elif action == "set":
            self._restart(self.scene.edited(str(content["path"]), float(content["value"])))
        elif action == "read":
            values = self.run.field(self.quantity or self.scene._value.main)
            i, j = (min(n - 1, max(0, round(float(content[a]) * (n - 1)))) for a, n in (("x", values.shape[1]), ("y", values.shape[0])))
            self.text = f"node ({i}, {j}): {values[j, i]:.4g}"

    def _restart(self, scene: Scene) -> None:
        run = Run(scene, **self._options)
        self.run.close()
        self.scene, self.run = scene, run
        self._draw()

    def _advance(self) -> None:
        self.run.step(self.steps_per_frame)
        self._draw()

    def _draw(self) -> None:
        self.frame = self.run.png(self.quantity, self.width_px)
        self.text = f"step {self.run.steps}, t = {self.run.t:.4g} s, largest {np.float32(self.run._value.largest):.4g}"
