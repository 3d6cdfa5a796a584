"""The page and its server, for tests and measurements."""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
STARTED = "self.ezscope !== undefined"  # true in the page once the program runs
LAMP = (39, 370)  # the middle of the source of double-slit in a window of 1280 × 720


class Server:
    """Serves the folder DIST to this machine; `address` is that of the page. `plain`: without the headers for threads."""

    def __init__(self, dist, plain=False):
        command = [sys.executable, ROOT / "tools" / "web_server", dist, "0", *(["--plain"] if plain else [])]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()
