// The page around the modes: state, changes, undo, the list of what to look at, keys, and the picture.

import { by, button, el } from "./dom.js";
import { Viewer } from "./viewer.js";

const STEP = 80; // pixels of the page by which an arrow key moves the picture
const CLICK = 5; // pixels of the page within which a press is a click and no drag

const modes = new Map(); // the scripts of the modes, by name
let state = { number: 0, modes: [], doubts: [], picture: {} };
let wanted = location.hash.slice(1); // the mode to show
let chosen = 0; // the doubt that is looked at
let pointer = null; // where the mouse is, in the picture
let byKeys = false; // the keyboard moves the picture, and Enter clicks in its middle

const viewer = new Viewer(by("canvas"), (g, dpr) => paint(g, dpr));

/** What a mode may use. */
export const bench = {
  get state() { return state; },
  get mine() { return state[state.mode] ?? {}; },
  get px() { return viewer.px; },
  get scale() { return viewer.scale; },
  get pointer() { return pointer; },
  viewer,
  draw: () => viewer.draw(),
  say,
  ask,
  goTo: (place, scale) => viewer.goTo(place, scale),
  change: (verb, values = {}) => send("change", { mode: state.mode, verb, values }),
  colour: async ([x, y]) => (await got(`pixel?picture=${state.picture.id}&x=${Math.floor(x)}&y=${Math.floor(y)}`)).colour,
  panel: () => showPanel(),
  look,
  get doubt() { return state.doubts[chosen]; },
  /** How far a place is beside the picture, as a share of its longer side. */
  beside: (place) => {
    const size = [state.picture.width, state.picture.height];
    return Math.max(...place.map((at, n) => Math.max(-at, at - size[n], 0))) / Math.max(...size);
  },
  /** Answer a doubt by a change of one's own, and look at the next. */
  answer: async (verb, values) => { if (inSight() && await bench.change(verb, values) && state.doubts.length) look(chosen); },
};

const mode = () => modes.get(state.mode) ?? {};

// -- the server ---------------------------------------------------------------------------------

/** The server is not there, or it is another one, for which this page is a stranger. */
class Closed extends Error {}
const AGAIN = "Start it again", ELSEWHERE = "Open the address that the new one has printed";

async function got(path, told) {
  const how = told && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(told) };
  const answer = await fetch(path, how).catch(() => { throw new Closed(AGAIN); });
  if (answer.status === 404) throw new Closed(ELSEWHERE);
  const found = await answer.json().catch(() => ({ no: "The workbench did not answer." }));
  if (!answer.ok && !found.no) found.no = `The workbench refused this (${answer.status}).`;
  return found;
}

let line = Promise.resolve(); // changes are sent one after the other

function send(path, told) {
  const sent = line.then(async () => {
    try {
      const found = await got(path, { on: state.number, ...told });
      if (found.modes) await take(found);
      say(found.no ?? (path === "undo" ? `Undone: ${found.redo}.` : path === "redo" ? `Done again: ${found.undo}.` : outcome(found)), Boolean(found.no));
      return !found.no;
    } catch (error) {
      lost ||= error instanceof Closed;
      failed(error);
      return false;
    }
  });
  line = sent.catch(() => {});
  return sent;
}

/** What is said of a change that was not refused: what was saved, and nothing else. */
const outcome = ({ saved, working }) => (saved ? `Saved: ${saved}.` : working ? "" : "Nothing to change: it was already so.");

async function listen() {
  for (;;) {
    const mine = wanted;
    try {
      const found = await got(`state?since=${state.mode === mine ? state.number : 0}&mode=${encodeURIComponent(mine)}`);
      if (mine === wanted && found.modes) await take(found);
      if (gone) { say(lost ? `Connected again. ${UNSURE}` : "Connected again.", lost); gone = lost = false; }
      if (found.number !== undefined) continue;
      say(found.no, true);
    } catch (error) {
      gone = error instanceof Closed;
      failed(error);
    }
    await new Promise((done) => setTimeout(done, 1500));
  }
}
let gone = false, lost = false; // the server; a change that was sent to it then
const UNSURE = "Your last change may not be saved.";

