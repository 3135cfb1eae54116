// Terrain: paint hexes, draw rivers and roads along and across hexsides, and answer for what is doubtful.

import { button, el, tick } from "./dom.js";

const COLOURS = ["#e8dfae", "#3f8f46", "#8a6a3b", "#4f86c6", "#a05a9c", "#d9822b", "#7d8791", "#2aa198", "#c44747", "#6b6bd1", "#93b13f", "#b58900"];
const KINDS = { river: "along hexsides, as a river", side: "along hexsides, as a slope", road: "from hex to hex, as a road", rail: "from hex to hex, as a railway", bridge: "from hex to hex, as a bridge" };
const ALONG = ["river", "side"];
const LINES = { river: "#1f5fd0", side: "#7a3b00", road: "#b3261e", rail: "#111", bridge: "#444" };

let brush = null; // {word} or {feature, kind}; null moves the picture
let erasing = false;
let asking = false; // the doubtful hexes come up one after the other
const strokes = new Set(); // what is being painted or saved: each holds its brush, and hexes or hexsides by their numbers
let naming = false;

/** Colours of words whose meaning is known, the more special words first. */
const MEANT = [
  [/swamp|marsh|bog/, "#6f9a8d"], [/water|lake|sea|ocean|river/, "#4f86c6"], [/wood|forest|jungle/, "#3f8f46"], [/mountain|alpine/, "#5f4529"],
  [/hill|slope/, "#8a6a3b"], [/rough|broken|rocky/, "#b3926a"], [/town|city|urban|village/, "#7d8791"], [/clear|open|plain/, "#e8dfae"],
  [/desert|sand/, "#dcb35c"], [/orchard|grove|field/, "#93b13f"],
];

/** The colour of a word: as it is meant if that is known and not taken by a word before it, else by order. */
function colourOf(mine, word) {
  if (!mine.colours) Object.defineProperty(mine, "colours", { value: coloured(mine.words) });
  return mine.colours.get(word) ?? COLOURS[0];
}

function coloured(words) {
  const made = new Map(), free = (of) => ![...made.values()].includes(of);
  for (const word of words) {
    const meant = MEANT.find(([known]) => known.test(word.toLowerCase()))?.[1];
    if (meant && free(meant)) made.set(word, meant);
  }
  words.forEach((word, n) => {
    if (!made.has(word)) made.set(word, COLOURS.find(free) ?? COLOURS[n % COLOURS.length]);
  });
  return made;
}

/** What is worked out once for each state: numbers of ids, the pitch, neighbours. */
function facts(mine) {
  if (mine.facts) return mine.facts;
  const number = new Map(mine.ids.map((id, n) => [id, n]));
  const ring = mine.outlines[0] ?? [0, 0, 1, 1];
  const side = Math.hypot(ring[0] - ring[2], ring[1] - ring[3]);
  const made = { number, pitch: side * 1.732, paths: new Map() };
  mine.outlines.forEach((points, n) => {
    const word = mine.settled[n] ? mine.grounds[n] : mine.proposed[n]?.word;
    if (!word) return;
    const name = `${mine.settled[n] ? "s" : mine.proposed[n].sure ? "p" : "d"}${word}`;
    if (!made.paths.has(name)) made.paths.set(name, new Path2D());
    trace(made.paths.get(name), points);
  });
  made.all = new Path2D();
  mine.outlines.forEach((points) => trace(made.all, points));
  Object.defineProperty(mine, "facts", { value: made });
  return made;
}

function trace(path, points) {
  path.moveTo(points[0], points[1]);
  for (let k = 2; k < points.length; k += 2) path.lineTo(points[k], points[k + 1]);
  path.closePath();
}

/** The two hexes nearest to a place: their numbers and how far they are. */
function nearest(mine, [x, y]) {
  let found = [[-1, Infinity], [-1, Infinity]];
  mine.centres.forEach(([a, b], n) => {
    const far = Math.hypot(a - x, b - y);
    if (far < found[0][1]) found = [[n, far], found[0]];
    else if (far < found[1][1]) found = [found[0], [n, far]];
  });
  return found;
}

function hexAt(mine, place) {
  const [[n, far]] = nearest(mine, place);
  return n >= 0 && far < 0.6 * facts(mine).pitch ? n : -1;
}

