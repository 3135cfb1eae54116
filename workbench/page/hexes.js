// Hexes: click one, type its label, click more; the grid lies over the scan, coloured by how far the print is.

import { button, el, tick, whatNext } from "./dom.js";

const GOOD = "#1d8a45", WARM = "#d98a00", BAD = "#d3261b", PLAIN = "#2b62b8";
const NEAR = 0.035, FAR = 0.08; // of a hex, up to which print is on the grid, or beside it
const BESIDE = 0.02; // of the longer side of the picture: a click so little beside it is meant for its rim
const REACH = 14; // pixels of the page around a handle

const SIDES = { left: "Left", right: "Right", top: "Top", bottom: "Bottom" };
let moved = null; // what is being dragged: {label, at} or {side, by}

const colour = (off) => (off === null ? PLAIN : off <= NEAR ? GOOD : off <= FAR ? WARM : BAD);

/** The outlines of hexes by colour, made once for each state. */
function paths(mine) {
  if (mine.paths) return mine.paths;
  const made = new Map();
  mine.outlines?.forEach((ring, n) => {
    const of = colour(mine.off[n]);
    if (!made.has(of)) made.set(of, new Path2D());
    const path = made.get(of);
    path.moveTo(ring[0], ring[1]);
    for (let k = 2; k < 12; k += 2) path.lineTo(ring[k], ring[k + 1]);
    path.closePath();
  });
  Object.defineProperty(mine, "paths", { value: made });
  return made;
}

const width = (mine) => {
  const [a, b, , , , , c, d] = mine.outlines[0];
  return Math.hypot(a - c, b - d) * 0.866;
};

/** The hex whose middle is nearest to a place, if it is in it: its number. */
function at(mine, [x, y]) {
  let best = -1, least = Infinity;
  mine.centres?.forEach(([a, b], n) => {
    const far = Math.hypot(a - x, b - y);
    if (far < least) [best, least] = [n, far];
  });
  return best >= 0 && least < 0.6 * width(mine) ? best : -1;
}

const counted = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
const average = (places) => [0, 1].map((n) => places.reduce((sum, one) => sum + one[n], 0) / places.length);
/** A place so much further from a middle. */
const away = ([x, y], [a, b], by) => {
  const far = Math.hypot(x - a, y - b) || 1;
  return [x + (x - a) / far * by, y + (y - b) / far * by];
};
const centre = (mine, label) => mine.centres[mine.labels.indexOf(label)];

/** Where the handle of a side is: a line and a half beyond it. */
const handle = ([[x, y], [dx, dy]], by = 0) => [x + dx * (1.5 + by), y + dy * (1.5 + by)];

// -- drawing ------------------------------------------------------------------------------------

function draw(g, bench) {
  const { mine } = bench;
  g.lineJoin = "round";
  const seen = [...paths(mine)].sort(([a], [b]) => [PLAIN, GOOD, WARM, BAD].indexOf(a) - [PLAIN, GOOD, WARM, BAD].indexOf(b));
  for (const [of, path] of seen) {
    g.lineWidth = 3.5 * bench.px;
    g.strokeStyle = "rgb(255 255 255 / 55%)";
    g.stroke(path);
  }
  for (const [of, path] of seen) {
    if (of === BAD || of === WARM) { g.fillStyle = of === BAD ? "rgb(211 38 27 / 25%)" : "rgb(217 138 0 / 14%)"; g.fill(path); }
    g.lineWidth = (of === BAD ? 2.4 : 1.6) * bench.px;
    g.strokeStyle = of;
    g.setLineDash(mine.fresh ? [] : [6 * bench.px, 4 * bench.px]);
    g.stroke(path);
  }
  g.setLineDash([]);
}

function labels(g, bench) {
  const { mine } = bench, to = (place) => bench.viewer.toScreen(place);
  g.textAlign = "center";
  g.textBaseline = "middle";
  if (mine.outlines) {
    small(g, bench, to);
    const middle = to(average(mine.corners.map((label) => centre(mine, label))));
    const outside = 0.58 * width(mine) * bench.scale + 20; // beyond the hex, whose own label is to be compared
    for (const label of mine.corners) tag(g, away(to(centre(mine, label)), middle, outside), label, "#123a7a", 17);
    for (const [side, of] of Object.entries(mine.sides)) rim(g, to(handle(of, moved?.side === side ? moved.by : 0)), of[1]);
  }
  for (const one of mine.clicks) {
    const place = moved?.label === one.label ? moved.at : [one.x, one.y];
    mark(g, to(place));
    if (!mine.corners?.includes(one.label)) tag(g, [to(place)[0], to(place)[1] - 22], one.label, "#123a7a", 14);
  }
  if (moved?.label && !mine.clicks.some((one) => one.label === moved.label)) mark(g, to(moved.at));
  if (moved?.side) {
    const [x, y] = to(handle(mine.sides[moved.side], moved.by));
    tag(g, [x, y - 26], moved.by > 0 ? `+${moved.by}` : `${moved.by}`, "#123a7a", 17);
  }
}