async function take(found) {
  if (found.number < state.number && found.mode === state.mode) return;
  if (!modes.has(found.mode)) modes.set(found.mode, (await import(`./${found.mode}.js`)).default);
  const other = found.mode !== state.mode, held = other ? null : state.doubts[chosen];
  state = found;
  wanted = found.mode;
  if (other) { answered?.(null); chosen = 0; mode().enter?.(bench); by("canvas").focus({ preventScroll: true }); document.querySelector("aside").scrollTop = 0; }
  const gone = held && !keep(held);
  show();
  if (gone && mode().asking?.()) look(chosen);
}

/** Stay with the doubt that is looked at, wherever it is in the new list; false if it is settled. */
function keep(held) {
  const here = state.doubts.map((one, n) => [one, n]).filter(([one]) => one.place.join() === held.place.join());
  const found = here.find(([one]) => one.words === held.words) ?? here[0];
  if (found) chosen = found[1];
  else if (mode().open?.(held, bench)) {
    chosen = Math.min(chosen, state.doubts.length);
    state.doubts.splice(chosen, 0, held);
  } else return false;
  return true;
}

/** Whether the doubt that is chosen is in sight; else it is shown, and nothing is answered yet. */
function inSight() {
  const one = state.doubts[chosen];
  if (!one) return false;
  const [x, y] = viewer.toScreen(one.place);
  const seen = x > 0 && y > 0 && x < viewer.width && y < viewer.height;
  if (!seen) look(chosen);
  return seen;
}

// -- what is shown ------------------------------------------------------------------------------

function show() {
  const { picture } = state;
  const folder = state.folder.split(/[\\/]/).at(-1);
  document.title = `${folder} - workbench`;
  by("name").textContent = folder;
  by("name").title = `${state.folder}: ${picture.name}`;
  by("modes").replaceChildren(...state.modes.map((one, n) =>
    button(one.title, () => enter(one.name), { "aria-pressed": String(one.name === state.mode), title: `${one.title} (Alt+${n + 1})` })));
  for (const way of ["undo", "redo"]) {
    by(way).disabled = !state[way];
    by(way).title = state[way] ? `${way === "undo" ? "Undo" : "Redo"}: ${state[way]}` : "";
  }
  viewer.show(picture);
  by("reading").hidden = Boolean(picture.width);
  by("reading").textContent = picture.wrong || state.working || "Reading the picture";
  by("wrong").hidden = !state.wrong;
  by("wrong").textContent = state.wrong ?? "";
  by("busy").textContent = state.working ? `${state.working} ...` : "";
  showPanel();
  showDoubts();
  viewer.draw();
}

/** A button that is pressed stays until it is let go: one that is replaced under the mouse is never clicked. */
let pressed = false, after = 0;
function letGo() { // when its click has come, unless a button is pressed again by then
  if (pressed) after = setTimeout(() => { pressed = false; showPanel(); showDoubts(); });
}
document.querySelector("aside").addEventListener("pointerdown", (event) => {
  if (event.target.closest("button")) { clearTimeout(after); pressed = true; }
});
for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, letGo);
window.addEventListener("pointermove", (event) => { if (!event.buttons) letGo(); });

function showPanel() {
  if (pressed) return;
  const held = document.activeElement, panel = by("panel");
  const inside = panel.contains(held);
  if (inside && held.matches("input:not([type=checkbox]):not([type=radio]), select, textarea")) return; // somebody is typing
  const place = inside ? [...panel.querySelectorAll("button, input, select, a")].indexOf(held) : -1;
  const [first, ...rest] = [mode().panel?.(bench)].flat().filter(Boolean);
  by("first").replaceChildren(...(first ? [first] : []));
  panel.replaceChildren(...rest);
  if (place >= 0) panel.querySelectorAll("button, input, select, a")[place]?.focus();
}

