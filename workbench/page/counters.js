// Counters: the sheet under the counters that were found on it; corrected by dragging, and named one by one.

import { button, el } from "./dom.js";

const PLAIN = "#1b5fc4", CHOSEN = "#c2187a", NAMED = "#1d8a45";
const REACH = 12; // pixels of the page around a corner

let chosen = new Set(); // ids
let drawing = false; // the next drag draws a counter
let moved = null; // what is being dragged: {by} | {corner, by} | {alone, to} | {box}
let naming = false;

const cuts = (bench) => bench.mine.cuts ?? [];
const mine = (bench) => cuts(bench).filter((one) => chosen.has(one.id));
const middle = ({ corners }) => [0, 1].map((n) => corners.reduce((sum, one) => sum + one[n], 0) / 4);
const under = ({ corners: [, , c, d] }) => [(c[0] + d[0]) / 2, (c[1] + d[1]) / 2];
const size = ({ corners: [a, b, c, d] }) => [(apart(a, b) + apart(d, c)) / 2, (apart(a, d) + apart(b, c)) / 2];
const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const plus = (a, b) => [a[0] + b[0], a[1] + b[1]];
const minus = (a, b) => [a[0] - b[0], a[1] - b[1]];
const counted = (n) => (n === 1 ? "1 counter" : `${n} counters`);

/** Whether a place is in a counter: on the right of all its sides. */
const holds = ({ corners }, [x, y]) => corners.every(([a, b], n) => {
  const [c, d] = corners[(n + 1) % 4];
  return (c - a) * (y - b) - (d - b) * (x - a) >= 0;
});
const at = (bench, point) => cuts(bench).findLast((one) => holds(one, point));

/** A counter with one corner moved, and the sides that meet there kept as they run, as the server does it. */
function stretched({ corners }, corner, by) {
  const made = [...corners], opposite = corners[(corner + 2) % 4];
  made[corner] = plus(corners[corner], by);
  for (const n of [(corner + 1) % 4, (corner + 3) % 4]) {
    const far = apart(opposite, corners[n]) || 1, along = minus(corners[n], opposite).map((one) => one / far);
    const step = by[0] * along[0] + by[1] * along[1];
    made[n] = plus(corners[n], along.map((one) => one * step));
  }
  return made;
}

/** Where the corners of a counter are while something is dragged. */
function shown(one) {
  if (!moved || !chosen.has(one.id)) return one.corners;
  if (moved.alone !== undefined) return one.corners.map((place, n) => (n === moved.alone ? moved.to : place));
  if (moved.corner !== undefined) return stretched(one, moved.corner, moved.by);
  return moved.by ? one.corners.map((place) => plus(place, moved.by)) : one.corners;
}

// -- drawing ------------------------------------------------------------------------------------

function ring(g, corners) {
  g.beginPath();
  corners.forEach(([x, y], n) => (n ? g.lineTo(x, y) : g.moveTo(x, y)));
  g.closePath();
}

function draw(g, bench) {
  const { px } = bench, last = bench.mine.found ?? [];
  for (const one of last) {
    g.setLineDash([7 * px, 5 * px]);
    line(g, one.corners, PLAIN, px);
    g.setLineDash([]);
  }
  for (const one of cuts(bench)) {
    const of = chosen.has(one.id) ? CHOSEN : one.name ? NAMED : PLAIN;
    if (chosen.has(one.id)) { ring(g, shown(one)); g.fillStyle = "rgb(194 24 122 / 16%)"; g.fill(); }
    line(g, shown(one), of, px);
  }
  if (moved?.box) line(g, moved.box, CHOSEN, px);
}

function line(g, corners, of, px) {
  for (const [colour, wide] of [["rgb(255 255 255 / 80%)", 4], [of, 2]]) {
    ring(g, corners);
    g.strokeStyle = colour;
    g.lineWidth = wide * px;
    g.stroke();
  }
}

function labels(g, bench) {
  const to = (place) => bench.viewer.toScreen(place);
  g.textAlign = "center";
  g.textBaseline = "middle";
  for (const one of cuts(bench)) {
    const wide = size(one)[0] * bench.scale, [x, y] = to(under({ corners: shown(one) }));
    if (wide < 26 || !(one.name || chosen.has(one.id)) || x < -80 || y < -20 || x > bench.viewer.width + 80 || y > bench.viewer.height + 20) continue;
    tag(g, [x, y - 9], one.name || one.id, one.name ? NAMED : PLAIN, wide);
  }
  if (chosen.size === 1 && !moved)
    for (const one of mine(bench)) for (const place of one.corners) handle(g, to(place));
}