/** The labels of all hexes, where there is room for them. */
function small(g, bench, to) {
  const size = Math.min(15, width(bench.mine) * bench.scale / 4.2);
  if (size < 7.5) return;
  g.font = `600 ${size}px system-ui, sans-serif`;
  g.lineWidth = 3;
  g.strokeStyle = "rgb(255 255 255 / 80%)";
  g.fillStyle = "#123a7a";
  bench.mine.centres.forEach((place, n) => {
    const [x, y] = to(place);
    if (x < -40 || y < -40 || x > bench.viewer.width + 40 || y > bench.viewer.height + 40) return;
    g.strokeText(bench.mine.labels[n], x, y);
    g.fillText(bench.mine.labels[n], x, y);
  });
}

function tag(g, [x, y], text, of, size) {
  g.font = `700 ${size}px system-ui, sans-serif`;
  const wide = g.measureText(text).width + 12;
  g.fillStyle = "rgb(255 255 255 / 92%)";
  g.strokeStyle = of;
  g.lineWidth = 1.5;
  g.beginPath();
  g.roundRect(x - wide / 2, y - size * 0.75, wide, size * 1.5, 5);
  g.fill();
  g.stroke();
  g.fillStyle = of;
  g.fillText(text, x, y + 1);
}

function mark(g, [x, y]) {
  for (const [of, wide] of [["#fff", 6], ["#1b5fc4", 3]]) {
    g.strokeStyle = of;
    g.lineWidth = wide;
    g.beginPath();
    g.arc(x, y, 8, 0, 2 * Math.PI);
    g.moveTo(x - 3, y); g.lineTo(x + 3, y);
    g.moveTo(x, y - 3); g.lineTo(x, y + 3);
    g.stroke();
  }
}

/** The handle of a side: a disc with two arrows along the step. */
function rim(g, [x, y], [dx, dy]) {
  const far = Math.hypot(dx, dy) || 1, [a, b] = [dx / far, dy / far];
  g.fillStyle = "#fff";
  g.strokeStyle = "#1b5fc4";
  g.lineWidth = 2;
  g.beginPath();
  g.arc(x, y, REACH - 1, 0, 2 * Math.PI);
  g.fill();
  g.stroke();
  g.fillStyle = "#1b5fc4";
  for (const way of [1, -1]) {
    g.beginPath();
    g.moveTo(x + a * way * 10, y + b * way * 10);
    g.lineTo(x + a * way * 3 - b * 5, y + b * way * 3 + a * 5);
    g.lineTo(x + a * way * 3 + b * 5, y + b * way * 3 - a * 5);
    g.fill();
  }
}

// -- clicking and dragging ----------------------------------------------------------------------

const close = (bench, one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]) < REACH * bench.px;

/** The click that a place is on. Seen from afar, the next hex is as close as its mark: then it is not meant. */
const clickAt = (bench, point) => {
  const most = bench.mine.outlines ? width(bench.mine) / 2 : Infinity;
  return bench.mine.clicks?.find(({ x, y }) => close(bench, point, [x, y]) && Math.hypot(point[0] - x, point[1] - y) < most);
};

function grab(point, bench) {
  const { mine } = bench;
  const clicked = clickAt(bench, point);
  const corner = mine.corners?.find((label) => close(bench, point, centre(mine, label)));
  const label = clicked?.label ?? corner;
  if (label) return drag(bench, (place) => ({ label, at: place }), ({ at: [x, y] }) => bench.change("click", { label, x, y, pinned: true }));
  for (const [side, of] of Object.entries(mine.sides ?? {})) {
    if (!close(bench, point, handle(of))) continue;
    const [[x, y], [dx, dy]] = of, square = dx * dx + dy * dy;
    const by = ([a, b]) => Math.round(((a - x) * dx + (b - y) * dy) / square - 1.5);
    return drag(bench, (place) => ({ side, by: by(place) }), (last) => last.by && bench.change("rim", { side, by: last.by }));
  }
  return null;
}

function drag(bench, to, done) {
  return {
    move(place) { moved = to(place); bench.draw(); },
    async end(place) {
      const own = moved = to(place);
      await done(own);
      if (moved === own) moved = null; // another may be dragged by now
      bench.draw();
    },
    cancel() { moved = null; bench.draw(); },
  };
}