function showDoubts() {
  if (pressed) return;
  const list = by("doubts"), focused = list.contains(document.activeElement);
  chosen = Math.max(0, Math.min(chosen, state.doubts.length - 1));
  by("count").textContent = state.doubts.length;
  by("looks").hidden = by("asked").hidden = state.doubts.length === 0;
  by("show").textContent = state.doubts.length === 1 ? "1 place to look at" : `${state.doubts.length} places to look at`;
  list.replaceChildren(...state.doubts.map((one, n) => el("li", {},
    el("button", { type: "button", class: "doubt", "aria-current": n === chosen ? "true" : null, tabindex: n === chosen ? "0" : "-1",
      onclick: () => look(n) }, one.words, one.mends.length && n !== chosen ? el("span", { class: "more", "aria-hidden": "true" }, "›") : null),
    n === chosen && one.mends.length ? el("div", { class: "mends" }, one.mends.map((mend, m) =>
      button(mend.words, () => take_(n, m), { class: "mend", tabindex: n === chosen ? "0" : "-1" }))) : null)));
  if (focused) list.querySelectorAll(".doubt")[chosen]?.focus();
}

/** Look at one of the doubts. */
function look(n) {
  if (!state.doubts.length) return;
  chosen = (n + state.doubts.length) % state.doubts.length;
  const one = state.doubts[chosen];
  viewer.goTo(one.place, mode().near ? mode().near(bench) : Math.min(2, viewer.scale * 2));
  showDoubts();
  by("doubts").querySelectorAll(".doubt")[chosen].scrollIntoView({ block: "nearest" });
}

/** Take one of the mends of a doubt. */
async function take_(n, m) {
  const mend = state.doubts[n]?.mends[m];
  if (!mend) return;
  chosen = n;
  if (await bench.change(mend.verb, mend.values) && state.doubts.length) look(chosen);
}

function say(words, wrong = false) {
  by("status").textContent = words;
  by("status").classList.toggle("no", wrong);
}

/** Show what went wrong in the page itself: nobody may believe that it was saved. */
function failed(error) {
  if (error instanceof Closed) return say(`The workbench is closed. ${lost ? UNSURE : "Everything is saved."} ${error.message}.`, true);
  say(UNSURE, true);
  by("mistake").hidden = false;
  by("mistake").replaceChildren(
    el("p", {}, `The page has an error: ${error?.message ?? error}. Your last change may not be saved. Load the page again and look.`),
    button("Load the page again", () => location.reload()));
  console.error(error);
}
window.addEventListener("error", (event) => failed(event.error ?? event.message));
window.addEventListener("unhandledrejection", (event) => { event.preventDefault(); failed(event.reason); });

function enter(name) {
  wanted = name;
  location.hash = name;
  got(`state?since=0&mode=${encodeURIComponent(name)}`).then(take);
}

function paint(g, dpr) {
  by("zoom").textContent = `${Math.round(viewer.scale * 100)} %`;
  if (!viewer.picture || !state[state.mode]) return;
  mode().draw?.(g, bench);
  g.setTransform(dpr, 0, 0, dpr, 0, 0);
  paintChosen(g); // under the labels: that of the place is to be read
  mode().labels?.(g, bench);
  canvas.classList.toggle("keys", byKeys);
  if (byKeys) paintCross(g);
}

function paintChosen(g) {
  const one = state.doubts[chosen];
  if (!one) return;
  const [x, y] = viewer.toScreen(one.place);
  for (const [colour, width] of [["#fff", 6], ["#c22", 3]]) {
    g.strokeStyle = colour;
    g.lineWidth = width;
    g.beginPath();
    g.arc(x, y, 22, 0, 2 * Math.PI);
    g.stroke();
  }
}

function paintCross(g) {
  const x = Math.round(viewer.width / 2) + 0.5, y = Math.round(viewer.height / 2) + 0.5;
  for (const [colour, width] of [["#fff", 4], ["#111", 1.5]]) {
    g.strokeStyle = colour;
    g.lineWidth = width;
    g.beginPath();
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      g.moveTo(x + 4 * dx, y + 4 * dy);
      g.lineTo(x + 22 * dx, y + 22 * dy);
    }
    g.stroke();
  }
}

// -- one line asked for at a place --------------------------------------------------------------

let answered = null;

