// The page around the program. It chooses the module for this browser, passes the browser's events to the canvas
// (app/platform/web/canvas.cpp), and does for the program what only a page can do (app/platform/web/page.h).
"use strict";

const files = self.ezscopeFiles || {};  // names of the built files, by their names before the build gave them a hash
const file = name => files[name] || name;
const query = new URLSearchParams(location.search);
const canvas = document.getElementById("canvas");
const keyboard = document.getElementById("keyboard");
const cover = document.getElementById("cover");
const embedded = query.has("embed");  // the page is part of another one

// The user's language, for the few texts outside the canvas.
const language = (query.get("lang") || navigator.language || "en").slice(0, 2);
const translations = {
  "Loading …": {de: "Wird geladen …", ja: "読み込み中…", ru: "Загрузка …"},
  "Open in a tab of its own": {de: "In eigenem Tab öffnen", ja: "別のタブで開く", ru: "Открыть в отдельной вкладке"},
  "This browser has no WebAssembly or no WebGL 2. Use a current version of Firefox, Chrome, Edge or Safari.": {
    de: "Dieser Browser hat kein WebAssembly oder kein WebGL 2. Verwenden Sie eine aktuelle Version von Firefox, Chrome, Edge oder Safari.",
    ja: "このブラウザは WebAssembly または WebGL 2 に対応していません。最新の Firefox、Chrome、Edge、Safari を使ってください。",
    ru: "В этом браузере нет WebAssembly или WebGL 2. Используйте последнюю версию Firefox, Chrome, Edge или Safari."},
  "The browser does not store data for this page. Settings, answers and unsaved scenes are lost when you close it.": {
    de: "Der Browser speichert für diese Seite nichts. Einstellungen, Antworten und ungesicherte Szenen gehen beim Schließen verloren.",
    ja: "ブラウザはこのページのデータを保存しません。閉じると設定、解答、未保存のシーンは失われます。",
    ru: "Браузер не хранит данные этой страницы. Настройки, ответы и несохранённые сцены пропадут при закрытии."},
  "The browser does not allow this page to fill the screen.": {
    de: "Der Browser erlaubt dieser Seite kein Vollbild.", ja: "ブラウザがこのページの全画面表示を許可していません。",
    ru: "Браузер не разрешает этой странице занять весь экран."},
  "The browser does not allow this page to copy.": {
    de: "Der Browser erlaubt dieser Seite nicht, zu kopieren.", ja: "ブラウザがこのページのコピーを許可していません。",
    ru: "Браузер не разрешает этой странице копировать."},
  "ezscope has ended. Load the page again to start it.": {
    de: "ezscope ist beendet. Laden Sie die Seite neu, um es zu starten.", ja: "ezscope は終了しました。再読み込みすると起動します。",
    ru: "Программа ezscope завершена. Перезагрузите страницу, чтобы запустить её."},
};
const say = text => translations[text]?.[language] || text;
document.documentElement.lang = language;

// ---- what the user reads outside the canvas

function coverText(text) {
  document.getElementById("cover-text").textContent = text;
  document.getElementById("progress").hidden = true;
  cover.hidden = false;
}

let newsTimer = 0;
function news(text, seconds = 12) {
  const box = document.getElementById("news");
  box.textContent = text;
  box.hidden = false;
  clearTimeout(newsTimer);
  newsTimer = setTimeout(() => { box.hidden = true; }, 1000 * seconds);
}

// ---- the command line

// The language of a link.
const ownLanguage = ["en", "de", "ja", "ru"].includes(query.get("lang")) ? ["--language", query.get("lang")] : [];
// The option with which the program's links lead to this page.
const ownAddress = location.protocol.startsWith("http") ? ["--web", location.origin + location.pathname] : [];

// The scene in a link is after #, which browsers never send to the server. What follows "--" is a name, never an option.
function commandLine() {
  const options = [...ownAddress, ...ownLanguage];
  if (embedded) options.push("--embed");
  if (query.get("lesson")) return ["lesson", ...options, "--", query.get("lesson")];
  const name = wordOfHash() || query.get("scene");
  return name ? [...options, "--", name] : options;
}