/** The hexside at a place: the numbers of both hexes, if it is near enough. */
function sideAt(mine, place) {
  const [[one, near], [other, far]] = nearest(mine, place), { pitch } = facts(mine);
  if (other < 0 || near > 0.7 * pitch || far > 0.95 * pitch || far - near > 0.45 * pitch) return null;
  return touching(mine, one, other) ? [one, other] : null;
}

function touching(mine, one, other) {
  const [a, b] = [mine.centres[one], mine.centres[other]];
  return Math.hypot(a[0] - b[0], a[1] - b[1]) < 1.2 * facts(mine).pitch;
}

/** The ends of what is drawn at a hexside: along it, or from middle to middle. */
function lineOf(mine, one, other, kind) {
  const a = mine.centres[one], b = mine.centres[other];
  if (!ALONG.includes(kind)) return [a, b];
  const [x, y] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], [dx, dy] = [(b[0] - a[0]) / 3.464, (b[1] - a[1]) / 3.464];
  return [[x - dy, y + dx], [x + dy, y - dx]];
}

// -- drawing ------------------------------------------------------------------------------------

function draw(g, bench) {
  const { mine } = bench;
  if (!mine.map) return;
  const { paths, all } = facts(mine);
  for (const [name, path] of paths) {
    g.globalAlpha = { s: 0.45, p: 0.25, d: 0.12 }[name[0]];
    g.fillStyle = colourOf(mine, name.slice(1));
    g.fill(path);
  }
  g.globalAlpha = 1;
  g.lineWidth = bench.px;
  g.strokeStyle = "rgb(29 36 48 / 45%)";
  g.stroke(all);
  drawLinks(g, bench);
  for (const one of strokes) drawStroke(g, bench, one);
}

function drawLinks(g, bench) {
  const { mine } = bench, { number } = facts(mine);
  g.lineCap = "round";
  for (const [one, other, words] of mine.links) {
    const [a, b] = [number.get(one), number.get(other)];
    if (a === undefined || b === undefined) continue;
    words.forEach((word, n) => line(g, bench, lineOf(mine, a, b, mine.features[word]), LINES[mine.features[word]] ?? "#555", n));
  }
}

function line(g, bench, [[x0, y0], [x1, y1]], of, n = 0) {
  const shift = n * 4 * bench.px;
  for (const [colour, wide] of [["#fff", 6], [of, 3.5]]) {
    g.strokeStyle = colour;
    g.lineWidth = wide * bench.px;
    g.beginPath();
    g.moveTo(x0 + shift, y0 + shift);
    g.lineTo(x1 + shift, y1 + shift);
    g.stroke();
  }
}

function drawStroke(g, bench, { of, erase, hexes, sides }) {
  const { mine } = bench, { number } = facts(mine), known = (ids) => ids.every((id) => number.has(id));
  if (hexes) {
    const path = new Path2D();
    for (const id of hexes) if (known([id])) trace(path, mine.outlines[number.get(id)]);
    g.globalAlpha = 0.6;
    g.fillStyle = colourOf(mine, of.word);
    g.fill(path);
    g.globalAlpha = 1;
  } else for (const ids of sides.values())
    if (known(ids)) line(g, bench, lineOf(mine, ...ids.map((id) => number.get(id)), of.kind), erase ? "#999" : LINES[of.kind]);
}

function labels(g, bench) {
  const { mine } = bench;
  if (!mine.map) return;
  const size = Math.min(14, facts(mine).pitch * bench.scale / 5);
  if (size < 8) return;
  g.font = `600 ${size}px system-ui, sans-serif`;
  g.textAlign = "center";
  g.textBaseline = "middle";
  g.lineWidth = 3;
  g.strokeStyle = "rgb(255 255 255 / 80%)";
  g.fillStyle = "#1d2430";
  mine.centres.forEach((place, n) => {
    const [x, y] = bench.viewer.toScreen(place);
    if (x < -40 || y < -40 || x > bench.viewer.width + 40 || y > bench.viewer.height + 40) return;
    const words = [mine.labels[n], mine.settled[n] ? mine.grounds[n] : mine.proposed[n] ? `${mine.proposed[n].word}?` : ""];
    words.forEach((text, row) => {
      const down = y + (row - 0.5) * size * 1.2;
      g.strokeText(text, x, down);
      g.fillText(text, x, down);
    });
  });
}

