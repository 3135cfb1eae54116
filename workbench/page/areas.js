// Areas: click into each and name it; borders grow at once, and what may be wrong is red.

import { button, el, fold, whatNext } from "./dom.js";

const FILLS = ["#3f7fd6", "#2c9a78", "#b07a1e", "#8257c4", "#4d8f3a", "#1f93ab"];
const RED = "#cc2418", LINE = "#123a7a", DRAWN = "#c2188f";
const REACH = 10; // pixels of the page around a seed, or a stroke
const STEP = 4; // pixels of the page between two points of a stroke
const MISS = 2; // pixels of the page by which a hand misses where it points to

const TOOLS = [
  { name: "name", key: "a", words: "Name", help: "Click into an area and type its name. The same name again joins an island to it; another name in it splits it. Click a dot to change or delete it, drag it to move it." },
  { name: "outside", key: "o", words: "Outside", help: "Click what is not an area: paper, the table, a lake that no unit enters." },
  { name: "ground", key: "g", words: "Ground", help: "Drag from inside an area over ground that it lacks. Click a dot to undo it." },
  { name: "outline", key: "u", words: "Outline", help: "Drag all the way around an area whose outline is wrong: it gets all ground inside, except islands that you clicked. Click its dot to undo it." },
  { name: "border", key: "b", words: "Border", help: "Drag along a border that was missed. Click a drawn one to erase it." },
  { name: "contact", key: "k", words: "Contact", help: "Filled: these two touch. Hollow: only a corner. Click to change it. Drag from one area to another for a bridge." },
  { name: "ink", key: "c", words: "Border colour", help: "Click on a printed border. Then only this colour is a border." },
  { name: "letters", key: "l", words: "Lettering colour", help: "Click on lettering or a road that was taken for a border." },
];
let tool = "name";
let chosen = ""; // the area whose contacts are listed
let line = null; // the stroke, ground, outline or bridge that is being drawn
let moved = null; // the seed that is being dragged: {seed, at}
let draft = null; // the list of names as it is typed, until it is saved

// -- what lies where ----------------------------------------------------------------------------

/** The path of each area, made once for each state. */
function paths(mine) {
  if (mine.paths) return mine.paths;
  const made = new Map();
  for (const one of mine.areas ?? []) {
    const path = new Path2D();
    for (const ring of one.rings) {
      path.moveTo(ring[0], ring[1]);
      for (let n = 2; n < ring.length; n += 2) path.lineTo(ring[n], ring[n + 1]);
      path.closePath();
    }
    made.set(one.name, path);
  }
  Object.defineProperty(mine, "paths", { value: made });
  return made;
}

const probe = document.createElement("canvas").getContext("2d");
const under = (mine, [x, y]) => [...paths(mine)].find(([, path]) => probe.isPointInPath(path, x, y, "evenodd"))?.[0] ?? "";

/** The areas that a hand may mean which points to a place: the one there first. */
function around(bench, [x, y]) {
  const far = MISS * bench.px, ways = [[0, 0], [far, 0], [0, far], [-far, 0], [0, -far]];
  return [...new Set(ways.map(([dx, dy]) => under(bench.mine, [x + dx, y + dy])))].filter(Boolean);
}

const seedAt = (bench, point) => (bench.mine.seeds ?? []).findIndex((one) => Math.hypot(one.x - point[0], one.y - point[1]) < REACH * bench.px);

/** A seed as the server knows it again, whatever was added or removed since it was seen. */
const seen = ({ name, x, y }) => ({ name, x, y });
const same = (one, other) => one.name === other.name && one.x === other.x && one.y === other.y;

function strokeAt(bench, [x, y]) {
  return (bench.mine.strokes ?? []).findIndex((stroke) => stroke.slice(1).some(([bx, by], n) => {
    const [ax, ay] = stroke[n], dx = bx - ax, dy = by - ay;
    const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    return Math.hypot(ax + along * dx - x, ay + along * dy - y) < REACH * bench.px;
  }));
}

/** Each two areas that have a common border: where, and whether they touch or only meet at a corner. */
function meetings(mine) {
  if (mine.meetings) return mine.meetings;
  const touching = new Set((mine.contacts ?? []).map(({ one, other }) => `${one}\n${other}`));
  const made = (mine.meet ?? []).map((pair) => ({ ...pair, touch: touching.has(`${pair.one}\n${pair.other}`) }));
  Object.defineProperty(mine, "meetings", { value: made });
  return made;
}