function wordOfHash() {
  const word = location.hash.slice(1);
  try { return decodeURIComponent(word); } catch { return word; }  // a damaged link
}

// The address of the same scene in a tab of its own.
function ownTab() {
  const words = new URLSearchParams(query);
  words.delete("embed");
  const rest = words.toString();
  return location.pathname + (rest && `?${rest}`) + location.hash;
}

// ---- files

const downloads = "/downloads";
const seen = new Map();  // files of the folder `downloads`, by name: their time of change

// Gives the user every file that the program has written into the folder of downloads.
function deliver(FS) {
  for (const name of FS.readdir(downloads)) {
    if (name === "." || name === "..") continue;
    const path = `${downloads}/${name}`, stat = FS.stat(path);
    if (!FS.isFile(stat.mode) || name.startsWith(".") || name.endsWith(".part")) continue;
    const mark = `${stat.mtime.getTime()} ${stat.size}`;
    if (seen.get(name) === mark) continue;
    seen.set(name, mark);
    save(new Blob([FS.readFile(path)]), name);
  }
}

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// Finds this tab's own store: the first tab has the main one, and a later tab has one of its own, which begins with the settings of
// the main one. The browser's lock tells which stores are in use.
async function chooseStore() {
  if (!navigator.locks) return 1;
  for (let n = 1; n < 20; ++n) {
    const free = await new Promise(resolve => {
      navigator.locks.request(`ezscope-store-${n}`, {ifAvailable: true}, lock => {
        resolve(lock !== null);
        return lock && new Promise(() => {});  // held as long as the tab lives
      }).catch(() => resolve(true));
    });
    if (free) return n;
  }
  return 20;
}

function copyTree(FS, from, to) {
  FS.mkdirTree(to);
  for (const name of FS.readdir(from)) {
    if (name === "." || name === "..") continue;
    const source = `${from}/${name}`, target = `${to}/${name}`;
    if (FS.isDir(FS.stat(source).mode)) copyTree(FS, source, target);
    else FS.writeFile(target, FS.readFile(source));
  }
}

// A text that changes whenever a file below `folder` changes.
function signature(FS, folder) {
  let text = "";
  for (const name of FS.readdir(folder)) {
    if (name === "." || name === "..") continue;
    const path = `${folder}/${name}`, stat = FS.stat(path);
    text += FS.isDir(stat.mode) ? signature(FS, path) : `${path} ${stat.mtime.getTime()} ${stat.size}\n`;
  }
  return text;
}

const mostSecondsToOpen = 5;
const mostFailures = 3;  // in a row: a file may change while it is written

class Store {
  constructor(number) {
    this.home = number === 1 ? "/home/web_user" : `/home/tab-${number}`;
    this.number = number;
    this.kept = "";
    this.busy = false;
    this.refused = false;
    this.failures = 0;
  }
  // Reads the store into the program's file system, before main() begins.
  async open(Module) {
    const {FS, IDBFS} = Module;
    const read = folder => new Promise((done, failed) => {
      setTimeout(failed, 1000 * mostSecondsToOpen);
      FS.mkdirTree(folder);
      FS.mount(IDBFS, {}, folder);
      FS.syncfs(true, error => error ? failed(error) : done());
    });
    try {
      if (this.number > 1) await read("/home/web_user");
      await read(this.home);
      if (this.number > 1 && FS.readdir(this.home).length <= 2 && FS.analyzePath("/home/web_user/.config").exists)
        copyTree(FS, "/home/web_user/.config", `${this.home}/.config`);
      if (this.number > 1) FS.unmount("/home/web_user");
    } catch {
      this.refuse();
    }
    this.kept = signature(FS, this.home);
  }
  // Writes what has changed.
  keep(FS) {
    if (this.busy || this.refused) return;
    const now = signature(FS, this.home);
    if (now === this.kept) return;
    this.busy = true;
    FS.syncfs(false, error => {
      this.busy = false;
      this.failures = error ? this.failures + 1 : 0;
      if (!error) this.kept = now;
      else if (this.failures >= mostFailures) this.refuse();
    });
  }
  refuse() {
    if (this.refused) return;
    this.refused = true;
    news(say("The browser does not store data for this page. Settings, answers and unsaved scenes are lost when you close it."));
  }
}