function tag(g, [x, y], text, of, most) {
  g.font = "600 12px system-ui, sans-serif";
  let told = text;
  while (told.length > 1 && g.measureText(told).width > most - 6) told = `${told.slice(0, -2)}\u2026`;
  const wide = g.measureText(told).width + 8;
  g.fillStyle = "rgb(255 255 255 / 90%)";
  g.fillRect(x - wide / 2, y - 8, wide, 16);
  g.fillStyle = of;
  g.fillText(told, x, y + 1);
}

function handle(g, [x, y]) {
  g.fillStyle = "#fff";
  g.strokeStyle = CHOSEN;
  g.lineWidth = 2;
  g.fillRect(x - 5, y - 5, 10, 10);
  g.strokeRect(x - 5, y - 5, 10, 10);
}

// -- choosing and dragging ----------------------------------------------------------------------

function click(point, bench, event) {
  const one = at(bench, point);
  if (!one) {
    if (cuts(bench).length && !chosen.size) return add(bench, { at: point });
    return choose(bench, []);
  }
  if (event?.shiftKey) {
    const ids = new Set(chosen);
    if (!ids.delete(one.id)) ids.add(one.id);
    return choose(bench, ids);
  }
  choose(bench, [one.id]);
}

function choose(bench, ids) {
  chosen = new Set(ids);
  bench.panel();
  bench.draw();
}

/** Add counters and choose them. */
async function add(bench, values, verb = "add") {
  const before = new Set(cuts(bench).map((one) => one.id));
  if (await bench.change(verb, values)) choose(bench, cuts(bench).map((one) => one.id).filter((one) => !before.has(one)));
}

function grab(point, bench, event) {
  if (drawing) return box(point, bench);
  const one = mine(bench)[0], near = REACH * bench.px;
  if (chosen.size === 1 && one) {
    const corner = one.corners.findIndex((place) => apart(place, point) < near);
    if (corner >= 0) return event.ctrlKey || event.metaKey ? alone(corner, bench) : stretch(point, corner, bench);
  }
  const held = at(bench, point);
  if (!held) return null;
  return {
    move(now) {
      if (!chosen.has(held.id)) choose(bench, [held.id]);
      moved = { by: minus(now, point) };
      bench.draw();
    },
    end(now) { moved = null; bench.change("move", { ids: [...chosen], by: minus(now, point) }); bench.draw(); },
    cancel() { moved = null; bench.draw(); },
  };
}

const stretch = (from, corner, bench) => ({
  move(now) { moved = { corner, by: minus(now, from) }; bench.draw(); },
  end(now) { moved = null; bench.change("resize", { ids: [...chosen], corner, by: minus(now, from) }); bench.draw(); },
  cancel() { moved = null; bench.draw(); },
});

const alone = (corner, bench) => ({
  move(now) { moved = { alone: corner, to: now }; bench.draw(); },
  end(now) { moved = null; bench.change("corner", { ids: [...chosen], corner, to: now }); bench.draw(); },
  cancel() { moved = null; bench.draw(); },
});

const box = ([x, y], bench) => {
  const corners = ([a, b]) => {
    const [left, right] = [Math.min(x, a), Math.max(x, a)], [top, bottom] = [Math.min(y, b), Math.max(y, b)];
    return [[left, top], [right, top], [right, bottom], [left, bottom]];
  };
  return {
    move(now) { moved = { box: corners(now) }; bench.draw(); },
    end(now) { moved = null; drawing = false; add(bench, { corners: corners(now) }); },
    cancel() { moved = null; bench.draw(); },
  };
};

// -- whole rows ---------------------------------------------------------------------------------

/** The counters in line with a chosen one, from neighbour to neighbour: in its row (axis 1) or its column (axis 0). */
function inLine(bench, axis) {
  const line = mine(bench), rest = cuts(bench).filter((one) => !chosen.has(one.id));
  for (const of of line)
    for (const one of rest) {
      const by = minus(middle(one), middle(of)).map(Math.abs), far = size(of);
      const near = by[axis] < 0.35 * far[axis] && by[1 - axis] < 3.2 * far[1 - axis];
      if (near && one.block === of.block && !line.includes(one)) line.push(one);
    }
  choose(bench, line.map((one) => one.id));
}