/** Ask for one line at a place: it, or null. `known` is a list of likely answers. */
function ask(place, words, text = "", known = []) {
  answered?.(null);
  const form = by("ask"), [x, y] = viewer.toScreen(place);
  by("question").textContent = words;
  by("answer").value = text;
  by("answers").replaceChildren(...known.map((one) => el("option", { value: one })));
  form.hidden = false;
  const { offsetWidth: wide, offsetHeight: high } = form;
  form.style.left = `${Math.max(8, Math.min(viewer.width - wide - 8, x - wide / 2))}px`;
  form.style.top = `${y + 28 + high < viewer.height ? y + 28 : Math.max(8, y - high - 28)}px`;
  by("answer").focus();
  by("answer").select();
  return new Promise((done) => {
    answered = (answer) => { answered = null; form.hidden = true; by("canvas").focus(); done(answer); viewer.draw(); };
  });
}
by("ask").addEventListener("submit", (event) => { event.preventDefault(); answered?.(by("answer").value.trim()); });
by("never").addEventListener("click", () => answered?.(null));
by("ask").addEventListener("keydown", (event) => {
  if (event.key === "Escape") answered?.(null);
  event.stopPropagation();
});

// -- the mouse, fingers -------------------------------------------------------------------------

const canvas = by("canvas");
const down = new Map(); // the pointers that are down: where they are on the canvas
let press = null; // what the one that is down has begun

const spot = (event) => [event.offsetX, event.offsetY];
const apart = ([a, b]) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const between = ([a, b]) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

canvas.addEventListener("pointerdown", (event) => {
  event.preventDefault(); // or a finger's mouse events would take the focus from what a click opens
  canvas.setPointerCapture(event.pointerId);
  canvas.focus({ preventScroll: true });
  byKeys = false;
  down.set(event.pointerId, spot(event));
  if (down.size > 1) { press?.held?.cancel?.(); press = null; return; }
  const from = spot(event), place = viewer.toPicture(from);
  const held = event.button === 0 ? mode().grab?.(place, bench, event) : null;
  press = { from, last: from, held, button: event.button, dragged: false };
});
canvas.addEventListener("pointermove", (event) => {
  const now = spot(event);
  pointer = viewer.toPicture(now);
  by("at").textContent = viewer.picture ? `${pointer[0].toFixed(0)}, ${pointer[1].toFixed(0)}` : "";
  if (down.size === 2 && down.has(event.pointerId)) {
    const before = [...down.values()];
    down.set(event.pointerId, now);
    const after = [...down.values()];
    const [from, to] = [between(before), between(after)];
    viewer.zoom(apart(after) / Math.max(1, apart(before)), from);
    viewer.move(to[0] - from[0], to[1] - from[1]);
    return;
  }
  if (press && down.has(event.pointerId)) {
    press.dragged ||= apart([press.from, now]) > CLICK;
    if (press.dragged) {
      if (press.held) press.held.move(pointer);
      else viewer.move(now[0] - press.last[0], now[1] - press.last[1]);
      press.last = now;
    }
  } else mode().hover?.(pointer, bench);
});
canvas.addEventListener("pointerup", (event) => {
  down.delete(event.pointerId);
  if (!press) return;
  const { dragged, held, button: which } = press, place = viewer.toPicture(spot(event));
  press = null;
  if (dragged) held?.end(place);
  else { held?.cancel?.(); if (which === 0 && viewer.picture) mode().click?.(place, bench, event); }
});
canvas.addEventListener("pointercancel", (event) => { down.delete(event.pointerId); press?.held?.cancel?.(); press = null; });
canvas.addEventListener("contextmenu", (event) => event.preventDefault());
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  const lines = event.deltaMode === 1 ? 30 : 1;
  viewer.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0015)), spot(event));
}, { passive: false });

// -- keys ---------------------------------------------------------------------------------------