// ---- the browser's services for the program

const chooser = Object.assign(document.createElement("input"), {type: "file"});
const fetched = new Set();

function pageFor(Module) {
  const {FS} = Module;
  return {
    title(text) { document.title = text; },
    cursor(css) { canvas.style.cursor = css; },
    copy(text) { navigator.clipboard?.writeText(text).catch(() => news(say("The browser does not allow this page to copy."))); },
    keyboard(on) { if (on) keyboard.focus(); else canvas.focus(); },
    fullScreen(on) {
      if (on === (document.fullscreenElement !== null)) return;
      const done = on ? document.documentElement.requestFullscreen?.() ?? Promise.reject() : document.exitFullscreen();
      done.catch(() => news(say("The browser does not allow this page to fill the screen.")));
    },
    choose(types) {
      chooser.accept = types;
      chooser.value = "";
      chooser.onchange = async () => {
        const path = chooser.files.length ? await bring(FS, chooser.files[0]) : "";
        Module.ccall("ez_chosen", null, ["string"], [path]);
      };
      chooser.oncancel = () => Module.ccall("ez_chosen", null, ["string"], [""]);
      chooser.click();
    },
    fetch(url, path) {
      if (fetched.has(url)) return;
      fetched.add(url);
      fetch(file(url)).then(answer => answer.ok ? answer.arrayBuffer() : Promise.reject()).then(bytes => {
        FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
        FS.writeFile(path, new Uint8Array(bytes));
      }).catch(() => fetched.delete(url));
    },
    film: filmFor(Module),
    ended() { coverText(say("ezscope has ended. Load the page again to start it.")); },
  };
}

// Records pictures by the browser's own encoder, at the time at which each is added.
function filmFor(Module) {
  const types = ["video/mp4;codecs=avc1.64003E", "video/mp4", "video/webm;codecs=vp9", "video/webm"];
  const type = self.MediaRecorder && types.find(t => MediaRecorder.isTypeSupported(t));
  let canvas, context, stream, recorder, parts = [], size = 0;
  return {
    isPossible: () => Boolean(type),
    bytes: () => size,
    begin(width, height) {
      canvas = Object.assign(document.createElement("canvas"), {width, height});
      context = canvas.getContext("2d");
      stream = canvas.captureStream(0);
      recorder = new MediaRecorder(stream, {mimeType: type, videoBitsPerSecond: 8e6});
      parts = [];
      size = 0;
      recorder.ondataavailable = event => { parts.push(event.data); size += event.data.size; };
      recorder.start(500);
    },
    add(at) {
      const {width, height} = canvas;
      const pixels = Module.HEAPU8.slice(at, at + 4 * width * height);
      context.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), width, height), 0, 0);
      (stream.requestFrame ? stream : stream.getVideoTracks()[0]).requestFrame();  // Firefox has it in the stream
    },
    end(name) {
      if (!recorder) return;
      const ended = recorder;
      recorder = undefined;
      ended.onstop = () => {
        if (!name) return;
        const suffix = type.startsWith("video/mp4") ? ".mp4" : ".webm";
        save(new Blob(parts, {type}), name.replace(/\.[^.]*$/, "") + suffix);
      };
      ended.stop();
      stream.getVideoTracks()[0].stop();
    },
  };
}

// Copies a file of the user's into the program's file system. Returns its path.
async function bring(FS, chosen) {
  const folder = `/opened/${bring.count = (bring.count || 0) + 1}`;
  FS.mkdirTree(folder);
  const path = `${folder}/${chosen.name.replaceAll("/", "_")}`;
  FS.writeFile(path, new Uint8Array(await chosen.arrayBuffer()));
  return path;
}