/** The step to the next row or column: as far as neighbours are apart, else as far as a counter is long. */
function pitch(bench, axis) {
  const [one] = mine(bench), far = size(one)[axis];
  const steps = cuts(bench).filter((each) => each.block === one.block).map((each) => minus(middle(each), middle(one)))
    .map((by) => (by[axis] < 0 ? [-by[0], -by[1]] : by))
    .filter((by) => by[axis] > 0.6 * far && by[axis] < 1.6 * far && Math.abs(by[1 - axis]) < 0.35 * far);
  const sum = steps.reduce(plus, [0, 0]);
  return steps.length ? sum.map((each) => each / steps.length) : axis ? [0, far] : [far, 0];
}

function repeat(bench, axis, way) {
  const by = pitch(bench, axis).map((each) => each * way);
  return add(bench, { ids: [...chosen], by }, "repeat");
}

const remove = async (bench) => {
  if (chosen.size && await bench.change("remove", { ids: [...chosen] })) choose(bench, []);
};

const nudge = (dx, dy) => (bench, event) => {
  const far = event.shiftKey ? 10 : 1;
  if (chosen.size) bench.change("move", { ids: [...chosen], by: [dx * far, dy * far] });
};

// -- names --------------------------------------------------------------------------------------

/** Counters as they are read: row by row. */
function reading(bench) {
  const rows = [];
  for (const one of [...cuts(bench)].sort((a, b) => a.block - b.block || middle(a)[1] - middle(b)[1])) {
    const last = rows.at(-1);
    if (last && last[0].block === one.block && middle(one)[1] - middle(last[0])[1] < 0.5 * size(one)[1]) last.push(one);
    else rows.push([one]);
  }
  return rows.flatMap((row) => row.sort((a, b) => middle(a)[0] - middle(b)[0]));
}

/** Ask for one name after the other, under each picture, until the maker has had enough. */
async function nameAll(bench, from) {
  if (naming) return;
  naming = true;
  const all = reading(bench), start = Math.max(0, all.findIndex((one) => one.id === from));
  const rest = [...all.slice(start), ...all.slice(0, start)].filter((one) => one.id === from || !one.name);
  try { await nameEach(bench, rest); } finally { naming = false; }
}

async function nameEach(bench, rest) {
  for (const { id } of rest) {
    const one = cuts(bench).find((each) => each.id === id);
    if (!one) continue;
    choose(bench, [id]);
    if (size(one)[0] * bench.scale < 60 || !seen(bench, one)) bench.goTo(middle(one), 90 / size(one)[0]);
    const name = await bench.ask(under(one), `Name of ${id}, as it is printed`, one.name, known(bench));
    if (name === null || (name !== one.name && !await bench.change("name", { ids: [id], name }))) return;
  }
}

const seen = (bench, one) => {
  const [x, y] = bench.viewer.toScreen(under(one));
  return x > 40 && y > 40 && x < bench.viewer.width - 40 && y < bench.viewer.height - 130;
};
const known = (bench) => [...new Set(cuts(bench).map((one) => one.name).filter(Boolean))];

const nameChosen = (bench) => nameAll(bench, mine(bench)[0]?.id ?? reading(bench).find((one) => !one.name)?.id);

// -- the panel ----------------------------------------------------------------------------------

function panel(bench) {
  const { mine: told } = bench;
  if (!told.cuts) return [];
  for (const id of chosen) if (!cuts(bench).some((one) => one.id === id)) chosen.delete(id);
  return [
    told.wrong ? el("p", { class: "bad" }, told.wrong) : null,
    cuts(bench).length ? null : start(bench),
    chosen.size ? selection(bench) : cuts(bench).length ? whole(bench) : null,
    drawing ? el("p", { class: "warm" }, "Drag from corner to corner of a counter.") : null,
    el("p", {}, button(drawing ? "Stop drawing" : "Draw a counter (A)", () => draws(bench))),
  ];
}

function draws(bench) {
  drawing = !drawing;
  bench.panel();
}

function start(bench) {
  const { found, wrong } = bench.mine;
  if (found) return el("div", {},
    el("p", {}, `${counted(found.length)} found. If the dashed frames are roughly right, take them. You can correct each one.`),
    el("p", {}, button(`Take these ${found.length}`, () => bench.change("take"), { class: "main" })));
  return el("p", {}, wrong ? "Draw the first counter yourself, then repeat it." : "Looking for counters. This takes about ten seconds.");
}

