"""What the drivers of the browsers share: chromium.py and firefox.py."""
import base64
import json
import pathlib
import shutil
import subprocess
import tempfile
import time

import websocket


class PageError(Exception):
    pass


class Browser:
    """Opens one page without a window. Use it with `with`. Messages of the console collect in `said`, errors in `errors`.

    A driver has `programs` (names of the program), and the methods arguments(), open(), resize(), take_event(), evaluate(), go(), reload(),
    before_loading(), screenshot(), move(), press(), release(), fingers(), drag_by_finger() and key().
    """
    programs = ()

    def __init__(self, size=(1280, 720), scale=1, flags=(), touch=False):
        self.size, self.scale, self.flags, self.touch = size, scale, list(flags), touch
        self.said, self.errors, self.answers, self.number = [], [], {}, 0
        self.socket = None

    @classmethod
    def program(cls):
        """Returns the path of the program; None if it is not installed."""
        return next((p for p in map(shutil.which, cls.programs) if p), None)

    def __enter__(self):
        self.home = tempfile.mkdtemp(prefix="ezscope-browser-")
        self.process = subprocess.Popen([self.program(), *self.arguments(), *self.flags, "about:blank"], env=self.environment(),
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            self.open()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if self.socket:
            self.socket.close()
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)

    def environment(self):
        """Returns the environment of the program; None for this process's own."""
        return None

    def text_of(self, name, seconds=120):
        """Waits until the browser has written the file of this name in its home; returns the text."""
        path = pathlib.Path(self.home, name)
        deadline = time.monotonic() + seconds
        while not (path.exists() and path.read_text()):
            if time.monotonic() > deadline or self.process.poll() is not None:
                raise PageError(f"the browser did not start within {seconds} s, or ended")
            time.sleep(0.05)
        time.sleep(0.1)  # the file may be written in two parts
        return path.read_text()

    def connect(self, address):
        self.socket = websocket.create_connection(address, timeout=60, suppress_origin=True)

    def receive(self, seconds):
        """Takes messages for this long, or until one came."""
        self.socket.settimeout(max(seconds, 0.01))
        try:
            message = json.loads(self.socket.recv())
        except websocket.WebSocketTimeoutException:
            return
        if "id" in message:
            self.answers[message["id"]] = message
        else:
            self.take_event(message.get("method"), message.get("params", {}))

    def send(self, method, **params):
        """Sends a command. Returns its number, for answer()."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        return self.number

    def answer(self, number, method):
        deadline = time.monotonic() + 120
        while number not in self.answers:
            if time.monotonic() > deadline:
                raise PageError(f"no answer to {method} within 120 s")
            self.receive(1)
        answer = self.answers.pop(number)
        if "error" in answer:
            raise PageError(f"{method}: {answer.get('message') or answer['error']['message']}")
        return answer["result"]

    def call(self, method, **params):
        return self.answer(self.send(method, **params), method)

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
        pathlib.Path(path).write_bytes(base64.b64decode(self.screenshot()))

    def click(self, x, y):
        self.move(x, y)
        self.rest(0.1)
        self.press(x, y)
        self.rest(0.1)
        self.release(x, y)
        self.rest(0.1)

    def drag(self, start, end, steps=8):
        (x0, y0), (x1, y1) = start, end
        self.move(x0, y0)
        self.rest(0.1)
        self.press(x0, y0)
        for k in range(1, steps + 1):
            self.move(x0 + (x1 - x0) * k / steps, y0 + (y1 - y0) * k / steps, held=True)
            self.rest(0.03)
        self.release(x1, y1)
        self.rest(0.1)
