"""JavaScript that the tests run in the page, or before it is loaded."""

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
# The colour of the canvas at a place in CSS pixels, as [red, green, blue].
PIXEL = """
(async (x, y) => {
  await new Promise(requestAnimationFrame);  // the program has drawn this frame
  const from = document.getElementById("canvas"), scale = from.width / from.clientWidth;
  const copy = Object.assign(document.createElement("canvas"), {width: 1, height: 1}).getContext("2d");
  copy.drawImage(from, -Math.floor(scale * x), -Math.floor(scale * y));
  return Array.from(copy.getImageData(0, 0, 1, 1).data).slice(0, 3);
})
"""
# The canvas as an image, in a text.
PICTURE = """
(async () => {
  await new Promise(requestAnimationFrame);  // the program has drawn this frame
  const from = document.getElementById("canvas");
  const copy = Object.assign(document.createElement("canvas"), {width: from.width, height: from.height});
  copy.getContext("2d").drawImage(from, 0, 0);
  return copy.toDataURL();
})()
"""
# Counts the frames of half a second.
FRAMES = """
(async () => {
  const begin = performance.now();
  let count = 0;
  while (performance.now() < begin + 500) { await new Promise(requestAnimationFrame); ++count; }
  return count;
})()
"""
# A browser whose store never answers.
SILENT_STORE = "IDBFactory.prototype.open = () => ({});"
# A browser that refuses every store to the page, as a private window or an iframe may.
NO_STORE = """
for (const name of ["indexedDB", "localStorage", "sessionStorage"])
  Object.defineProperty(self, name, {get() { throw new DOMException("refused", "SecurityError"); }});
"""
NO_WEBGL = "HTMLCanvasElement.prototype.getContext = () => null;"