const pan = (dx, dy) => (event) => {
  const far = event.altKey ? 1 : event.shiftKey ? STEP * 4 : STEP;
  if (document.activeElement === document.body) canvas.focus({ preventScroll: true });
  if (!byKeys && document.activeElement === canvas) byKeys = true;
  viewer.move(dx * far, dy * far);
};
const KEYS = [
  { key: "ArrowLeft", shown: "Arrows", words: "Move the picture; with Shift further, with Alt by one pixel", run: pan(1, 0) },
  { key: "ArrowRight", run: pan(-1, 0) },
  { key: "ArrowUp", run: pan(0, 1) },
  { key: "ArrowDown", run: pan(0, -1) },
  { key: "+", words: "Zoom in", run: () => viewer.zoom(1.4) },
  { key: "=", run: () => viewer.zoom(1.4) },
  { key: "-", words: "Zoom out", run: () => viewer.zoom(1 / 1.4) },
  { key: "0", words: "Show the whole picture", run: () => viewer.fit() },
  { key: "Enter", words: "In the picture: click in its middle. In the list: give the first answer", run: enterKey },
  { key: "n", words: "Look at the next place in the list", run: () => look(chosen + 1) },
  { key: "p", words: "Look at the previous place", run: () => look(chosen - 1) },
  { key: "z", ctrl: true, shown: "Ctrl+Z", words: "Undo", run: () => undo() },
  { key: "y", ctrl: true, shown: "Ctrl+Y", words: "Redo", run: () => redo() },
  { key: "Z", ctrl: true, run: () => redo() },
  { key: "?", words: "Show the keys", run: () => help() },
  { key: "F1", run: () => help() },
];

function enterKey(event) {
  if (byKeys && document.activeElement === canvas && viewer.picture) mode().click?.(viewer.middle, bench, event);
  else if (state.doubts[chosen]?.mends.length && inSight()) take_(chosen, 0);
}

document.addEventListener("keydown", (event) => {
  const at = event.target;
  if (by("keys").open || at.matches("input:not([type=checkbox]):not([type=radio]), select, textarea")) return;
  if (at.closest("#doubts") && ["ArrowUp", "ArrowDown"].includes(event.key)) {
    event.preventDefault();
    look(chosen + (event.key === "ArrowDown" ? 1 : -1));
    by("doubts").querySelectorAll(".doubt")[chosen]?.focus();
    return;
  }
  if (at.matches("button, a, input") && [" ", "Enter"].includes(event.key) && !at.matches(".doubt")) return;
  if (event.altKey && /^Digit[1-9]$/.test(event.code)) {
    const one = state.modes[Number(event.code.slice(5)) - 1];
    if (one) { event.preventDefault(); enter(one.name); }
    return;
  }
  const ctrl = event.ctrlKey || event.metaKey;
  const found = [...(mode().keys ?? []), ...KEYS].find((one) => one.key === event.key && Boolean(one.ctrl) === ctrl);
  if (!found) return;
  event.preventDefault();
  if (mode().keys?.includes(found)) found.run(bench, event);
  else found.run(event);
});

const undo = () => send("undo", { mode: state.mode });
const redo = () => send("redo", { mode: state.mode });

function help() {
  const row = (one) => el("tr", {}, el("th", {}, el("kbd", {}, one.shown ?? one.key)), el("td", {}, one.words));
  const own = (mode().keys ?? []).filter((one) => one.words), others = KEYS.filter((one) => one.words);
  const dialog = by("keys"), title = state.modes.find((one) => one.name === state.mode)?.title;
  dialog.replaceChildren(
    el("h2", {}, "Keys"),
    own.length ? el("table", {}, el("caption", {}, title), own.map(row)) : "",
    el("table", {}, el("caption", {}, "Everywhere"), others.map(row),
      row({ key: "Alt+1 ... 9", words: "Change the mode" })),
    el("p", {}, "Drag the picture to move it. Turn the wheel, or spread two fingers, to zoom."),
    button("Close", () => dialog.close(), { class: "main" }));
  dialog.showModal();
  dialog.scrollTop = 0; // it scrolls to its button, which has the focus
}

by("undo").addEventListener("click", undo);
by("redo").addEventListener("click", redo);
by("smaller").addEventListener("click", () => viewer.zoom(1 / 1.4));
by("larger").addEventListener("click", () => viewer.zoom(1.4));
by("whole").addEventListener("click", () => viewer.fit());
by("show").addEventListener("click", () => look(chosen));
by("help").addEventListener("click", help);
canvas.addEventListener("blur", () => { byKeys = false; viewer.draw(); });
window.addEventListener("hashchange", () => { if (location.hash.slice(1) !== wanted) enter(location.hash.slice(1)); });
window.bench = bench; // for tests
listen();