function meetingAt(bench, [x, y]) {
  const far = ({ at }) => Math.hypot(at[0] - x, at[1] - y);
  const near = meetings(bench.mine).filter((one) => far(one) < REACH * bench.px).sort((a, b) => far(a) - far(b));
  return near[0];
}

function fill(name) {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)) % 9973;
  return FILLS[sum % FILLS.length];
}

// -- drawing ------------------------------------------------------------------------------------

function draw(g, bench) {
  const { mine } = bench, made = paths(mine);
  g.lineJoin = g.lineCap = "round";
  for (const one of mine.areas ?? []) {
    g.globalAlpha = one.name === chosen ? 0.5 : one.name === "outside" ? 0.45 : one.doubted ? 0.38 : 0.24;
    g.fillStyle = one.name === "outside" ? "#5a6270" : one.doubted ? RED : fill(one.name);
    g.fill(made.get(one.name), "evenodd");
  }
  g.globalAlpha = 1;
  for (const [colour, width] of [["rgb(255 255 255 / 60%)", 3.4], [LINE, 1.5]]) {
    g.strokeStyle = colour;
    g.lineWidth = width * bench.px;
    for (const path of made.values()) g.stroke(path);
  }
  for (const one of mine.areas ?? []) if (one.doubted) outlined(g, made.get(one.name), RED, 2.5 * bench.px);
  if (made.has(chosen)) outlined(g, made.get(chosen), "#000", 3 * bench.px);
  for (const one of mine.seeds ?? []) if (tool === "ground" || tool === "outline") drawn(g, bench, one.along ?? [], LINE);
  for (const stroke of mine.strokes ?? []) drawn(g, bench, stroke, DRAWN);
  if (line && tool === "outline") shut(g, bench, line);
  if (line) drawn(g, bench, line, tool === "border" ? DRAWN : LINE);
  if (tool === "contact") for (const { at, touch } of meetings(mine)) met(g, bench, at, touch);
}

function drawn(g, bench, points, colour) {
  if (!points.length) return;
  g.beginPath();
  points.forEach(([x, y]) => g.lineTo(x, y));
  for (const [one, width] of [["#fff", 6], [colour, 3]]) { g.strokeStyle = one; g.lineWidth = width * bench.px; g.stroke(); }
}

/** What a line would enclose if it ended here: tinted, and dashed where it would be closed. */
function shut(g, bench, points) {
  g.beginPath();
  points.forEach(([x, y]) => g.lineTo(x, y));
  g.globalAlpha = 0.2;
  g.fillStyle = LINE;
  g.fill();
  g.globalAlpha = 1;
  g.setLineDash([6 * bench.px, 6 * bench.px]);
  drawn(g, bench, [points.at(-1), points[0]], LINE);
  g.setLineDash([]);
}

function met(g, bench, [x, y], touch) {
  g.beginPath();
  g.arc(x, y, 5 * bench.px, 0, 2 * Math.PI);
  g.fillStyle = touch ? DRAWN : "#fff";
  g.strokeStyle = touch ? "#fff" : DRAWN;
  g.lineWidth = 2 * bench.px;
  g.fill();
  g.stroke();
}

function outlined(g, path, colour, width) {
  g.strokeStyle = colour;
  g.lineWidth = width;
  g.stroke(path);
}

function labels(g, bench) {
  const taken = [];
  g.textAlign = "center";
  g.textBaseline = "top";
  g.font = "600 13px system-ui, sans-serif";
  (bench.mine.seeds ?? []).forEach((one) => {
    const [x, y] = bench.viewer.toScreen(moved && same(moved.seed, one) ? moved.at : [one.x, one.y]);
    if (x < -50 || y < -50 || x > bench.viewer.width + 50 || y > bench.viewer.height + 50) return;
    for (const [colour, radius] of [["#fff", 6], [one.name === "outside" ? "#3b424d" : LINE, 4]]) {
      g.fillStyle = colour;
      g.beginPath();
      g.arc(x, y, radius, 0, 2 * Math.PI);
      g.fill();
    }
    const wide = g.measureText(one.name).width, box = [x - wide / 2, y + 7, x + wide / 2, y + 22];
    if (taken.some(([a, b, c, d]) => box[0] < c && box[2] > a && box[1] < d && box[3] > b)) return;
    taken.push(box);
    g.lineWidth = 3.5;
    g.strokeStyle = "rgb(255 255 255 / 85%)";
    g.strokeText(one.name, x, y + 8);
    g.fillStyle = "#10203c";
    g.fillText(one.name, x, y + 8);
  });
}