// -- painting -----------------------------------------------------------------------------------

/** Save a stroke; until that is done it is drawn over the picture. */
async function save(bench, stroke) {
  const { of, erase, hexes, sides } = stroke;
  strokes.add(stroke);
  try {
    if (hexes?.size) await bench.change("paint", { word: of.word, hexes: [...hexes] });
    if (sides?.size) await bench.change("draw", { word: of.feature, erase, sides: [...sides.values()] });
  } finally {
    strokes.delete(stroke);
    bench.draw();
  }
}

const begun = () => (brush.word ? { of: brush, hexes: new Set() } : { of: brush, erase: erasing, sides: new Map(), last: "" });

async function click(point, bench) {
  const { mine } = bench;
  if (!mine.map) return;
  if (!brush) return bench.say("Choose a terrain or a feature first: keys 1 to 9, or the buttons at the right.");
  const stroke = begun(), n = hexAt(mine, point), side = sideAt(mine, point);
  if (stroke.hexes) {
    if (n >= 0) stroke.hexes.add(mine.ids[n]);
  } else if (side) addSide(stroke, ...side.map((one) => mine.ids[one]));
  else return bench.say("Click near a hexside, or draw along.");
  return save(bench, stroke);
}

/** A stroke keeps its brush and what it went over, whatever is saved or arrives meanwhile. */
function grab(point, bench) {
  if (!bench.mine.map || !brush) return null;
  const stroke = begun();
  strokes.add(stroke);
  add(bench.mine, stroke, point);
  return {
    move(place) { add(bench.mine, stroke, place); bench.draw(); },
    end(place) { add(bench.mine, stroke, place); return save(bench, stroke); },
    cancel() { strokes.delete(stroke); bench.draw(); },
  };
}

const addSide = (stroke, one, other) => stroke.sides.set([one, other].sort().join(), [one, other]);

/** Add to a stroke what lies at a place. */
function add(mine, stroke, place) {
  if (!mine.map) return;
  const n = hexAt(mine, place), id = mine.ids[n];
  if (stroke.hexes) {
    if (n >= 0) stroke.hexes.add(id);
    return;
  }
  if (ALONG.includes(stroke.of.kind)) {
    const side = sideAt(mine, place);
    if (side) addSide(stroke, ...side.map((one) => mine.ids[one]));
    return;
  }
  const { last } = stroke;
  if (n < 0 || id === last) return;
  if (last && mine.ids.includes(last) && touching(mine, mine.ids.indexOf(last), n)) addSide(stroke, last, id);
  stroke.last = id;
}

// -- the side panel -----------------------------------------------------------------------------

function panel(bench) {
  const { mine } = bench;
  if (bench.state.wrong) return [];
  if (!mine.map) return el("div", {}, el("h2", {}, "There is no map yet"), el("p", {}, "First choose Hexes, click a few of them, and straighten the picture. You paint terrain on the straightened picture."));
  return [intro(bench), ...palette(bench), ...features(bench), ...proposals(bench)];
}

function intro(bench) {
  const { mine } = bench, left = mine.settled.filter((one) => !one).length;
  return el("div", {}, el("p", { class: left ? "" : "good" }, left ? `${left} of ${mine.ids.length} hexes have no terrain yet.` : "Every hex has its terrain."),
    el("p", { class: "note" }, "Choose a terrain and click hexes, or drag over them. With two or three hexes of each terrain, the rest is proposed."),
    button(asking ? "Stop asking" : "Ask me about the doubtful hexes", () => ask(bench), { "aria-pressed": String(asking), disabled: !asking && !bench.state.doubts.length }));
}

function choose(bench, one) {
  brush = JSON.stringify(brush) === JSON.stringify(one) ? null : one;
  bench.viewer.canvas.style.cursor = brush ? "crosshair" : "grab";
  bench.panel();
  bench.say(brush ? `Brush: ${brush.word ?? brush.feature}. Drag with the right button to move the picture.` : "The mouse moves the picture.");
}

