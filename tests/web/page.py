"""The page and its server, for tests and measurements."""
import base64
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
STARTED = "self.ezscope !== undefined"  # true in the page once the program runs
LAMP = (39, 370)  # the middle of the source of double-slit in a window of 1280 × 720

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

# Gives the program a file, as if the user had dropped it on the page.
DROP = """
((name, text) => {
  self.ezscope.FS.writeFile("/tmp/" + name, text);
  self.ezscope.ccall("ez_drop", null, ["string"], ["/tmp/" + name]);
})
"""


def drop(browser, name, text):
    """Gives the program a file of this text, as if the user had dropped it on the page."""
    browser.evaluate(f"{DROP}({json.dumps(name)}, {json.dumps(text)})")


def command(browser, words, path):
    """Runs a command of the command line in the page. Returns the bytes of the file that it writes."""
    return base64.b64decode(browser.evaluate(f"{COMMAND}({json.dumps(words)}, {json.dumps(path)})"))


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