// -- clicking and dragging ----------------------------------------------------------------------

function grab(point, bench) {
  const seed = bench.mine.seeds?.[seedAt(bench, point)];
  if (seed && !LINES[tool]) {
    return {
      move(place) { moved = { seed, at: place }; bench.draw(); },
      async end([x, y]) {
        const own = moved;
        await bench.change("move", { seen: seen(seed), x, y });
        if (moved === own) moved = null; // another may be dragged by now
        bench.draw();
      },
      cancel() { moved = null; bench.draw(); },
    };
  }
  if (!LINES[tool]) return null;
  const { width, height } = bench.state.picture, send = LINES[tool];
  // A hand goes beyond the picture where an area ends there; what is drawn does not.
  const inside = (place) => [width, height].map((most, n) => Math.max(0, Math.min(most - 0.1, place[n])));
  const own = line = [inside(point)];
  return {
    move(place) {
      const [x, y] = own.at(-1);
      if (Math.hypot(place[0] - x, place[1] - y) >= STEP * bench.px) own.push(inside(place));
      bench.draw();
    },
    async end(place) {
      own.push(inside(place));
      await send(own, bench);
      if (line === own) line = null; // another may be drawn by now
      bench.draw();
    },
    cancel() { if (line === own) line = null; bench.draw(); },
  };
}

/** What a drag with a tool does. */
const LINES = {
  border: (points, bench) => bench.change("stroke", { points }),
  async ground(points, bench) {
    const near = around(bench, points[0]);
    const name = near.length === 1 ? near[0] : await bench.ask(points[0], "Name of the area that has this ground", near[0] ?? "", used(bench.mine));
    if (name) await bench.change("ground", { name, points });
  },
  async outline(points, bench) {
    const path = new Path2D();
    points.forEach(([x, y]) => path.lineTo(x, y));
    const inside = (bench.mine.seeds ?? []).filter((one) => one.name !== "outside" && probe.isPointInPath(path, one.x, one.y));
    const own = [...new Set(inside.map((one) => one.name))];
    const name = own.length === 1 ? own[0] : await bench.ask(points[0], "Name of the area that you drew around", own[0] ?? unused(bench.mine)[0] ?? "", used(bench.mine));
    if (name) await bench.change("outline", { name, points });
  },
  async contact(points, bench) {
    const [one, other] = [points[0], points.at(-1)].map((point) => bench.mine.seeds[seedAt(bench, point)]?.name ?? under(bench.mine, point));
    if (one && other && one !== other) await bench.change("decide", { one, other, says: "bridge" });
    else bench.say("Drag from one area to another.");
  },
};

async function click(point, bench) {
  const [x, y] = point;
  if (tool === "ink" || tool === "letters") {
    const value = await bench.colour(point);
    if (value && await bench.change(tool === "ink" ? "border" : "ignore", { value })) use("name", bench);
  } else if (tool === "border") {
    const n = strokeAt(bench, point);
    if (n >= 0) bench.change("erase", { seen: bench.mine.strokes[n] });
    else bench.say("Drag along the border.");
  } else if (tool === "contact") {
    const pair = meetingAt(bench, point);
    if (pair) await bench.change("decide", { one: pair.one, other: pair.other, says: pair.touch ? "corner" : "contact" });
    else bench.say("Click a dot, or drag from one area to another.");
  } else if (tool === "ground" && seedAt(bench, point) < 0) bench.say("Drag over the ground.");
  else if (tool === "outline" && seedAt(bench, point) < 0) bench.say("Drag all the way around the area.");
  else if (seedAt(bench, point) >= 0) await changeSeed(seedAt(bench, point), bench);
  else if (bench.beside(point) > 0) bench.say("This is outside the picture.", true);
  else if (tool === "outside") bench.change("seed", { name: "outside", x, y });
  else await name(point, bench);
}