function palette(bench) {
  const { mine } = bench;
  return [el("h3", {}, "Terrain"), el("div", { class: "palette" },
    mine.words.map((word, n) => el("button", { type: "button", "aria-pressed": String(brush?.word === word), onclick: () => choose(bench, { word }) },
      el("span", { class: "swatch", "style-background": colourOf(mine, word) }), n < 9 ? el("kbd", {}, n + 1) : null, ` ${word}`)),
    button("+ New terrain", () => newWord(bench)),
    button("Move the picture", () => { if (brush) choose(bench, brush); }, { "aria-pressed": String(!brush) }))];
}

async function newWord(bench) {
  const word = await bench.ask(bench.viewer.middle, "Name of the terrain, such as forest");
  if (word && await bench.change("word", { word })) choose(bench, { word });
}

function features(bench) {
  const { mine } = bench;
  return [el("h3", {}, "Rivers, roads and hexsides"), el("div", { class: "palette" },
    Object.entries(mine.features).map(([feature, kind]) => el("button", { type: "button", "aria-pressed": String(brush?.feature === feature),
      title: KINDS[kind], onclick: () => choose(bench, { feature, kind }) },
      el("span", { class: "swatch line", "style-background": LINES[kind] ?? "#555" }), ` ${feature}`)),
    button("+ New feature", () => { naming = !naming; bench.panel(); }, { "aria-expanded": String(naming) })),
  naming ? newFeature(bench) : null,
  tick("Erase instead of drawing (e)", erasing, (value) => { erasing = value; bench.draw(); })].filter(Boolean);
}

function newFeature(bench) {
  return el("div", {}, Object.entries(KINDS).map(([kind, words]) => button(`Runs ${words}`, async () => {
    const word = await bench.ask(bench.viewer.middle, "Name of the feature, such as stream");
    if (!word) return;
    naming = false;
    if (await bench.change("feature", { word, kind })) choose(bench, { feature: word, kind });
  })));
}

function proposals(bench) {
  const { mine } = bench;
  const open = mine.proposed.filter((one, n) => one && !mine.settled[n]), sure = open.filter((one) => one.sure);
  if (!open.length) return [];
  return [el("h3", {}, "Proposals"), el("div", { class: "palette" },
    sure.length ? button(`Take the ${sure.length} sure ones`, () => bench.change("take"), { class: "main" }) : null,
    button(`Take all ${open.length}`, () => bench.change("take", { all: true })))];
}

// -- the doubtful ones --------------------------------------------------------------------------

function ask(bench) {
  asking = !asking && bench.state.doubts.length > 0;
  if (asking) bench.look(0);
  bench.say(asking ? "Keys 1 to 9 say what it is, Enter takes the proposal, n is the next." : "");
  bench.panel();
}

const digit = (n) => ({ key: String(n), run: (bench) => {
  const word = bench.mine.words?.[n - 1];
  if (!word) return;
  if (asking && bench.doubt) bench.answer("paint", { word, hexes: bench.doubt.mends[0].values.hexes });
  else choose(bench, { word });
} });

export default {
  panel, draw, labels, click, grab,
  asking: () => asking,
  /** Whether the hex that is asked about is still to be answered: then it stays, whatever is proposed now. */
  open(doubt, { mine }) {
    const n = mine.map && asking ? mine.ids.indexOf(doubt.mends[0]?.values.hexes?.[0]) : -1;
    return n >= 0 && !mine.settled[n];
  },
  near: (bench) => (bench.mine.map ? 110 / facts(bench.mine).pitch : bench.scale),
  keys: [
    { ...digit(1), shown: "1 ... 9", words: "Choose a terrain; while you are asked, say what the hex is" },
    ...[2, 3, 4, 5, 6, 7, 8, 9].map(digit),
    { key: "d", words: "Be asked about the doubtful hexes, or stop", run: ask },
    { key: "e", words: "Erase instead of drawing, or draw again", run: (bench) => { erasing = !erasing; bench.panel(); bench.say(erasing ? "Erasing." : "Drawing."); } },
    { key: "Escape", words: "Put the brush away: the mouse moves the picture", run: (bench) => { asking = false; if (brush) choose(bench, brush); } },
  ],
};