async function click(point, bench) {
  const { mine } = bench;
  const old = clickAt(bench, point);
  if (old) {
    const label = await bench.ask([old.x, old.y], "Label of this hex. Empty removes the click", old.label);
    if (label === "") return bench.change("remove", { label: old.label });
    return label && label !== old.label && bench.change("click", { label, was: old.label, x: old.x, y: old.y });
  }
  if (Object.values(mine.sides ?? {}).some((of) => close(bench, point, handle(of)))) return;
  if (bench.beside(point) > BESIDE) return bench.say("This is outside the picture. Click a hex whose middle is on it.", true);
  const hex = at(mine, point);
  const label = await bench.ask(point, "Label of this hex, as it is printed", hex >= 0 ? mine.labels[hex] : "");
  if (label) await bench.change("click", { label, x: point[0], y: point[1] });
}

// -- the side panel -----------------------------------------------------------------------------

function panel(bench) {
  const { mine } = bench;
  return [heading(mine), ...clicksList(bench), ...(mine.outlines ? grid(bench) : []), ...finish(bench)];
}

function heading(mine) {
  const count = mine.clicks?.length ?? 0;
  if (mine.wrong) return el("p", { class: "bad" }, mine.wrong);
  if (!count) {
    return el("div", {}, el("h2", {}, "Click a few hexes"),
      el("p", {}, "1. Click the middle of a corner hex in the picture. Type its label as it is printed."),
      el("p", {}, "2. Do the same with the other three corners."),
      el("p", {}, "3. Click a hex beside a corner, in the next column. The grid then appears."));
  }
  if (count < 4) return el("p", {}, el("b", {}, `${count} of 5 hexes clicked. `), count < 3 ? "Now click another corner hex." : "Now click the last corner hex.");
  if (!mine.outlines) return el("p", {}, "Looking for the grid ...");
  if (!mine.fresh && count < 4 && !mine.told) return el("p", {}, "Keep clicking.");
  if (!mine.fresh) return el("p", { class: "note" }, "The dashed grid follows your clicks. Now comparing it with the print ...");
  const off = mine.off.filter((one) => one !== null), far = off.filter((one) => one > FAR).length;
  const sure = mine.confidence >= 0.6;
  return el("div", {},
    el("p", { class: sure && !far ? "good" : "warm" }, sure ? (far ? `${far} hexes are off their print.` : "The grid fits the print.") : "Not sure yet."),
    el("p", {}, count === 4 && !mine.told ? "Now click a hex beside a corner, in the next column." :
      mine.straight.there ? "" : sure ? "Do the four corner labels match the print? Then press Straighten." : "Settle the places to look at, or click another hex."),
    el("p", { class: "note" }, `${off.length} of ${mine.labels.length} hexes found. Confidence ${mine.confidence.toFixed(2)}. `,
      key(GOOD, "on the print"), " ", key(WARM, "slightly off"), " ", key(BAD, "off"), " ", key(PLAIN, "not found")));
}

const key = (of, words) => el("span", { class: "key" }, el("span", { class: "dot", "style-background": of }), words);

function clicksList(bench) {
  const { mine } = bench;
  if (!mine.clicks?.length) return [];
  return [el("h3", {}, "Clicked"), el("div", { class: "chips" }, mine.clicks.map((one) =>
    el("span", { class: "chip" },
      button(one.label, () => bench.goTo([one.x, one.y]), { title: "Show this hex" }),
      button("×", () => bench.change("remove", { label: one.label }), { "aria-label": `Remove ${one.label}` }))))];
}

function grid(bench) {
  const { mine } = bench, line = mine.flat ? "column" : "row";
  const made = [el("h3", {}, `${counted(mine.columns, "column")}, ${counted(mine.rows, "row")}`), rims(bench)];
  if (mine.numberings.length > 1 && !mine.told) {
    made.push(el("h3", {}, "Numbering"), el("p", { class: "note" }, "All of these fit the clicks."),
      el("div", { class: "choices" }, mine.numberings.map((one) => choice(bench, one))));
  }
  made.push(el("h3", {}, `Every second ${line}`), el("div", { class: "choices" }, [
    ["", "All equally long"], ["even", `2nd, 4th ... ${line} shorter`], ["odd", `1st, 3rd ... ${line} shorter`],
  ].map(([short, words]) => pictured(bench, short, words))));
  const further = mine.flat ? "lower" : "further right";
  made.push(el("div", { class: "choices" }, [["even", `2nd, 4th ... ${line} ${further}`], ["odd", `1st, 3rd ... ${line} ${further}`]].map(([shoved, words]) =>
    el("button", { type: "button", class: "choice", "aria-pressed": String(mine.shoved === shoved),
      onclick: () => bench.change("lines", { shoved }) }, hexPicture(mine.flat, shoved, [2, 2, 2]), el("span", {}, words)))));
  made.push(tick("Two sheets that do not quite meet", mine.two_sheets, (value) => bench.change("set", { key: "two_sheets", value })));
  if (mine.told) made.push(button("Find the size in the picture again", () => bench.change("free")));
  return made;
}