async function changeSeed(n, bench) {
  const one = bench.mine.seeds[n];
  const name = await bench.ask([one.x, one.y], "Name of this area. Empty deletes the click.", one.name, unused(bench.mine));
  if (name === "") bench.change("remove", { seen: seen(one) });
  else if (name && name !== one.name) bench.change("rename", { seen: seen(one), name });
}

async function name(point, bench) {
  const inside = under(bench.mine, point), left = unused(bench.mine);
  const words = inside ? `Already in ${inside}. A new name here splits it` : "Name of this area";
  const given = await bench.ask(point, words, inside ? "" : left[0] ?? "", [...left, ...used(bench.mine)]);
  if (!given) return;
  chosen = given;
  await bench.change("seed", { name: given, x: point[0], y: point[1] });
}

/** Let the machine click into all ground that borders enclose. */
async function find(bench) {
  if (!bench.mine.ready) return bench.say("The picture is being read.");
  bench.say("Looking for areas ...");
  await bench.change("find");
}

/** Ask for the name of each area that has a number only, one after the other. */
async function nameAll(bench) {
  for (const one of numbered(bench.mine)) {
    const { name, x, y } = one;
    if (!bench.mine.seeds?.some((seed) => same(seed, one))) continue;
    chosen = name;
    bench.goTo([x, y]);
    const given = await bench.ask([x, y], `Name of area ${name}. Leave it empty to remove the area. Esc ends`, name, [...unused(bench.mine), ...used(bench.mine)]);
    if (given === null) return;
    if (given === name) continue;
    if (!await (given ? bench.change("join", { was: name, name: given }) : bench.change("remove", { seen: seen(one) }))) return;
  }
}

const numbered = (mine) => (mine.seeds ?? []).filter((one) => /^\d+$/.test(one.name));
const used = (mine) => [...new Set((mine.seeds ?? []).map((one) => one.name))].filter((one) => one !== "outside").sort((a, b) => a.localeCompare(b));
const unused = (mine) => { const known = new Set(used(mine)); return (mine.names ?? []).filter((one) => !known.has(one)); };

function use(name, bench) {
  tool = name;
  bench.panel();
  bench.draw(); // what is drawn for a tool, such as the dots of contacts
}

// -- the side panel -----------------------------------------------------------------------------

function panel(bench) {
  const { mine } = bench, names = used(mine);
  const now = TOOLS.find((one) => one.name === tool);
  return [
    mine.wrong ? el("p", { class: "bad" }, mine.wrong) : heading(bench, names),
    el("div", { class: "row" },
      button("Find the areas", () => find(bench), { disabled: !mine.ready, class: names.length ? "" : "main", title: "Fill all ground that borders enclose, except what you clicked (f)" }),
      numbered(mine).length ? button("Type the names", () => nameAll(bench), { title: "One area after the other (t)" }) : null),
    el("div", { class: "palette", role: "group", "aria-label": "Tools" }, TOOLS.map((one) =>
      button(one.words, () => use(one.name, bench), { "aria-pressed": String(one.name === tool), title: `${one.words} (${one.key})` }))),
    el("p", { class: "note" }, now.help),
    ...colours(bench),
    ...areaList(bench, names),
    ...nameList(bench),
    mine.fresh && mine.next.length ? whatNext(mine.next) : null,
  ];
}

function heading(bench, names) {
  const { mine } = bench;
  if (!mine.ready) return el("p", {}, "The picture is being read.");
  if (!names.length) return el("div", {}, el("h2", {}, "Click into each area"), el("p", {}, "Each click asks for a name, and the area fills up to its borders. Or let the workbench find the areas, then correct them."));
  const found = numbered(mine).length, doubts = bench.state.doubts.length;
  if (found && mine.fresh) return el("p", {},
    `${names.length} areas, ${mine.contacts.length} contacts; ${doubts === 1 ? "1 place looks" : `${doubts || "no"} places look`} doubtful. ${found} have a number for a name.`);
  const left = unused(mine).length;
  return el("p", { class: mine.fresh ? "good" : "" },
    `${names.length} areas, ${mine.contacts.length} contacts.`, mine.nameless ? ` ${mine.nameless} pieces have no name yet.` : "", left ? ` ${left} names are left.` : "", mine.fresh ? "" : " Working it out ...");
}