// ---- events

function listen(Module) {
  const {FS} = Module;
  const call = (name, ...values) => Module[`_ez_${name}`](...values);
  const text = (name, ...values) => Module.ccall(`ez_${name}`, null, values.map(v => typeof v), values);
  const buttons = [0, 2, 1];  // the browser's middle button is 1, the program's 2
  const place = event => { const r = canvas.getBoundingClientRect(); return [event.clientX - r.left, event.clientY - r.top]; };
  const modifiers = event => call("modifiers", +event.ctrlKey, +event.shiftKey, +event.altKey, +event.metaKey);

  canvas.addEventListener("pointermove", event => {
    if (event.pointerType === "touch") return;
    modifiers(event);
    call("mouse", ...place(event));
  });
  canvas.addEventListener("pointerdown", event => {
    if (event.pointerType === "touch") return;
    canvas.focus();
    canvas.setPointerCapture(event.pointerId);
    modifiers(event);
    call("mouse", ...place(event));
    if (event.button < 3) call("button", buttons[event.button], 1);
  });
  canvas.addEventListener("pointerup", event => {
    if (event.pointerType === "touch") return;
    call("mouse", ...place(event));
    if (event.button < 3) call("button", buttons[event.button], 0);
  });
  canvas.addEventListener("pointerleave", event => { if (event.pointerType !== "touch" && !event.buttons) call("leave"); });
  canvas.addEventListener("contextmenu", event => event.preventDefault());
  canvas.addEventListener("wheel", event => {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 3 : event.deltaMode === 2 ? 0.1 : 100;
    modifiers(event);
    call("wheel", -event.deltaX / unit, -event.deltaY / unit);
  }, {passive: false});

  const fingers = event => {
    event.preventDefault();
    for (const t of event.touches) call("finger", t.identifier | 0, ...place(t));
    call("fingers_done", Math.max(0, performance.now() - event.timeStamp) / 1000);
  };
  for (const name of ["touchstart", "touchmove", "touchend"]) canvas.addEventListener(name, fingers, {passive: false});
  canvas.addEventListener("touchcancel", () => call("fingers_lost"));

  // Keys that belong to the browser: reload (Ctrl+R; F5 alone starts the presenter), tabs, developer tools. The paste comes as an
  // event of its own.
  const isBrowsers = event => (event.code === "F5" && (event.ctrlKey || event.shiftKey)) || event.code === "F11" || event.code === "F12" ||
    ((event.ctrlKey || event.metaKey) && (["KeyR", "KeyT", "KeyW", "KeyL", "KeyV"].includes(event.code) || (event.shiftKey && event.code === "KeyI")));
  const down = event => {
    if (event.isComposing || isBrowsers(event)) return;
    modifiers(event);
    text("key", event.key, event.code, 1);
    const isText = [...event.key].length === 1 && !event.ctrlKey && !event.metaKey;
    if (event.target !== keyboard) {
      if (isText) text("text", event.key);
      event.preventDefault();
    } else if (!isText) {
      event.preventDefault();
    }
  };
  const up = event => {
    modifiers(event);
    text("key", event.key, event.code, 0);
  };
  addEventListener("keydown", down);
  addEventListener("keyup", up);
  // A keyboard on the screen often sends no keys, only text.
  keyboard.addEventListener("input", event => {
    if (event.inputType === "deleteContentBackward" && event.data === null) {
      text("key", "Backspace", "Backspace", 1);
      text("key", "Backspace", "Backspace", 0);
    } else if (!event.isComposing && event.data) {
      text("text", event.data);
    }
    keyboard.value = " ";  // so that there is something to delete
  });
  keyboard.addEventListener("compositionend", event => { if (event.data) text("text", event.data); });
  addEventListener("paste", event => {
    const pasted = event.clipboardData?.getData("text/plain");
    if (pasted) text("paste", pasted);
    event.preventDefault();
  });
  addEventListener("focus", () => call("focus", 1));
  addEventListener("blur", () => call("focus", 0));

  addEventListener("dragover", event => event.preventDefault());
  addEventListener("drop", async event => {
    event.preventDefault();
    for (const dropped of event.dataTransfer.files) text("drop", await bring(FS, dropped));
  });
  // A link with another scene in the same tab.
  addEventListener("hashchange", () => location.reload());
}