/** Buttons that add a row or column at each side, or remove one. */
function rims(bench) {
  const row = (side) => side === "left" || side === "right" ? "column" : "row";
  const one = (side) => el("span", { class: "rim" }, el("span", {}, SIDES[side]),
    button("−", () => bench.change("rim", { side, by: -1 }), { "aria-label": `Remove a ${row(side)} at the ${side}` }),
    button("+", () => bench.change("rim", { side, by: 1 }), { "aria-label": `Add a ${row(side)} at the ${side}` }));
  return el("div", { class: "rims" }, Object.keys(SIDES).map(one));
}

function choice(bench, one) {
  const now = one.first === bench.mine.labels[0] && one.last === bench.mine.labels.at(-1);
  return el("button", { type: "button", class: "choice", "aria-pressed": String(now),
    onclick: () => bench.change("numbering", { first: one.first, last: one.last }) },
    hexPicture(one.flat, one.shoved, [2, 2], one.labels), el("span", {}, `to ${one.last}`));
}

function pictured(bench, short, words) {
  const { mine } = bench;
  const count = [3 - (short === "odd"), 3 - (short === "even"), 3 - (short === "odd")];
  return el("button", { type: "button", class: "choice", "aria-pressed": String(mine.short === short),
    onclick: () => bench.change("lines", { short }) }, hexPicture(mine.flat, mine.shoved, count), el("span", {}, words));
}

/** A few hexes as a small picture: so many in each line, with labels by line. */
function hexPicture(flat, shoved, counts, words) {
  const svg = (tag, attributes, text) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const size = words ? 26 : 11, step = size * 1.732;
  const hexes = counts.flatMap((count, n) => Array.from({ length: count }, (_, k) => {
    const along = k * step + (n % 2 === (shoved === "odd" ? 0 : 1) ? step / 2 : 0) + step / 2 + 1, across = n * size * 1.5 + size + 1;
    return { x: flat ? across : along, y: flat ? along : across, text: words && (flat ? words[n]?.[k] : words[k]?.[n]) };
  }));
  const wide = Math.max(...hexes.map((one) => one.x)) + size + 2, high = Math.max(...hexes.map((one) => one.y)) + size + 2;
  const made = svg("svg", { width: wide, height: high, viewBox: `0 0 ${wide} ${high}`, "aria-hidden": "true" });
  for (const { x, y, text } of hexes) {
    const ring = Array.from({ length: 6 }, (_, k) => {
      const turn = Math.PI / 3 * k + (flat ? 0 : Math.PI / 6);
      return `${(x + size * Math.cos(turn)).toFixed(1)},${(y + size * Math.sin(turn)).toFixed(1)}`;
    });
    made.append(svg("polygon", { points: ring.join(" "), fill: "#eef3fb", stroke: "#123a7a", "stroke-width": 1.2 }));
    if (text) made.append(svg("text", { x, y: y + 4, "text-anchor": "middle", "font-size": 12, fill: "#123a7a" }, text));
  }
  return made;
}

function finish(bench) {
  const { mine } = bench, { straight } = mine;
  if (!mine.outlines) return [];
  return [el("div", { class: "finish" }, [el("h3", {}, "When it is right"),
    tick("Crop to the hexes and even out the light", mine.crop, (value) => bench.change("set", { key: "crop", value })),
    button(straight.there ? "Straighten again" : "Straighten", () => bench.change("straighten"),
      { class: "main", disabled: Boolean(straight.busy) || !mine.fresh }),
    straight.busy ? el("p", { class: "note" }, `${straight.busy} ...`) : null,
    straight.wrong ? el("p", { class: "bad" }, straight.wrong) : null,
    straight.words ? el("p", { class: "good" }, "The picture is straight. Now choose Terrain.") : null,
    straight.there ? el("p", {}, "Title: ", button(mine.title || "none", () => entitle(bench), { title: "Change the title of the game" })) : null,
    straight.there ? whatNext(mine.next, straight.words) : null])];
}

async function entitle(bench) {
  const title = await bench.ask([bench.mine.clicks[0].x, bench.mine.clicks[0].y], "Title of the game, as players read it", bench.mine.title);
  if (title && title !== bench.mine.title) await bench.change("title", { title });
}

export default {
  panel, draw, labels, click, grab,
  near: (bench) => (bench.mine.outlines ? 70 / width(bench.mine) : bench.scale),
  keys: [
    { key: "s", words: "Straighten the picture", run: (bench) => bench.change("straighten") },
  ],
};