function colours(bench) {
  const { mine } = bench;
  const chip = (value, verb, words) => el("span", { class: "chip" },
    el("button", { type: "button", disabled: true }, el("span", { class: "swatch", "style-background": `#${value.replace("#", "").slice(0, 6)}` }), ` ${words}`),
    button("×", () => bench.change(verb, { value, off: true }), { "aria-label": `Forget the colour ${value}` }));
  const all = [...(mine.borders ?? []).map((one) => chip(one, "border", "border")), ...(mine.ignore ?? []).map((one) => chip(one, "ignore", "no border"))];
  return all.length ? [el("div", { class: "chips" }, all)] : [];
}

function areaList(bench, names) {
  const { mine } = bench;
  if (!names.length) return [];
  if (!names.includes(chosen)) chosen = names[0];
  const pick = el("select", { "aria-label": "Area", onchange: (event) => show(event.target.value, bench) },
    names.map((one) => el("option", { value: one, selected: one === chosen }, one)));
  const touching = mine.contacts.filter((one) => one.one === chosen || one.other === chosen);
  return [
    el("h3", {}, "Contacts of"), el("div", { class: "row" }, pick, button("Rename", () => rename(bench)), button("Bridge ...", () => join(bench), { title: "It touches an area with which it has no common border" })),
    el("table", { class: "list" }, touching.map((one) => contact(bench, one))),
    ...cornersOf(bench),
  ];
}

function contact(bench, one) {
  const other = one.one === chosen ? one.other : one.one;
  return el("tr", {},
    el("td", {}, button(other, () => one.at && bench.goTo(one.at, Math.max(1, bench.scale)), { title: `Show this border, ${Math.round(one.px)} pixels long` })),
    el("td", {}, one.px
      ? button("Only a corner", () => bench.change("decide", { one: one.one, other: one.other, says: "corner" }))
      : button("No bridge", () => bench.change("decide", { one: one.one, other: one.other, says: "" }))));
}

async function join(bench) {
  const one = chosen, seed = bench.mine.seeds.find((each) => each.name === one);
  const other = await bench.ask([seed.x, seed.y], `Area to which a bridge or a strait joins ${one}`, "", used(bench.mine));
  if (other) await bench.change("decide", { one, other, says: "bridge" });
}

/** Pairs with the chosen area of which the maker said that they do not touch. */
function cornersOf(bench) {
  const mine = bench.mine.corners.filter((pair) => pair.includes(chosen));
  return mine.length ? [el("h3", {}, "Only corners"), el("div", { class: "chips" }, mine.map(([one, other]) =>
    button(`${one === chosen ? other : one}: they touch`, () => bench.change("decide", { one, other, says: "contact" }))))] : [];
}

function show(name, bench) {
  chosen = name;
  const seed = bench.mine.seeds.find((one) => one.name === name);
  if (seed) bench.goTo([seed.x, seed.y]);
  bench.panel();
}

async function rename(bench) {
  const seed = bench.mine.seeds.find((one) => one.name === chosen);
  const name = await bench.ask([seed.x, seed.y], "New name. That of another area joins the two", chosen, used(bench.mine));
  if (name && name !== chosen && await bench.change("join", { was: chosen, name })) chosen = name;
}

function nameList(bench) {
  const text = el("textarea", { rows: 5, "aria-label": "Names, one a line", placeholder: "One name a line",
    oninput: () => { draft = text.value; } }, draft ?? (bench.mine.names ?? []).join("\n"));
  return [fold("List of names",
    el("p", { class: "note" }, "These are offered when you click. They are saved in map/names.csv."),
    text, button("Save the list", () => saveNames(bench, text.value)))];
}

async function saveNames(bench, text) {
  if (await bench.change("names", { text }) && draft === text) draft = null;
  bench.panel();
}

export default {
  panel, draw, labels, click, grab,
  near: (bench) => Math.max(bench.scale, 0.8),
  keys: [
    ...TOOLS.map((one) => ({ key: one.key, words: one.words, run: (bench) => use(one.name, bench) })),
    { key: "f", words: "Find the areas", run: find },
    { key: "t", words: "Type the names of areas that have a number", run: nameAll },
  ],
};