function whole(bench) {
  const all = cuts(bench).length, { unnamed, done } = bench.mine;
  return el("div", {},
    el("p", {}, `${counted(all)}, ${unnamed ? `${unnamed} without a name` : "all with a name"}.`),
    el("p", {}, "Click a counter to choose it. Click an empty place to add one. Drag to move."),
    el("div", { class: "row" },
      button(unnamed ? "Type the names (T)" : "Go through the names (T)", () => nameChosen(bench), { class: "main" }),
      button("Cut out", () => bench.change("cut"), { class: unnamed ? "" : "main" })),
    done ? el("p", { class: "good" }, done) : null);
}

function selection(bench) {
  const of = mine(bench);
  return el("div", {},
    el("h2", {}, of.length === 1 ? `Counter ${of[0].id}` : counted(of.length)),
    of.length === 1 ? fields(bench, of[0]) : null,
    el("div", { class: "row" },
      button("Whole row (R)", () => inLine(bench, 1)), button("Whole column (C)", () => inLine(bench, 0))),
    el("h3", {}, "Repeat"),
    el("div", { class: "row" },
      ...[["Left", 0, -1], ["Right", 0, 1], ["Above", 1, -1], ["Below", 1, 1]].map(([words, axis, way]) =>
        button(words, () => repeat(bench, axis, way)))),
    el("h3", {}, "Change"),
    el("div", { class: "row" },
      button("As large as the others", () => bench.change("usual", { ids: [...chosen] })),
      button("Remove (Delete)", () => remove(bench)),
      button("Clear the selection (Esc)", () => choose(bench, []))),
    el("p", { class: "note" }, of.length === 1
      ? "Drag a corner to resize. With Ctrl only that corner moves."
      : "Drag one of them to move all. The keys H, L, K and M move by one pixel, with Shift by ten."),
    of.length > 1 ? grow(bench) : null);
}

/** The sides of all chosen counters moved together. */
function grow(bench) {
  const step = (corner, by) => () => bench.change("resize", { ids: [...chosen], corner, by });
  return el("div", { class: "row" },
    button("Wider", step(2, [1, 0])), button("Narrower", step(2, [-1, 0])),
    button("Higher", step(2, [0, 1])), button("Lower", step(2, [0, -1])));
}

function fields(bench, one) {
  const field = (words, value, run) => el("label", { class: "row" }, el("span", { "style-min-width": "3.5em" }, words),
    el("input", { value, "aria-label": words, "style-flex": "1", "style-min-width": "6em",
      onchange: (event) => { const now = event.target.value.trim(); event.target.blur(); run(now); } }));
  return el("div", {},
    field("Name", one.name, (name) => bench.change("name", { ids: [one.id], name })),
    field("Id", one.id, async (id) => { if (id && await bench.change("rename", { ids: [one.id], id })) choose(bench, [id]); }));
}

export default {
  panel, draw, labels, click, grab,
  near: (bench) => (cuts(bench)[0] ? 90 / size(cuts(bench)[0])[0] : 1),
  keys: [
    { key: "a", shown: "A", words: "Draw a counter by dragging", run: draws },
    { key: "t", shown: "T", words: "Type the names, one counter after the other", run: nameChosen },
    { key: "r", shown: "R", words: "Choose the whole row", run: (bench) => inLine(bench, 1) },
    { key: "c", shown: "C", words: "Choose the whole column", run: (bench) => inLine(bench, 0) },
    { key: "Delete", words: "Remove what is chosen", run: remove },
    { key: "Backspace", run: remove },
    { key: "Escape", shown: "Esc", words: "Clear the selection", run: (bench) => { drawing = false; choose(bench, []); } },
    { key: "j", shown: "J", words: "Choose the next counter; with Shift the one before", run: (bench) => next(bench, 1) },
    { key: "J", run: (bench) => next(bench, -1) },
    ...[["h", -1, 0], ["l", 1, 0], ["k", 0, -1], ["m", 0, 1]].map(([key, dx, dy], n) => ({
      key, run: nudge(dx, dy), ...(n ? {} : { shown: "H L K M", words: "Move what is chosen by one pixel; with Shift by ten" }) })),
    ...[["H", -1, 0], ["L", 1, 0], ["K", 0, -1], ["M", 0, 1]].map(([key, dx, dy]) => ({ key, run: nudge(dx, dy) })),
  ],
};

/** Choose the counter after the chosen one. */
function next(bench, way) {
  const all = reading(bench), now = all.findIndex((one) => chosen.has(one.id));
  const one = all[(now < 0 ? (way > 0 ? 0 : all.length - 1) : now + way + all.length) % all.length];
  if (!one) return;
  choose(bench, [one.id]);
  if (!seen(bench, one)) bench.goTo(middle(one));
}