// ---- start

function load(source) {
  return new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = source;
    script.onload = done;
    script.onerror = () => failed(Object.assign(new Error(`cannot load ${source}`), {isMissing: true}));
    document.head.append(script);
  });
}

// Starts the program. Returns the module, or the message of the command line if it refused its words.
async function start(module, words, store) {
  const said = [];
  const main = file(`${module}.js`);
  return new Promise((done, failed) => {
    Ezscope({
      canvas,
      arguments: words,
      mainScriptUrlOrBlob: main,
      locateFile: name => file(name),
      print: line => console.log(line),
      printErr: line => { said.push(line); console.warn(line); },
      quit: (status, why) => {
        if (status !== 0) done({message: said.join("\n").replace(/^ezscope: /, "")});
        throw why;
      },
      onAbort: why => failed(new Error(String(why))),
      preRun: [Module => {
        Module.FS.mkdirTree(downloads);
        Module.FS.chdir(downloads);
        Module.ENV.HOME = store.home;
        Module.ENV.LANG = (query.get("lang") || navigator.language || "en").replace("-", "_");
        Module.page = pageFor(Module);
        Module.addRunDependency("store");
        store.open(Module).then(() => Module.removeRunDependency("store"));
      }],
    }).then(module => done({module}), failed);
  });
}

async function begin() {
  if (self.ezscopeReloads) return;
  document.getElementById("cover-text").textContent = say("Loading …");
  if (typeof WebAssembly !== "object" || !document.createElement("canvas").getContext("webgl2"))
    return coverText(say("This browser has no WebAssembly or no WebGL 2. Use a current version of Firefox, Chrome, Edge or Safari."));
  // A page inside another one often cannot use threads. In a tab of its own it can.
  const open = document.getElementById("open");
  open.href = ownTab();
  open.textContent = say("Open in a tab of its own");
  open.hidden = !embedded && self === top;
  open.classList.toggle("below", !embedded);  // next to the tool bar's few buttons, or clear of a whole tool bar
  const threads = self.crossOriginIsolated && !query.has("alone");
  const module = threads ? "ezscope" : "ezscope_single";
  await load(file(`${module}.js`));
  const store = new Store(await chooseStore());
  let result = await start(module, commandLine(), store);
  if (result.message) {
    news(result.message, 30);
    result = await start(module, [...ownAddress, ...ownLanguage], store);
  }
  if (result.message) return coverText(result.message);
  const {module: Module} = result;
  self.ezscope = Module;
  listen(Module);
  canvas.focus();
  cover.hidden = true;
  performance.mark("ezscope-started");
  setInterval(() => deliver(Module.FS), 250);
  setInterval(() => store.keep(Module.FS), 2000);
  addEventListener("visibilitychange", () => store.keep(Module.FS));
}

// A file that is missing belongs to another version than this page, which an old cache may have kept. Loading the page
// again once gets the present version. A browser that stores nothing cannot count the reloads, so there the page does not reload.
const reloads = {
  get any() { try { return sessionStorage.getItem("ezscope-reloaded") !== null; } catch { return true; } },
  set any(yes) {
    try {
      if (yes) sessionStorage.setItem("ezscope-reloaded", "1");
      else sessionStorage.removeItem("ezscope-reloaded");
    } catch { /* see above */ }
  },
};
function reloadOnce() {
  if (reloads.any) return false;
  reloads.any = true;
  location.reload();
  return true;
}

begin().then(() => { reloads.any = false; }).catch(error => {
  if (self.ezscopeReloads) return;  // the page that is being left: its downloads were stopped
  if (error.isMissing && reloadOnce()) return;
  console.error(error);
  coverText(`ezscope could not start: ${error.message}. Load the page again; if it happens again, use another browser.`);
});
