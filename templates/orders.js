// Orders by tapping. No rule is in here: every line comes from the data, which the referee made from the side's own
// view. This script puts lines together, shows where things are, and counts room and who is named already.
// No library: the whole is shorter than what one would save, and a page that stands alone carries nothing else.
"use strict";
(function () {
  const D = JSON.parse(document.getElementById("data").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const what = document.getElementById("what"), map = document.getElementById("map"), plane = document.getElementById("plane");
  const KEY = ["hexpost", D.begin, ...D.questions.map((q) => q.text)].join("\n");  // a reply code lasts for several questions
  const SAYS = {
    sure: "✓ OK, as far as you can see", order: "→ legal now; depends on the lines above",
    chance: "⚄ a die roll decides whether it moves", own: "✎ your own words: try it first", bad: "✗ no room is left there", many: "✗ more units than may act", far: "✗ some of them are not adjacent to it by then, or it has too much support",
    idle: "✗ the lines above do not allow this one",
    dear: "✗ costs more than is left", over: "✗ costs more than you have, with a line below",
    both: "⇄ counts once both sides have filed it",
    standing: "↻ standing order", first: "✗ first answer what is asked now", later: "⏸ queued, and checked later",
  };
  let lines = load(), past = [], ahead = [], pick = null, home = "", filter = "", typing = false, sent = false;

  // -- what the data offer ------------------------------------------------------------------------------------

  const space = (n) => D.spaces[n];
  const placed = (n) => D.board && space(n) && space(n)[1] >= 0;
  const called = (n) => space(n)[3] ? space(n)[3] : space(n)[0];
  const number = Object.fromEntries(D.spaces.map((one, n) => [one[0], n]));
  const place = (id) => id in number ? called(number[id]) : id;

  // The lines of an actor, each with the spaces that it leads through and its cost.
  function ends(q, go) {
    const ground = go.ground === undefined ? {} : q.grounds[go.ground];
    const found = (ground.to || []).map((to, n) => ({
      text: go.head + (go.capitals ? space(to)[0].toUpperCase() : space(to)[0]) + (go.tail || ""), way: [to], to: to, cost: ground.cost && ground.cost[n] >= 0 ? ground.cost[n] : null,
      parts: ground.parts || 1, ground: ground,
    }));
    for (const way of ground.ways || []) {
      found.push({ text: go.head + way.map((n) => space(n)[0]).join("-"), way: way, to: way[way.length - 1], cost: null });
    }
    (go.tails || []).forEach(([tail, ...way], n) => found.push({
      text: go.head + tail, way: way, to: way[way.length - 1], cost: go.cost && go.cost[n] >= 0 ? go.cost[n] : null, parts: go.parts || 1,
    }));
    return found;
  }

  // A set as a number, a bit a member: at most 53 (MOST_TICKED), while signs that work on bits end at 31.
  const has = (mask, bit) => Math.floor(mask / 2 ** bit) % 2 === 1;
  const plus = (mask, bit) => has(mask, bit) ? mask : mask + 2 ** bit;
  const minus = (mask, bit) => has(mask, bit) ? mask - 2 ** bit : mask;
  const flip = (mask, bit) => has(mask, bit) ? minus(mask, bit) : plus(mask, bit);

  const members = (team) => Object.keys(team.lists).flatMap((name) => team.lists[name].map((id) => [name, id]));

  function composed(team, mask) {
    const chosen = members(team).filter((_, n) => has(mask, n));
    const used = Object.keys(team.lists).filter((name) => chosen.some((one) => one[0] === name));
    let text = team.forms[used.join(" ")];
    for (const name of text ? used : []) {
      text = text.split("{" + name + "}").join(chosen.filter((one) => one[0] === name).map((one) => one[1]).join(name === "with" ? "" : team.joiner));
    }
    return text || "";
  }

  // What is told of an attack that is added up, by who is where: null where somebody is not next to it, or where it has
  // more support than may be.
  function struckTold(team, mask, at) {
    let sum = 0, shift = 0, cover = null;
    const count = {}, named_ = new Set();
    for (const [name, id] of members(team).filter((_, n) => has(mask, n))) {
      if (name === "units") {
        const side = team.where[id][at[id]];
        if (!side) { return null; }
        sum += side[0]; cover = cover === null ? side[1] : Math.min(cover, side[1]);
      } else {
        const [unit, sort, most, columns, adds] = team.supports[id];
        count[sort] = (count[sort] || 0) + 1;
        if (count[sort] > most || named_.has(unit)) { return null; }
        named_.add(unit); shift += columns; sum += adds;
      }
    }
    if (cover === null) { return null; }
    const strength = team.exact ? sum / team.parts : Math.floor(sum / team.parts), told = team.columns[shift - cover].filter(([least]) => least <= strength).pop();
    return D.questions.find((q) => q.teams.includes(team)).prospects[told[1]].replace("{attack}", strength);
  }

  // The same below some of the lines, with what the referee says of units that may count otherwise once these have moved
  // others: each of them is looked at in its own line, after those named before it, or else where the attack is.
  function struckBelow(team, mask, n) {
    const told = struckTold(team, mask, standing(n)), some = team.unsure || [];
    const moves = (text) => { const one = known(text); return one ? (one.kind === "go" || one.kind === "line") && !D.questions.some((q) => q.after && leads(q, text)) : !/^(if|forget)\b/i.test(text); };
    const named_ = members(team).filter(([name, id], bit) => name === "units" && has(mask, bit) && some.includes(id)).map(([, id]) => id);
    const doubted = named_.some((unit) => {
      const own = lines.slice(0, n).findIndex((text) => { const one = known(text); return one && !one.aids && one.units.includes(unit); });
      return lines.slice(0, own < 0 ? n : own).some(moves) || (own >= 0 && known(lines[own]).units[0] !== unit && moves(lines[own]));
    });
    return told && doubted ? told + ", " + team.doubt : told;
  }

  // The line of an attack that is added up.
  function struck(text) {
    for (const [n, q] of D.questions.entries()) {
      for (const team of q.teams.filter((one) => one.where && text.startsWith(one.forms.units.split("{units}")[0]))) {
        const [before, after] = team.forms.units.split("{units}"), all = members(team);
        let rest = text.slice(before.length), mask = 0;
        for (let clause = ""; clause !== undefined;) {
          clause = team.lists.with.find((one) => rest.endsWith(one));
          if (clause) { rest = rest.slice(0, -clause.length); mask = plus(mask, all.findIndex(([name, id]) => name === "with" && id === clause)); }
        }
        const units = rest.slice(0, rest.length - after.length).split(team.joiner);
        if (units.every((unit) => team.lists.units.includes(unit))) {
          for (const unit of units) { mask = plus(mask, all.findIndex(([name, id]) => name === "units" && id === unit)); }
          if (composed(team, mask) === text) { return strikeOf(n, team, mask, units); }
        }
      }
    }
    return undefined;
  }

  // The line of a team of which any may take part.
  function loose(text) {
    for (const [n, q] of D.questions.entries()) {
      for (const team of q.teams.filter((one) => one.anyone)) {
        const form = Object.values(team.forms)[0], [before, after] = form.split(/\{\w+\}/), all = members(team);
        if (!text.startsWith(before) || !text.endsWith(after)) { continue; }
        const units = text.slice(before.length, text.length - after.length).split(team.joiner);
        const mask = units.reduce((sum, unit) => plus(sum, all.findIndex(([, id]) => id === unit)), 0);
        const few = !team.most || units.length <= team.most;
        if (few && units.every((unit) => all.some(([, id]) => id === unit)) && composed(team, mask) === text) { return { q: n, kind: "team", team: team, mask: mask, units: units, told: "" }; }
      }
    }
    return undefined;
  }

  function strikeOf(n, team, mask, units) {
    const aids = members(team).filter(([name], bit) => name === "with" && has(mask, bit)).map(([, id]) => team.supports[id][0]);
    return { q: n, kind: "team", team: team, mask: mask, units: units, aids: aids, told: "" };
  }

  // Who can take part in an attack as units are after all lines.
  const able = (team, at) => {
    const there = at || standing(lines.length), q = D.questions.find((one) => one.teams.includes(team));
    return members(team).filter(([name, id]) => name === "units" && (!team.where || (there[id] in team.where[id] && may(q, [id])))).map(([, id]) => id);
  };
  const open_ = (team) => !team.where || able(team).length > 0;

  // The same move with each attack that its units may make where it ends.
  function attacks(q, go, end) {
    const may = go.then === undefined ? null : q.attacks[go.then];
    if (!may) { return []; }
    may.of = may.of || new Map(may.at.map(([to, ...targets]) => [to, targets]));
    return (may.of.get(end.to) || []).map((target) => ({ text: end.text + may.words + space(target)[0], attacks: target, plain: end.text }));
  }

  // Every offered line -> what it is. Made once.
  // What is offered below an answer too, such as a card, is of the question above.
  // A unit that acts now and may act in a plan has the same line in both: below what begins a plan, that of the plan.
  const offered = new Map(), planned = new Map(), moves = (one) => one.kind === "go" || one.kind === "team";
  const put = (text, one) => {
    const q = D.questions[one.q], now = offered.get(text);
    if (q.plan && now && !D.questions[now.q].plan && moves(now) && moves(one)) { planned.set(text, one); } else if (!now || !q.after || q.plan) { offered.set(text, one); }
  };
  D.questions.forEach((q, n) => {
    for (const go of q.go.filter((one) => !one.placing)) {  // those are read when they are written: there are very many
      for (const end of ends(q, go)) {
        const one = { q: n, kind: "go", go: go, units: go.units, ...end, chance: Boolean(go.chance) };
        put(end.text, one);
        for (const other of attacks(q, go, end)) { put(other.text, { ...one, ...other }); }
      }
    }
    for (const team of q.teams) {
      team.sets.forEach((mask, at) => {
        const units = members(team).filter((_, bit) => has(mask, bit)).map((one) => one[1]);
        const told = team.told && team.told[at] >= 0 ? q.prospects[team.told[at]] : "";
        put(composed(team, mask), { q: n, kind: "team", team: team, mask: mask, units: units, told: told });
      });
    }
    for (const [text, ...names] of q.lines) {
      const one = { q: n, kind: "line", text: text, units: names.filter((id) => id in D.at), names: names };
      const parts = text.split("\n"), end = parts.length > 1 && [...q.ending, ...q.later].find((word) => word === parts[parts.length - 1]);
      if (end) { one.closes = [parts.slice(0, -1).join("\n"), end]; put(one.closes[0], { ...one, closes: undefined }); }
      put(text, one);
    }
    for (const text of q.ending) { put(text, { q: n, kind: "end", units: [] }); }
    for (const text of q.later) { put(text, { q: n, kind: "later", units: [] }); }
    for (const text of q.default) {  // what ends the example, and is not offered beside the usual word
      if (!offered.has(text)) { put(text, { q: n, kind: "later", units: [], rest: text.includes(" ") }); }
    }
  });

  // What follows an answer is open when that is written, for the units that may act then.
  // An answer that ends with a space in the data goes on with units, and they may act too. Of several that begin plans
  // each has the lines below it.
  function leads(q, text) {
    if (text in q.after) { return q.after[text]; }
    const head = Object.keys(q.after).find((one) => one.endsWith(" ") && text.startsWith(one)), one = head ? known(text) : null;
    return one ? q.after[head].concat(one.units) : null;
  }
  const lead = (q) => lines.findIndex((text) => leads(q, text));
  const batch = (q, n) => lines.slice(0, n).findLastIndex((text) => leads(q, text));
  const allowed = (some, units) => !some.length || units.every((unit) => some.includes(unit));
  const opened = (q) => !q.after || (lead(q) >= 0 && (!D.questions[q.of].after || opened(D.questions[q.of])));
  const may = (q, units) => !q.after || (opened(q) && may(D.questions[q.of], units) && (q.plan ? lines : [lines[lead(q)]]).some((text) => { const some = leads(q, text); return some && allowed(some, units); }));
  const begins = (text) => D.questions.some((q) => q.plan && q.after && leads(q, text));  // it begins what is planned

  // -- what the lines say so far --------------------------------------------------------------------------------

  // An answer of several lines is written with strokes between them, as mails show it.
  const flat = (text) => text.split("\n").join(" / ");
  const known = (text) => offered.get(text) || offered.get(text.split(" / ").join("\n")) || several(text) || placing(text) || struck(text) || loose(text);

  // A line that is bought several times.
  function several(text) {
    const [one, times] = many(text), q = times > 1 && D.questions.find((other) => other.purse && other.purse.times[one] >= times);
    return q && offered.has(one) ? { ...offered.get(one), text: text } : undefined;
  }

  // The line of an order that puts units into one of many spaces.
  const read_ = new Map();
  function placing(text) {
    if (!read_.has(text)) {
      let found;
      for (const [n, q] of D.questions.entries()) {
        for (const go of q.go.filter((one) => one.placing && text.startsWith(one.head) && text.endsWith(one.tail))) {
          const words = text.slice(go.head.length, text.length - go.tail.length), said = go.chain ? words.split(",") : [words];
          const to = said.map((word) => number[go.capitals ? word.toLowerCase() : word]), plain = !go.capitals || words === words.toUpperCase();
          const some = plain ? to.map((one) => ends(q, go).find((end) => end.to === one)) : [undefined];
          if (some.every(Boolean)) { found = found || { q: n, kind: "go", go: go, units: go.units, ...some[0], text: text, way: to, chance: false }; }
        }
      }
      read_.set(text, found);
    }
    return read_.get(text);
  }

  // Whether some spaces hang together with the one that a unit is in.
  function together(q, go, some, at) {
    const from = q.grounds[go.ground], left = new Set(some), edge = [number[at]];
    left.delete(number[at]);
    while (edge.length) {
      const here = edge.pop();
      for (const to of [...left]) { if (from.near[from.to.indexOf(to)].includes(here)) { left.delete(to); edge.push(to); } }
    }
    return !left.size;
  }

  // The line about spaces of a unit that is gone on with, as it has not been moved since; -1 for none.
  function chained(go) {
    const at = lines.findLastIndex((text) => { const one = known(text); return one && one.go === go; });
    const moved = lines.slice(at + 1).some((text) => { const one = known(text); return one && one.kind === "go" && !one.go.here && one.units.includes(go.units[0]); });
    return moved ? -1 : at;
  }
  const theirs = (q, go, way, at) => go.chain ? together(q, go, way, at) : space(way[0])[0] === at;

  // Where each own unit stands after some of the lines.
  function standing(upto) {
    const at = { ...D.at };
    for (const text of lines.slice(0, upto)) {
      const one = known(text);
      if (one && one.kind === "go" && !one.go.here && !(one.go.there && one.units.some((unit) => !fielded(unit, at)))) { for (const unit of one.units) { if (!one.go.rest || at[unit] === D.at[unit]) { at[unit] = space(one.to)[0]; } } }
    }
    return at;
  }

  // The same after all lines, found once for each set of lines.
  let stood = { lines: null, at: {} };
  function now_() {
    if (stood.lines !== lines) { stood = { lines: lines, at: standing(lines.length) }; }
    return stood.at;
  }

  // Whether a unit is on the map, whether it is lost by one of some lines, and whether an actor can be ordered by then.
  const fielded = (unit, at) => !(unit in D.at) || !D.boxes.includes(at[unit]);
  const lost = (unit, some) => some.some((text) => { const one = known(text); return one && one.team && one.team.gone && one.units.includes(unit); });
  const ready = (go, at, some) => !go.placing || ((!go.there || go.units.every((unit) => fielded(unit, at))) && !go.units.some((unit) => lost(unit, some)));

  // Whether a question's rooms hold the units of a line at its end, with the lines above.
  function fits(q, units, to, upto) {
    const rooms = q.rooms;
    if (!rooms) { return true; }
    const at = standing(upto), id = space(to)[0];
    return Object.keys(rooms.most).every((kind) => {
      const weight = (unit) => (rooms.weight[unit] || {})[kind] || 0;
      const coming = units.reduce((sum, unit) => sum + weight(unit), 0);
      let held = (rooms.held[id] || {})[kind] || 0;
      for (const unit of Object.keys(at)) {
        held -= D.at[unit] === id ? weight(unit) : 0;
        held += at[unit] === id && !units.includes(unit) ? weight(unit) : 0;
      }
      return !coming || held + coming <= rooms.most[kind];
    });
  }

  // What ends two questions ends the one where it is: below what begins a plan, that.
  function ended(one, n, some) {
    const all = D.questions.map((q, at) => at).filter((at) => [...D.questions[at].ending, ...D.questions[at].later].includes(some[n]));
    const plan = some.slice(0, n).some(begins), above = some.slice(0, n).map(known);
    const done = (at) => D.questions[at].once && above.some((other) => other && other.q === at && other.kind !== "end");  // one line was its answer
    const fit = all.filter((at) => Boolean(D.questions[at].plan) === plan && opened(D.questions[at]) && !done(at));
    const before = some.slice(0, n).filter((text) => text === some[n]).length;  // the first of the same lines ends the first of them
    return { ...one, q: fit.length ? fit[plan ? fit.length - 1 : Math.min(before, fit.length - 1)] : all[0] };
  }

  function state(n) {
    let one = planned.has(lines[n]) && lines.slice(0, n).some(begins) ? planned.get(lines[n]) : known(lines[n]);
    if (one && one.kind === "end") { one = ended(one, n, lines); }
    if (!one) { return /^(if|forget)\b/i.test(lines[n]) ? "standing" : "own"; }
    const q = D.questions[one.q];
    if (q.plan && !q.after) { return q.needs && !lines.slice(0, n).some((text) => known(text) && !D.questions[known(text).q].plan) ? "first" : "later"; }
    if (q.plan) { const at = batch(q, n); return at >= 0 && allowed(leads(q, lines[at]), one.units) ? "later" : "idle"; }
    if (q.after && !(may(q, one.units) && lead(q) < n)) { return "idle"; }
    const before = lines.slice(0, n).map((text) => known(text) || { q: -1, kind: /^(if|forget)\b/i.test(text) ? "standing" : "own" })
      .filter((other) => other.kind !== "standing");
    if (one.team && one.team.where && struckTold(one.team, one.mask, standing(n)) === null) { return "far"; }
    if (costs(q, n, lines)) { return costs(q, n, lines.slice(0, n + 1)) ? "dear" : "over"; }
    if (one.kind === "go" && !ready(one.go, standing(n), lines.slice(0, n))) { return "idle"; }
    if (one.kind === "go" && one.go.here && !one.units.every((unit) => theirs(q, one.go, one.way, standing(n)[unit]))) { return "idle"; }
    if (one.team && one.team.gone && !one.units.every((unit) => fielded(unit, standing(n)))) { return "idle"; }
    if ((one.go && one.go.both) || (one.team && one.team.both)) { return "both"; }
    if (one.kind === "go" && q.rooms && !fits(q, one.units, one.to, n)) { return "bad"; }
    const acting = new Set([...before.filter((other) => other.q === one.q), one].flatMap((other) => other.units || []));
    if (q.rooms && q.rooms.acting && acting.size > q.rooms.acting) { return "many"; }
    const alone = before.every((other) => other.q !== one.q && other.q >= 0);
    const apart = one.kind === "go" && q.rooms && !one.go.first && before.every((other) =>
      other.q >= 0 && (other.q !== one.q || (other.kind === "go" && !other.chance && !("attacks" in other) && !other.units.some((unit) => one.units.includes(unit)))));
    if (q.after || (q.held || []).length || (D.holds && one.kind === "end") || one.kind === "later" || (one.team && one.team.later) || !(alone || apart)) { return one.chance ? "chance" : "order"; }
    return one.chance ? "chance" : "sure";
  }

  // What a line costs, in words, and what is spent by some of them.
  const many = (text) => { const found = / x([2-9]|10)$/.exec(text); return found ? [text.slice(0, found.index), Number(found[1])] : [text, 1]; };
  function cost_(q, text) {
    const [one, times] = many(text), price = q.purse && q.purse.prices[one] || {};
    return Object.fromEntries(Object.entries(price).map(([name, points]) => [name, points * times]));
  }
  const priced = (q, text) => Object.entries(cost_(q, text)).map(([name, points]) => (points < 0 ? "gives " + -points : points) + " " + name).join(", ");
  const spent = (q, some, name) => some.reduce((sum, text) => sum + (cost_(q, text)[name] || 0), 0);
  // Whether a line costs something of which these lines spend more than there is: what is bought is taken all together or not.
  const costs = (q, n, some) => q.purse && Object.entries(cost_(q, lines[n])).some(([name, points]) => points > 0 && spent(q, some, name) > q.purse.has[name]);

  // Who is named by a line and by one of the same kind above it; where only so many may act, by any that acts.
  function again(n) {
    const one = known(lines[n]), above = lines.slice(0, n).map(known), rooms = one && D.questions[one.q].rooms;
    const verb = (text) => text.split(" ")[0];
    const fights = new Set(one ? D.questions[one.q].teams.flatMap((team) => Object.values(team.forms).map(verb)) : []);  // its attacks, packed or whole
    const acts = (other) => other && (rooms && rooms.acting ? other.units.length > 0 && other.kind !== "end" : other.kind === "team" || (other.kind === "line" && fights.has(verb(other.text))));
    const all = (other) => other.units.concat(other.aids || []);
    const foe = (other) => other.team && other.team.at && !(other.team.at in D.at);  // one attack below another, of the question before it
    const with_ = (other) => other.q === one.q || (foe(one) && foe(other) && D.questions[one.q].of === other.q);
    const thing = one && one.kind === "go" && !one.units.length ? one.go.head.trim().split(" ")[1] : "";  // a card with a place: "card FRESH-1 on ..."
    if (thing) { return above.some((other) => other && other.kind === "go" && other.go.head === one.go.head) ? [thing] : []; }
    return acts(one) ? all(one).filter((unit) => above.some((other) => acts(other) && with_(other) && all(other).includes(unit))) : [];
  }

  // Whether a question asks for one of several words for each unit, and for nothing else: it checks its morale, or retreats.
  const one_each = (q) => !q.go.length && !q.teams.length && q.lines.every(([text]) => {
    const one = known(text);
    return one && one.units.length === 1 && !(one.aids || []).length;
  });

  // The line in which a unit is named already, by a line of the same question; -1 for none.
  const named = (unit, q) => lines.findLastIndex((text) => { const one = known(text); return one && one.q === q && one.units.includes(unit); });

  // -- changing the lines ----------------------------------------------------------------------------------------

  function change(next, says) {
    if (next.join("\n") === lines.join("\n")) { return; }
    const before = steps();
    past.push(lines); ahead = []; lines = next; sent = false;
    const fresh = lines.filter((line) => !past[past.length - 1].includes(line));
    save(); pick = keepsOn(pick); filter = ""; draw();
    say((says || "Changed.") + (fresh.length === 1 ? ": " + SAYS[state(lines.indexOf(fresh[0]))].slice(2) + "." : ""));
    const then = steps().find((n) => !before.includes(n)), part = then === undefined ? null : what.querySelector('[data-question="' + then + '"]');
    if (part && !wide()) { part.scrollIntoView(); }
    if (part && B && !pieces.some((one) => one.node.classList.contains("lit") && inSight(one))) { sight(); }
  }

  // The questions that are open now, and whether one is answered and has led to another.
  const steps = () => D.questions.map((q, n) => n).filter((n) => opened(D.questions[n]) && !D.questions[n].plan);
  const answered = (q, n) => steps().some((other) => D.questions[other].of === n) && (q.once ? lines.some((text) => { const one = known(text); return one && one.q === n; })
    : lines.some((text, at) => { const one = known(text); return one && one.kind === "end" && ended(one, at, lines).q === n; }));

  // What is aimed by nobody, such as barrages, goes on where several lines answer the question.
  const keepsOn = (from) => from && from.team !== undefined && D.questions[from.q].purse && one_only(D.questions[from.q].teams[from.team]) ? from : from && from.head !== undefined && !D.questions[from.q].once && !D.questions[from.q].go[from.head].units.length && !D.questions[from.q].go[from.head].head.trim().includes(" ") && opened(D.questions[from.q]) ? from : null;

  // A line of what is planned, below what begins it.
  function writePlan(text, one) {
    const q = D.questions[one.q], shown = flat(text);
    if (!q.after) { return change(lines.includes(shown) ? lines : [...lines, shown], "Line written: " + shown); }
    const next = lines.filter((line) => { const other = known(line); return !(one.units.length && other && other.q === one.q && other.units.some((unit) => one.units.includes(unit))); });
    const start = next.findLastIndex((line) => { const some = leads(q, line); return some && allowed(some, one.units); });
    const stop = next.findIndex((line, n) => n > start && (begins(line) || (one.units.length && q.ending.includes(line)) || line === shown));
    if (next[stop] === shown) { say("Written already: " + shown); return; }
    next.splice(stop < 0 ? next.length : stop, 0, shown);
    change(next, "Line written: " + shown);
  }

  function write(text, at_q) {
    const shown = flat(text);
    let one = known(shown);
    if (one && at_q !== undefined) { one = { ...one, q: at_q }; }
    if (one && D.questions[one.q].plan) { return writePlan(text, one); }
    const plans = lines.findIndex(begins);
    if (plans >= 0 && one) {  // what is asked now comes before what is planned
      const all = lines; lines = all.slice(0, plans);
      const kept = past.length;
      write(text, at_q);
      if (past.length > kept) { past[past.length - 1] = all; lines = [...lines, ...all.slice(plans)]; save(); draw(); } else { lines = all; }
      return;
    }
    if (one && one.closes) {  // what ends the question is written once, below all else
      const [first, end] = one.closes.map(flat), others = lines.filter((line) => line !== end && line !== first);
      return change([...others, first, end], "Line written: " + first);
    }
    const bought = one && D.questions[one.q].purse ? lines.findIndex((line) => many(line)[0] === shown) : -1;
    if (bought >= 0 && one.kind !== "end") {  // once more
      const times = many(lines[bought])[1] + 1, most = D.questions[one.q].purse.times[shown] || 1;
      if (times > most) { say("At most " + most + " of these: " + shown); return; }
      return change(lines.map((line, n) => n === bought ? shown + " x" + times : line), "Line changed: " + shown + " x" + times);
    }
    if (one && one.kind === "go" && one.go.chain) { return addSpace(shown, one); }
    if (one && one.kind === "go" && one.go.placing) { return change(putDown(shown, one), "Line written: " + shown); }
    let next = lines.slice();
    if (one && (one.units.length || one.kind === "line") && next.includes(shown)) { say("Written already: " + shown); return; }
    const ends_ = D.questions.filter((q) => !q.plan && q.ending.includes(text) || q.later.includes(text)).length;
    const its = (line, n) => line === text && (at_q === undefined || ended(known(line), n, lines).q === at_q);
    if (ends_ && (lines.filter((line) => line === text).length >= ends_ || (at_q !== undefined && lines.some(its)))) { say("Written already: " + text); return; }
    if (one && one.kind === "go" && one.go.first) {  // who is in motion goes on before others move
      const others = next.filter((line) => { const other = known(line); return !(other && other.q === one.q && other.kind === "go" && other.units.some((unit) => one.units.includes(unit))); });
      return change([shown, ...others], "Line written: " + shown);
    }
    if (one) {
      const q = D.questions[one.q];
      // One line is the answer; what leads to nothing, where answers do, may stand beside it.
      const then_ = D.questions.filter((other) => other.of === one.q), on = (line) => !then_.length || then_.some((other) => leads(other, line) !== null);
      const again = (line) => {
        const other = known(line);
        return other && other.q === one.q && ((q.once && on(line) && on(shown)) || (instead(one, other)
          && one.units.length && other.units.some((unit) => one.units.includes(unit))));
      };
      // A unit goes one way, or stays: a line without a target for it alone and one by which it goes are for each other.
      const alone = (some) => some.kind === "team" && !some.team.at && some.units.length === 1;
      const instead = (some, other) => (some.kind === "go" && (other.kind === "go" || alone(other))) || (alone(some) && other.kind === "go")
        || (some.kind === "line" && other.kind === "line" && one_each(q));
      const at = next.findIndex(again);
      next = next.filter((line, n) => n === at || !again(line));
      if (at >= 0) { next[at] = shown; return change(next, "Line changed: " + shown); }
      if (one.kind !== "end" && one.kind !== "later") {  // what ends the question stays last, and attacks that end movement below the moves
        const last = next.findIndex((line, n) => { const said = known(line), other = said && said.kind === "end" ? ended(said, n, next) : said; return other && other.q === one.q && (other.kind === "end" || other.kind === "later" || (one.kind === "go" && other.team && other.team.later)); });
        const then = next.findIndex((line) => { const other = known(line); return other && D.questions[other.q].after && D.questions[other.q].of === one.q; });
        const at = [last, then].filter((place) => place >= 0);
        if (at.length) { next.splice(Math.min(...at), 0, shown); return change(next, "Line written: " + shown); }
      }
    }
    next.push(shown);
    change(next, "Line written: " + shown);
  }

  // A space more in the line of a unit, which stays picked.
  function addSpace(shown, one) {
    const at = chained(one.go), had = at < 0 ? null : known(lines[at]), kept = pick;
    if (had && had.way.includes(one.to)) { say("Written already: " + lines[at]); return; }
    const more = had ? lines[at].slice(0, lines[at].length - one.go.tail.length) + "," + shown.slice(one.go.head.length) : shown;
    change(had ? lines.map((text, n) => n === at ? more : text) : putDown(shown, one), "Line written: " + more);
    pick = kept; draw();
  }

  // The lines with one more that puts units somewhere: it takes the place of those for the same units. The rest of a group
  // comes below its parts that have lines of their own.
  const sort = (go) => go.head.split(" ").slice(0, go.there ? 2 : 1).join(" ");
  function putDown(shown, one) {
    if (lines.includes(shown)) { return lines; }
    const like = (text) => { const other = known(text); return other && other.kind === "go" && other.go.placing && sort(other.go) === sort(one.go) ? other : null; };
    const within = (other, units) => other.units.every((unit) => units.includes(unit));
    const covered = (go, some) => { const units = some.flatMap((text) => { const other = like(text); return other && other.go !== go && within(other, go.units) ? other.units : []; }); return go.units.every((unit) => units.includes(unit)); };
    const parts = one.go.rest && !covered(one.go, lines), same = (other) => other.go === one.go || (!parts && within(other, one.units));
    const old = one.go.here ? -1 : lines.findIndex((text) => { const other = like(text); return other && same(other); });
    const at = old < 0 ? lines.findIndex((text) => { const other = known(text), wide_ = like(text); return other && (other.kind === "end" || other.kind === "later" || (wide_ && wide_.go.rest && within(one, wide_.units))); }) : old;
    const place_ = one.go.rest && old < 0 ? lines.findIndex((text) => { const other = known(text); return other && (other.kind === "end" || other.kind === "later"); }) : at;
    const keeps = (text, n) => { const other = one.go.here ? null : like(text); return n === old || !(other && same(other)); };
    const some = lines.slice();
    if (old >= 0) { some[old] = shown; } else { some.splice(place_ < 0 ? some.length : place_, 0, shown); }
    const next = some.filter((text, n) => text === shown || keeps(text, n));
    return next.filter((text) => { const other = like(text); return !(other && other.go.rest && covered(other.go, next)); });
  }

  // The lines of the example for all that is not named, above what ends the question.
  function whole(q) {
    const named = new Set(lines.flatMap((text) => (known(text) || { units: [] }).units));
    const words = [...q.ending, ...q.later], ends_ = (text) => words.includes(text) || (known(text) || {}).kind === "later";
    const own = (text, n) => D.questions[(words.includes(text) ? ended(known(text), n, lines) : known(text)).q] === q;
    const at = lines.findIndex((text, n) => ends_(text) && own(text, n)), some = at < 0 ? lines.length : at;
    const there = (text) => (ends_(text) ? at >= 0 : lines.includes(text));
    const more = q.default.filter((text) => !there(text) && !(known(text) || { units: [] }).units.some((unit) => named.has(unit)));
    change([...lines.slice(0, some), ...more, ...lines.slice(some)], more.length + " lines added.");
  }

  function undo() { if (past.length) { ahead.push(lines); lines = past.pop(); save(); draw(); say("Undone."); } }
  function redo() { if (ahead.length) { past.push(lines); lines = ahead.pop(); save(); draw(); say("Done again."); } }
  function load() { try { return JSON.parse(sessionStorage.getItem(KEY)) || []; } catch (no) { return []; } }
  function save() { try { sessionStorage.setItem(KEY, JSON.stringify(lines)); } catch (no) { /* a page from a file may have no memory */ } }

  // -- the block ----------------------------------------------------------------------------------------------------

  function block(check) {
    const word = check ? "CHECK" : "ORDERS";
    return [D.begin.replace("BEGIN ORDERS", "BEGIN " + word), ...lines, "END " + word, ""];
  }

  function mail(check) {
    return "mailto:" + encodeURIComponent(D.to).replace("%40", "@") + "?subject=" + encodeURIComponent(D.subject)
      + "&body=" + encodeURIComponent(block(check).join("\r\n"));
  }

  function copy() {
    const text = block(false).join("\n"), done = () => { sent = true; draw(); say("Copied. Paste it into an email to " + D.to); };
    const old = () => {
      const box = node("textarea", { text: text }); document.body.append(box); box.select();
      try { document.execCommand("copy"); } finally { box.remove(); } done();
    };
    if (navigator.clipboard && isSecureContext) { navigator.clipboard.writeText(text).then(done, old); } else { old(); }
  }

  // -- drawing --------------------------------------------------------------------------------------------------------

  // Text is never markup: it goes into textContent, and names into attributes by setAttribute.
  function node(tag, told, ...inside) {
    const made = document.createElement(tag);
    for (const [key, value] of Object.entries(told || {})) {
      if (key === "text") { made.textContent = value; }
      else if (key === "tap") { made.addEventListener("click", value); }
      else if (key === "on") { made.classList.toggle("on", value); }
      else if (value === true) { made.setAttribute(key, ""); }
      else if (value !== false && value !== undefined) { made.setAttribute(key, value); }
    }
    made.append(...inside.filter((one) => one !== null && one !== undefined));
    return made;
  }

  function button(key, text, tap, told, note) {
    return node("button", { type: "button", "data-key": key, tap: tap, ...told }, text, note ? node("span", { class: "small", text: note }) : null);
  }

  function points(end) {
    if (end.cost === null || end.cost === undefined) { return ""; }
    const whole_ = Math.floor(end.cost / end.parts), rest = end.cost % end.parts;
    return (whole_ || !rest ? whole_ : "") + (rest ? (rest * 2 === end.parts ? "½" : " " + rest + "/" + end.parts) : "");
  }

  function cost(end) { const told = points(end); return told ? told + (told === "1" || told === "½" ? " point" : " points") : ""; }

  function meaning(text) {
    const one = known(text);
    if (!one) { return (D.standing.find(([line]) => line === text) || ["", ""])[1]; }
    if (one.kind === "go" && one.units.length) {
      const from = standing(lines.indexOf(text))[one.units[0]];
      const fight = "attacks" in one ? ", then attacks " + called(one.attacks) : "";
      if (one.go.placing && !one.go.here) {
        const at = standing(lines.indexOf(text));
        return one.units.filter((unit) => !one.go.rest || at[unit] === D.at[unit]).join(", ") + " to " + called(one.to);
      }
      if (one.go.here) { return one.units.join(", ") + " controls " + one.way.map(called).join(", "); }
      return one.units.join(", ") + (from ? " from " + place(from) : "") + " to " + called(one.to) + (cost(one) ? ", " + cost(one) : "") + fight;
    }
    const price = priced(D.questions[one.q], text);
    if (price) {
      const told = one.team ? one.units.map((id) => D.cards[id]).filter(Boolean).join("; ") : "";
      return told.endsWith(price) ? told : [told, price].filter(Boolean).join(": ");
    }
    if (one.kind === "team") { return one.team.where ? struckBelow(one.team, one.mask, lines.indexOf(text)) || "" : one.told; }
    if (one.kind === "go") { return cardsIn(one.go.head); }
    if (one.kind === "line") { return D.questions[one.q].means[one.text] || one.names.map((id) => D.cards[id]).filter(Boolean).join(" "); }
    const q = D.questions[one.q];
    return (one.kind === "end" || one.kind === "later") && !one.rest ? q.means[text] || (q.once ? "none of these" : "nothing more") : "";
  }

  function draw() {
    const idle = B && map.classList.contains("idle"), grows = idle && tapped();
    if (grows) { map.classList.remove("idle"); }
    const focus = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.key : "";
    const caret = focus === "filter" ? document.activeElement.selectionStart : 0;
    what.replaceChildren(...panel());
    drawMap();
    const again = focus && [focus, home, "undo", "edit"].map((key) => what.querySelector('[data-key="' + CSS.escape(key) + '"]:not(:disabled)')).find(Boolean);
    if (again) { again.focus({ preventScroll: true }); if (again.dataset.key === "filter") { again.setSelectionRange(caret, caret); } }
    if (grows) { sight(); }
  }

  function panel() {
    const parts = D.questions.map((q, n) => !opened(q) || q.plan ? null : node("section", { "data-question": n, "aria-label": "Your decision, " + (n + 1) + " of " + D.questions.length },
      ...(answered(q, n) ? [done(q, n)] : [node("div", { class: "ask" }, ...asking(q.text)), purse(q), kept(q), ...(pick && pick.q === n ? [picked(q)] : []), ...choices(q, n)])));
    const next = D.questions.find((q) => q.after && !q.plan && !opened(q) && opened(D.questions[q.of]));
    if (next) { parts.splice(next.of + 1, 0, node("p", { class: "small", text: "Write your answer first. Then you can tap what follows it, for the same email." })); }
    if (!D.questions.length) { parts.push(node("p", { text: "You have no move to make. You may send standing orders." })); }
    parts.push(...planning(), ...ordersPart(), legend(), ...conditions(), ...sending());
    return parts.filter(Boolean);
  }

  // A question that is answered leaves the screen to what follows it.
  function done(q, n) {
    const box = node("details", { open: Boolean(done[n] || (pick && pick.q === n)), "aria-label": "Answered" }, node("summary", { "data-key": "done " + n, text: "✓ " + (/^.{20,}?[.?!:](?= )/s.exec(q.text) || [q.text])[0] }),
      purse(q), kept(q), ...(pick && pick.q === n ? [picked(q)] : []), ...choices(q, n));
    box.addEventListener("toggle", () => { done[n] = box.open; });
    return box;
  }

  // What the lines so far have spent.
  function purse(q) {
    return q.purse ? node("p", { class: "told", text: "Tap again to buy one more. Spent: " + Object.keys(q.purse.has).map((name) => spent(q, lines, name) + " of " + q.purse.has[name] + " " + name).join(", ") }) : null;
  }

  // Lines of earlier orders that wait for a word: they come before those of this page.
  function kept(q) {
    return (q.held || []).length ? node("p", { class: "small", text: "On hold from your earlier orders, and checked before these: " + q.held.join("; ") + "." }) : null;
  }

  // What begins later, folded away until it is wanted.
  function planning() {
    const some = D.questions.map((q, n) => [q, n]).filter(([q]) => q.plan && opened(q));
    if (!some.length) { return []; }
    const box = node("details", { open: planning.open, "aria-label": "Plans" }, node("summary", { "data-key": "plans", text: some[0][0].text }));
    box.addEventListener("toggle", () => { planning.open = box.open; });
    for (const [q, n] of some.slice().reverse()) {  // the moves of a plan that is begun come first
      box.append(node("section", { "data-question": n, "aria-label": "Plans for later" }, ...(pick && pick.q === n ? [picked(q)] : []), ...choices(q, n)));
    }
    return [box];
  }

  // A question: its first sentence is what to do; the second says how things stand, if it is short; on a small screen
  // the rest is read when it is wanted.
  const wide = () => matchMedia("(min-width: 900px)").matches;
  const read = new Map();
  function asking(text) {
    const [, first, rest] = text.length > 140 && /^(.{20,}?[.?!:]) (.+)$/s.exec(text) || [null, text, ""];
    const [, next, more] = rest.length > 140 && /^([^"]{8,90}?[.?!]) (.+)$/s.exec(rest) || (rest.length > 140 ? [null, "", rest] : [null, rest, ""]);
    const told = (words) => words ? node("p", { class: "rest", text: words }) : null;
    const head = node("h2", { text: first.replace(/:$/, ".") });
    if (!more) { return [head, told(next)]; }
    const box = node("details", { open: read.has(text) ? read.get(text) : wide(), "aria-label": "How to answer" }, node("summary", { "data-key": "read " + text, text: "How to answer" }), told(more));
    box.addEventListener("toggle", () => read.set(text, box.open));
    return [head, told(next), box];
  }

  // What may act: units, targets, and whatever else the question takes.
  function choices(q, n) {
    const parts = [], units = new Map();
    for (const go of q.go.filter((one) => may(q, one.units) && ready(one, now_(), lines))) { for (const unit of go.units) { units.set(unit, true); } }
    const few = q.once && q.lines.length <= 24;  // all answers are seen at once, those of units too
    for (const [, ...names] of few ? [] : q.lines) { for (const id of names) { if (id in D.at) { units.set(id, true); } } }
    for (const team of q.teams) { if (!team.at || team.where) { for (const id of team.where ? able(team) : members(team).map((one) => one[1])) { if (id in D.at) { units.set(id, true); } } } }
    const search = units.size + q.lines.length + q.teams.length > 24;
    if (search) { parts.push(node("input", { type: "search", placeholder: "Find a unit, a hex, a card", "aria-label": "Find", "data-key": "filter", value: filter })); parts[0].addEventListener("input", (event) => { filter = event.target.value; draw(); }); }
    const found = (text) => !search || !filter || text.toLowerCase().includes(filter.toLowerCase());
    if (units.size) {
      const list = [...units.keys()].filter((unit) => found(unit + " " + (D.at[unit] || ""))).map((unit) => {
        const at = named(unit, n);
        return button("unit " + n + " " + unit, unit, () => choose({ q: n, unit: unit }),
          { class: at >= 0 ? "struck" : "", on: Boolean(pick && pick.unit === unit), "aria-pressed": String(Boolean(pick && pick.unit === unit)) },
          [D.kinds[unit], at >= 0 ? "in line " + (at + 1) : place(now_()[unit] || "")].filter(Boolean).join(", "));
      });
      parts.push(node("h3", { text: "Who may act" }), singly(q, list));
    }
    const teams = q.teams.map((team, at) => [team, at]).filter(([team]) => (team.at || !members(team).some(([, id]) => id in D.at)) && open_(team));
    if (teams.length) {
      parts.push(node("h3", { text: q.purse ? "What you may buy" : teams.every(([team]) => team.says) ? "Several units in one line" : teams.some(([team]) => team.at && !(team.at in D.at)) ? "Against what, or with what" : "Who takes part" }), node("div", { class: "list" }, ...teams.filter(([team]) => found(team.at)).map(([team, at]) =>
        button("team " + n + " " + at, teamName(team), () => choose({ q: n, team: at, mask: 0 }), { on: Boolean(pick && pick.q === n && pick.team === at) }, team.says ? "of " + members(team).length + (members(team).length === 1 ? " unit" : " units") : [q.means[teamName(team)] || present(team.at), one_only(team) && members(team).length > 1 ? "choose 1 of " + members(team).length : (team.where ? able(team).length : members(team).length) + " may take part"].filter(Boolean).join("; ")))));
    }
    const groups = q.go.map((go, at) => [go, at]).filter(([go]) => go.placing && (go.rest || isStack(q, go)) && ready(go, now_(), lines) && found(go.head + go.units.join(" ")));
    if (groups.length) {
      parts.unshift(node("h3", { text: "Whole groups" }), node("div", { class: "list" }, ...groups.map(([go, at]) => {
        const written = lines.findIndex((text) => { const one = known(text); return one && one.go === go; });
        return button("head " + n + " " + at, go.head.trim() + " …", () => choose({ q: n, head: at }), { class: written >= 0 ? "struck" : "", on: Boolean(pick && pick.q === n && pick.head === at) }, [go.says, written >= 0 ? "in line " + (written + 1) : go.units.length + (go.units.length === 1 ? " unit" : " units")].filter(Boolean).join(", "));
      })));
    }
    const heads = q.go.map((go, at) => go.units.length ? null : node("div", { class: "list" }, button("head " + n + " " + at, go.head.trim() + " …", () => choose({ q: n, head: at }),
      { on: Boolean(pick && pick.q === n && pick.head === at) }, [cardsIn(go.head), ends(q, go).length + " places"].filter(Boolean).join(" ")))).filter(Boolean);
    const rest = q.lines.filter(([text, ...names]) => (few || !names.some((id) => id in D.at)) && found(text));
    if (!q.once || !rest.length) { parts.push(...heads.splice(0)); }  // whole answers come before a card at any time
    if (rest.length) {
      const top = q.go.some((go) => go.placing) ? parts.splice(0) : [];  // long lists come below short answers
      const notes = rest.map(([text, ...names]) => q.means[text] || priced(q, text) || names.map((id) => D.cards[id]).filter(Boolean).join(" "));
      parts.push(node("h3", { text: "Choices" }));
      const shared = (at) => notes[at].length > 60 && notes.filter((one) => one === notes[at]).length > 1;
      rest.forEach(([text], at) => {  // what a card does is told once, above all that it can be used for
        const other = !at || notes[at] !== notes[at - 1];
        if (other && shared(at)) { parts.push(node("p", { class: "small", text: notes[at] })); }
        if (!at || (other && (shared(at) || shared(at - 1)))) { parts.push(node("div", { class: "list" })); }
        parts[parts.length - 1].append(button("line " + text, flat(text), () => write(text), { on: lines.includes(flat(text)) }, shared(at) ? "" : notes[at]));
      });
      parts.push(...heads, ...top);
    }
    const last = [...q.ending, ...q.later].map((text) => button("line " + text, text, () => write(text, n), { on: lines.includes(text) }, q.means[text] || (q.once ? "none of these" : "nothing more")));
    const alone_ = q.default.length === 1 && !q.once && q.lines.some(([text, ...names]) => text === q.default[0] && !names.length) ? q.default[0] : "";  // "plan rest"
    if (q.default.length > 1 || alone_) { last.unshift(button("whole " + n, alone_ || "Use the sample set-up", () => whole(q), {}, "for all that you have not named")); }
    if (last.length) { parts.push(node("h3", { text: q.once ? "Otherwise" : "Leave the rest as it is" }), node("div", { class: "list" }, ...last)); }
    return parts;
  }

  // What the cards do that are named in an order.
  const cardsIn = (text) => text.split(" ").map((word) => D.cards[word]).filter(Boolean).join(" ");

  // Units one by one, folded where whole groups can be tapped and there are many.
  function singly(q, list) {
    const shown = node("div", { class: "list" }, ...list);
    if (list.length <= 8 || filter || !q.go.some((go) => go.placing)) { return shown; }
    const box = node("details", { open: singly.open, "aria-label": "Single units" }, node("summary", { "data-key": "singly", text: list.length + " single units" }), shown);
    box.addEventListener("toggle", () => { singly.open = box.open; });
    return box;
  }

  function teamName(team) {
    const form = Object.values(team.forms)[0];
    if (team.says) { return team.says; }
    return team.at ? form.split(" ")[0] + " " + place(team.at) : form.replace(/\{\w+\}/g, "…");
  }

  // Who is seen in a space that is attacked.
  function present(at) {
    const seen = D.lying.filter((one) => one[0] && one[1] === at && !(one[0] in D.at)).map((one) => one[0]);
    return seen.slice(0, 3).join(", ") + (seen.length > 3 ? " and " + (seen.length - 3) + " more" : "");
  }

  function choose(next) {
    pick = pick && JSON.stringify([pick.q, pick.unit, pick.team, pick.head]) === JSON.stringify([next.q, next.unit, next.team, next.head]) ? null : next;
    fan.hidden = true;
    home = pick ? keyOf(pick) : home;
    draw();
    if (pick) { show(pick); say(pick.unit ? pick.unit + ": " + options(pick).length + " choices" : "Choose who takes part."); }
    const box = pick && what.querySelector(".pick");
    if (box && !wide() && document.activeElement && document.activeElement.closest("#what")) { box.scrollIntoView({ block: "nearest" }); }
  }

  // The button in the list of what is picked: the focus comes back to it.
  const keyOf = (one) => one.unit ? "unit " + one.q + " " + one.unit : one.team !== undefined ? "team " + one.q + " " + one.team : "head " + one.q + " " + one.head;
  // Whether an actor is a stack of units each of which may go alone: it is picked as a whole.
  const alone = (q, unit) => q.go.some((go) => go.units.length === 1 && go.units[0] === unit);
  const part = (other, go) => other.placing && sort(other) === sort(go) && other.units.length < go.units.length && other.units.every((unit) => go.units.includes(unit));
  const isStack = (q, go) => {
    if (go.stack === undefined) { go.stack = go.placing ? q.go.some((other) => part(other, go)) : go.units.length > 1 && go.units.every((unit) => alone(q, unit)); }
    return go.stack;
  };
  const stacksOf = (n, unit) => D.questions[n].go.map((go, at) => [go, at]).filter(([go]) => go.units.includes(unit) && isStack(D.questions[n], go) && may(D.questions[n], go.units) && ready(go, now_(), lines));

  // The lines of what is picked that lead somewhere.
  function options(from) {
    const q = D.questions[from.q];
    const picked = from.head !== undefined ? [q.go[from.head]] : from.unit ? q.go.filter((go) => go.units.includes(from.unit) && !isStack(q, go)) : [];
    const at = now_();
    return picked.filter((go) => may(q, go.units) && ready(go, at, lines)).flatMap((go) => {
      const had = go.chain && chained(go) >= 0 ? known(lines[chained(go)]).way : [];
      return ends(q, go).filter((end) => !go.here || theirs(q, go, [...had, end.to], at[go.units[0]])).map((end) => ({ ...end, units: go.units, head: go.head, here: go.here }));
    });
  }

  function roomFor(q, end) {
    const at = end.units && end.units.length ? named(end.units[0], D.questions.indexOf(q)) : -1;
    if (!q.rooms || !end.units) { return true; }
    if (at < 0) { return fits(q, end.units, end.to, lines.length); }
    const saved = lines; lines = lines.filter((_, n) => n !== at);
    const room = fits(q, end.units, end.to, lines.length); lines = saved;
    return room;
  }

  function picked(q) {
    if (pick.team !== undefined) { return ticking(q, q.teams[pick.team]); }
    const box = node("div", { class: "pick", role: "group", "aria-label": pick.unit || "Where" });
    const title = pick.unit ? pick.unit + (D.at[pick.unit] ? " in " + place(standing(lines.length)[pick.unit]) : "") : q.go[pick.head].head.trim();
    box.append(node("p", {}, node("b", { text: title })));
    const who = pick.unit || q.go[pick.head].units[0], at = who ? named(who, pick.q) : -1;
    if (at >= 0) { box.append(node("div", { class: "list" }, button("remove", "Remove line " + (at + 1), () => change(lines.filter((_, n) => n !== at), "Line removed.")))); }
    const gone = at >= 0 ? known(lines[at]) : null;
    if (gone && gone.kind === "go") {
      const plain = { ...gone, text: gone.plain || gone.text }, fights = attacks(q, gone.go, plain);
      if (fights.length) {
        box.append(node("p", { class: "small", text: "At the end of its move:" }), node("div", { class: "list" },
          ...fights.map((one) => button("fight " + one.text, "attack " + called(one.attacks), () => write(one.text), { on: gone.attacks === one.attacks })),
          gone.plain ? button("no fight", "no attack", () => write(gone.plain)) : null));
      }
    }
    if (pick.unit) {
      const whole = stacksOf(pick.q, pick.unit);
      if (whole.length) { box.append(node("div", { class: "list" }, ...whole.map(([go, n]) => button("head " + pick.q + " " + n, go.placing ? go.head.trim() + " …" : "together: " + go.units.join(", "), () => choose({ q: pick.q, head: n }))))); }
      const own = q.lines.filter(([text, ...names]) => names.includes(pick.unit) && !(offered.get(text).closes && text.split("\n").length > 2));  // no example for all units
      box.append(node("div", { class: "list" }, ...own.map(([text, ...names]) => button("line " + text, flat(text), () => write(text), {}, names.map((id) => D.cards[id]).filter(Boolean).join(" ")))));
      const aims = q.teams.map((team, n) => [team, n, members(team).findIndex(([, id]) => id === pick.unit)]).filter(([team, , bit]) => bit >= 0 && (!team.where || able(team).includes(pick.unit)));
      if (aims.length) { box.append(node("div", { class: "list" }, ...aims.map(([team, n, bit]) => button("team " + pick.q + " " + n, teamName(team), () => choose({ q: pick.q, team: n, mask: 2 ** bit }), {}, present(team.at) || "with " + pick.unit)))); }
    }
    const found = options(pick).filter((end) => roomFor(q, end)).sort((a, b) => (a.cost || 0) / (a.parts || 1) - (b.cost || 0) / (b.parts || 1));
    if (found.length) {
      const heads = new Set(found.map((end) => end.head)), here = found.filter((end) => end.here), rest = found.filter((end) => !end.here);
      const list = (some) => node("div", { class: "list narrow" }, ...some.map((end) => button("end " + end.text, heads.size > 1 ? end.text : called(end.to), () => write(end.text), { on: lines.includes(end.text), "aria-label": "to " + called(end.to) + (cost(end) ? ", " + cost(end) : "") + (end.way.length > 1 ? " by " + end.way.map(called).join(", ") : "") },
        [end.way.length > 1 && heads.size < 2 ? end.way.map(called).join(", ") : "", cost(end)].filter(Boolean).join(", "))));
      box.append(node("p", { class: "small", text: "Tap a place on the map, or here." + (who ? " Hidden enemies may still stop a move." : "") }));
      if (here.length) { box.append(list(here)); }
      if (rest.length) { box.append(folded(rest.length, () => list(rest), q.go.some((go) => go.placing))); }
    }
    return box;
  }

  // A long list is opened by a tap: the map says the same.
  function folded(count, list, later) {
    if (count <= 12) { return list(); }
    const open = folded.open || !B || !later, box = node("details", { open: folded.open || !B, "aria-label": "Places" }, node("summary", { "data-key": "places", text: "All " + count + " places" }), open ? list() : null);
    box.addEventListener("toggle", () => { folded.open = box.open; if (box.open && box.children.length < 2) { box.append(list()); } });
    return box;
  }

  function ticking(q, team) {
    const box = node("div", { class: "pick", role: "group", "aria-label": teamName(team) }, node("p", {}, node("b", { text: teamName(team) })));
    const mine = able(team), place_in = grouped(box, team), shop = q.purse && one_only(team);
    members(team).forEach(([name, id], bit) => {
      if (team.gone && (!fielded(id, now_()) || lost(id, lines))) { pick.mask = minus(pick.mask, bit); return; }
      if (team.where && name === "units" && !mine.includes(id)) { pick.mask = minus(pick.mask, bit); return; }
      const at = named(id, pick.q), tick = node("input", { type: "checkbox", "data-key": "tick " + bit, checked: has(pick.mask, bit) });
      tick.addEventListener("change", () => { pick.mask = one_only(team) && !has(pick.mask, bit) ? 2 ** bit : flip(pick.mask, bit); draw(); const now = composed(team, pick.mask); say(toldNow(team) || now || "Nobody."); });
      const aid = team.where && name === "with" ? team.supports[id] : null;
      const list = Object.keys(team.lists).length > 1 && name !== "units" ? name : "";
      const note = aid ? [D.cards[aid[0]], aid[3] ? aid[3] + (aid[3] === 1 ? " column" : " columns") + " to the right" : "", aid[4] ? "adds " + aid[4] / team.parts : ""].filter(Boolean).join(", ") : [list, D.kinds[id], id in D.at ? "in " + place(standing(lines.length)[id]) : D.cards[id] || priced(q, composed(team, 2 ** bit)), at >= 0 && !shop ? "in line " + (at + 1) : ""].filter(Boolean).join(", ");
      if (shop) {  // a tap buys one
        const line = composed(team, 2 ** bit), there = lines.findIndex((one) => many(one)[0] === line);
        place_in(id).append(node("div", { class: "list" }, button("line " + line, id, () => write(line), { on: there >= 0 }, [note, there >= 0 ? many(lines[there])[1] + " bought" : ""].filter(Boolean).join("; "))));
        return;
      }
      place_in(id).append(node("label", {}, tick, node("span", { text: id + " " }, node("span", { class: "small", text: note }))));
    });
    const text = composed(team, pick.mask), one = known(text), told = toldNow(team);
    if (team.later) { box.append(node("p", { class: "small", text: "Attacks follow when all moves are made. Move units next to it, and they can take part." })); }
    if (text) {
      box.append(node("p", {}, node("code", { text: text })));
      if (told) { box.append(node("p", { class: "told", text: told })); }
      if (team.where && !told) { box.append(node("p", { class: "state bad", text: "These may not attack together, or it is too much support." })); }
      if (!one && !team.where) { box.append(node("p", { class: "state order", text: team.most ? "At most " + team.most + " may be chosen." : team.whole ? "These may not be chosen together, as far as you can see." : "This set was not worked out: try it first." })); }
    }
    box.append(node("div", { class: "list" }, shop ? null : button("write", "Write this line", () => write(text), { class: "chief", disabled: !text || Boolean(team.where && !told) || Boolean((team.whole || team.most) && !one) }), button("leave", "Close", () => choose(pick))));
    return box;
  }

  // Whether each line names one of them: who is ticked takes the place of who was.
  const one_only = (team) => team.whole && team.sets.every((mask) => Number.isInteger(Math.log2(mask)));

  // Where the box of each has its place: many things that are no units are folded by the letters with which they begin.
  function grouped(box, team) {
    const all = members(team), folds = new Map(), letters = (id) => /^[^0-9]*/.exec(id)[0];
    if (all.length <= 14 || all.some(([, id]) => id in D.at)) { return () => box; }
    for (const [n, [, id]] of all.entries()) {
      const fold = folds.get(letters(id)) || { ids: [], ticked: 0 };
      fold.ids.push(id); fold.ticked += has(pick.mask, n) ? 1 : 0; folds.set(letters(id), fold);
    }
    for (const [key, fold] of folds) {
      const from = fold.ids[0], to = fold.ids[fold.ids.length - 1], ticked = fold.ticked ? ", " + fold.ticked + " ticked" : "";
      const kinds = [...new Set(fold.ids.map((id) => (D.cards[id] || "").split(/[,.:]/)[0]).filter(Boolean))], few = kinds.slice(0, 3).join(", ") + (kinds.length > 3 ? " …" : "");
      fold.box = node("details", { open: grouped.open === key, "aria-label": from === to ? from : from + " to " + to }, node("summary", { "data-key": "fold " + key, text: (from === to ? from : from + " to " + to) + ticked }, few ? node("span", { class: "small", text: " " + few }) : null));
      fold.box.addEventListener("toggle", () => { if (fold.box.open) { grouped.open = key; } else if (grouped.open === key) { grouped.open = ""; } });
      box.append(fold.box);
    }
    return (id) => folds.get(letters(id)).box;
  }

  // What is told of those who are ticked.
  function toldNow(team) {
    return team.where ? struckBelow(team, pick.mask, lines.length) : (offered.get(composed(team, pick.mask)) || {}).told;
  }

  // The lines, and the same as a text that can be changed at will.
  function ordersPart() {
    const parts = [node("h3", { text: "Your orders" + (lines.length ? ": " + lines.length + (lines.length === 1 ? " line" : " lines") : "") })];
    if (typing) {
      const box = node("textarea", { "data-key": "text", "aria-label": "Your orders, one a line", spellcheck: "false", text: lines.join("\n") });
      parts.push(box, node("div", { class: "list" }, button("typed", "Done editing", () => { typing = false; const next = box.value.split("\n").map((line) => line.trim()).filter(Boolean); if (next.join("\n") === lines.join("\n")) { draw(); } else { change(next, "Edited."); } }, { class: "chief" })));
      return parts;
    }
    parts.push(lines.length ? node("ol", { class: "orders" }, ...lines.map((text, n) => {
      const how = state(n), told = meaning(text);
      return node("li", {}, node("div", {}, node("code", { text: text }), told ? node("div", { class: "small", text: told }) : null,
        node("div", { class: "state " + (["chance", "standing", "later", "both"].includes(how) ? "order" : ["far", "idle", "many", "first", "dear", "over"].includes(how) ? "bad" : how), "data-state": how, text: SAYS[how] }),
        again(n).length ? node("div", { class: "state bad", text: again(n).join(", ") + " in a line above, too: try it first" }) : null),
      button("drop " + n, "✕", () => change(lines.filter((_, at) => at !== n), "Line removed."), { "aria-label": "Delete: " + text }));
    })) : node("p", { class: "small", text: map && !map.classList.contains("idle") ? "None yet. Tap what is ringed on the map, or a button above." : "None yet. Tap a button above." }));
    parts.push(node("div", { class: "list" }, button("undo", "Undo", undo, { disabled: !past.length }), button("redo", "Redo", redo, { disabled: !ahead.length }),
      button("edit", "Edit as text", () => { typing = true; draw(); what.querySelector("textarea").focus(); })));
    return parts;
  }

  function conditions() {
    if (!D.standing.length) { return []; }
    const box = node("details", { open: conditions.open, "aria-label": "Standing orders" }, node("summary", { text: "Answer questions before they are asked (standing orders)" }),
      node("div", { class: "list" }, ...D.standing.map(([line, says]) => button("standing " + line, says, () => lines.includes(line) ? change(lines.filter((one) => one !== line), "Removed.") : change([...lines, line], "Added."), { on: lines.includes(line), "aria-pressed": String(lines.includes(line)) }, line))));
    box.addEventListener("toggle", () => { conditions.open = box.open; });
    const more = D.standing.slice(0, D.advised).map((one) => one[0]).filter((line) => !lines.includes(line));
    const advised = more.length < 2 ? null : (node("div", { class: "list" }, button("advised", "Use all that are advised", () => change([...lines, ...more], more.length + " added."), {}, more.length + " standing orders save you most emails")));
    if (D.asked.length) { box.append(ownCondition()); }
    return [advised, box];
  }

  // A condition put together from words: every one of them is in the data.
  const own = { word: 0, number: "", sign: "<=", value: "2", answer: "" };

  function ownCondition() {
    const [word, ...answers] = D.asked[own.word];
    const choose = (name, label, pairs) => {
      const list = node("select", { "data-key": "own " + name, "aria-label": label }, ...pairs.map(([value, text]) => node("option", { value: value, text: text, selected: String(own[name]) === String(value) })));
      list.addEventListener("change", () => { own[name] = list.value; draw(); });
      return list;
    };
    if (!answers.includes(own.answer)) { own.answer = answers[0]; }
    const value = node("input", { type: "number", min: "0", max: "99", "aria-label": "Number", "data-key": "own value", value: own.value });
    value.addEventListener("change", () => { own.value = String(parseInt(value.value, 10) || 0); draw(); });
    const line = "if asked " + word + (own.number ? " " + own.number + own.sign + own.value : "") + " then " + own.answer;
    return node("div", { class: "own" }, node("p", { class: "small", text: "Or put one together:" }),
      node("div", { class: "list" }, node("span", { text: "If I am asked" }), choose("word", "Question", D.asked.map((one, n) => [n, one[0]])),
        ...(D.numbers.length ? [choose("number", "Condition", [["", "always"], ...D.numbers.map((one) => [one, one])])] : []),
        ...(own.number ? [choose("sign", "Comparison", [["<=", "at most"], [">=", "at least"], ["=", "exactly"]]), value] : []),
        node("span", { text: "then" }), choose("answer", "Answer", answers.map((one) => [one, one])),
        button("own add", "Add", () => change(lines.includes(line) ? lines : [...lines, line], "Added: " + line), {}, line)));
  }

  function sending() {
    const long = mail(false).length > D.most, long_check = mail(true).length > D.most, none = !lines.length;
    const parts = [];
    const go = (key, text, check) => node("a", { class: "button" + (check || long ? "" : " chief"), "data-key": key, href: mail(check), text: text, tap: () => { sent = true; setTimeout(draw, 400); } });
    if (!none && !long) { parts.push(go("send", "Send", false)); }
    parts.push(button("copy", "Copy", copy, { class: long ? "chief" : "", disabled: none }));
    if (!none && !long_check) { parts.push(go("try", "Try it first", true)); }
    if (!none) { parts.push(node("span", { class: "small", text: lines.length + (lines.length === 1 ? " line" : " lines") })); }
    const found = [node("div", { class: none ? "send" : "send full" }, ...parts)];  // in sight as long as there is something to send
    if (long) { found.push(node("p", { class: "small", text: "These orders are too long for a link to your mail program. Copy them, and paste them into an email to " + D.to + "." })); }
    if (sent || long) { found.push(node("p", { class: "small", text: "If no email opened, paste this into one to " + D.to + ":" }), node("pre", { id: "block", text: block(false).join("\n") })); }
    return found;
  }

  // What the map shows, and what it means: as far as this page can show it.
  const LEGEND = [
    ["lit", "M3 3h18v18h-18z", "may act", (q) => q.go.some((go) => go.units.length) || q.teams.length],
    ["end", "M12 3a9 9 0 1 0 .01 0z", "can go there: a number is what it costs in movement points", (q) => q.go.length],
    ["target", "M12 2l10 10l-10 10l-10 -10z", "can be attacked or chosen", (q) => q.teams.some((team) => team.at)],
    ["chosen", "M3 3h18v18h-18z", "picked now", () => true],
    ["used", "M3 21l18 -18", "named in a line already", (q) => q.go.length || q.teams.length],
    ["way", "M2 12h18m-6 -6l6 6l-6 6", "a move that is written", (q) => q.go.some((go) => go.units.length)],
    ["aimed", "M12 2v20m-10 -10h20M12 5a7 7 0 1 0 .01 0z", "a line that is written for this place", (q) => q.go.some((go) => !go.units.length)],
  ];

  function legend() {
    const mine = LEGEND.filter(([, , , shown]) => D.questions.some((q) => shown(q)));
    if (!B || !D.questions.length) { return null; }
    const box = node("details", { open: legend.open, "aria-label": "Map key" }, node("summary", { "data-key": "legend", text: "Map key" }), node("ul", { class: "legend" }, ...mine.map(([kind, d, text]) => {
      const sign = document.createElementNS(SVG, "svg"), path = document.createElementNS(SVG, "path");
      sign.setAttribute("viewBox", "0 0 24 24"); sign.setAttribute("aria-hidden", "true"); sign.setAttribute("class", "sign " + kind); path.setAttribute("d", d); sign.append(path);
      return node("li", {}, sign, node("span", { text: text }));
    })));
    box.addEventListener("toggle", () => { legend.open = box.open; });
    return box;
  }

  function say(text) { const box = document.getElementById("say"); if (box) { box.textContent = text; } }

  // -- the map ------------------------------------------------------------------------------------------------------------

  const TOOLS = 60;  // pixels at the right edge of the map, under the buttons that zoom
  const B = D.board, view = { x: 0, y: 0, scale: 1 }, pieces = [];
  const fan = node("div", { id: "fan", hidden: true, role: "group", "aria-label": "Units here" });
  const LEGIBLE = 24, NAMED = 28;  // pixels of a counter from which numbers of hexes, and names of towns, are written
  let over = null, under = null, soon = 0;

  function look(one, made) {
    const row = Math.floor(one[2] / B.columns), column = one[2] % B.columns;
    made.style.backgroundPosition = 100 * column / (B.columns - 1) + "% " + 100 * row / Math.max(1, B.rows - 1) + "%";
    return made;
  }

  function begin() {
    map.classList.add("live", "idle");
    plane.style.width = B.wide + "px"; plane.style.height = B.high + "px";
    plane.replaceChildren();
    for (const one of D.lying) {
      const [unit, at, , x, y, size] = one;
      const made = look(one, node(unit ? "button" : "span", { class: "cell", type: unit ? "button" : undefined, tabindex: unit ? "-1" : undefined }));
      made.style.width = made.style.height = size + "px";
      const piece = { unit: unit, at: at, x: x, y: y, size: size, node: made, one: one };
      if (unit) { made.addEventListener("click", (event) => { if (event.detail === 0) { tapUnits(stacked(piece).filter((other) => litFor(other.unit) >= 0)); } }); }
      pieces.push(piece); plane.append(made);
    }
    over = document.createElementNS(SVG, "svg"); over.id = "over";
    over.setAttribute("aria-hidden", "true"); over.setAttribute("viewBox", "0 0 " + B.wide + " " + B.high);
    plane.append(over);
    under = document.createElementNS(SVG, "svg"); under.id = "under";
    under.setAttribute("aria-hidden", "true"); under.setAttribute("viewBox", "0 0 " + B.wide + " " + B.high);
    plane.prepend(under);
    map.append(fan, node("div", { class: "tools" }, button("in", "+", () => zoom(1.5), { "aria-label": "Zoom in" }), button("out", "−", () => zoom(1 / 1.5), { "aria-label": "Zoom out" }), button("all", "⤢", () => frame([[0, 0], [B.wide, B.high]]), { "aria-label": "Whole map" })));
    fingers();
    const [first] = pieces.filter((one) => one.unit && litFor(one.unit) >= 0).concat(pieces.filter((one) => one.unit));
    if (first) { first.node.tabIndex = 0; }
    plane.addEventListener("keydown", arrows);
  }

  // The units that lie where one does, on top of each other.
  const stacked = (piece) => pieces.filter((one) => one.unit && Math.hypot(one.x - piece.x, one.y - piece.y) < B.counter * 0.55);

  // One unit of the map can be reached by the Tab key; arrow keys go from it to the next stack in their direction.
  function arrows(event) {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] || [0, 0];
    const from = pieces.find((one) => one.node === event.target);
    if (!from || !(dx || dy)) { return; }
    event.preventDefault();
    const far = (one) => { const x = one.x - from.x, y = one.y - from.y, on = x * dx + y * dy; return on < B.counter * 0.4 ? Infinity : on + 2 * Math.abs(x * dy - y * dx); };
    const next = pieces.filter((one) => one.unit).reduce((best, one) => far(one) < far(best) ? one : best, from);
    from.node.tabIndex = -1; next.node.tabIndex = 0; next.node.focus({ preventScroll: true });
    view.x = map.clientWidth / 2 - next.x * view.scale; view.y = map.clientHeight / 2 - next.y * view.scale; place_();
  }

  // Which question a unit can be tapped for; -1 for none.
  function litFor(unit) {
    return D.questions.findIndex((q) => opened(q) && (q.go.some((go) => go.units.includes(unit) && may(q, go.units) && ready(go, now_(), lines)) || q.lines.some(([, ...names]) => names.includes(unit)) || q.teams.some((team) => team.where ? able(team).includes(unit) : members(team).some(([, id]) => id === unit))));
  }

  const targets = () => D.questions.flatMap((q, n) => q.teams.map((team, at) => ({ q: n, team: at, at: team.at, mask: 0 })).filter((one) => one.at && opened(q) && open_(D.questions[n].teams[one.team])));
  const spot = (id) => {
    if (id in number && placed(number[id])) { return [space(number[id])[1], space(number[id])[2]]; }
    const piece = pieces.find((one) => one.unit === id);
    return piece ? [piece.x, piece.y] : null;
  };

  function shape(tag, told, text) {
    const made = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(told)) { made.setAttribute(key, value); }
    if (text) { made.textContent = text; }
    over.append(made); return made;
  }

  // What a zone's red frame is about: the counters in it, or the unit itself; none where nobody is seen.
  const aimedAt = (one) => pieces.filter((piece) => piece.unit && (piece.unit === one.at || (piece.at === one.at && !(piece.unit in D.at))));

  // The outlines, numbers and names of the hexes in sight, which are too small in the picture: below the counters, as on the map.
  function label() {
    soon = 0;
    const hexes = [], grid = [], size = view.scale * B.counter, edge = B.counter;
    const [l, t, r, b] = [-view.x / view.scale - edge, -view.y / view.scale - edge, (map.clientWidth - view.x) / view.scale + edge, (map.clientHeight - view.y) / view.scale + edge];
    const open = pick && (pick.unit || pick.head !== undefined) ? new Set(options(pick).map((end) => space(end.to)[0].toLowerCase())) : new Set();
    for (const [x, ...column] of size >= LEGIBLE ? B.hexes : []) {
      for (const [id, y, named_] of x > l && x < r ? column : []) {
        if (y < t || y > b) { continue; }
        grid.push("M" + B.outline.map(([right, down]) => (x + right) + " " + (y + down)).join("L") + "Z");
        hexes.push([id, x, y - B.counter * 0.58, open.has(id.toLowerCase()) ? "hex open" : "hex", named_ && size >= NAMED ? named_ : ""]);
      }
    }
    // No number is written into the name of a town, which may be wider than its hex.
    const wide_ = ([id, , , , town]) => (id.length * 6 + (town ? town.length * 7 + 4 : 0)) / 2 / view.scale, towns = hexes.filter((one) => one[4]);
    const free = hexes.filter((one) => one[4] || !towns.some((town) => Math.abs(town[2] - one[2]) < 10 / view.scale && Math.abs(town[1] - one[1]) < wide_(town) + wide_(one)));
    under.style.setProperty("--pixel", 1 / view.scale + "px");
    const outlines = document.createElementNS(SVG, "path");
    outlines.setAttribute("class", "grid"); outlines.setAttribute("d", B.outline.length ? grid.join("") : "");
    under.replaceChildren(outlines, ...free.map(([text, x, y, kind, town]) => {
      const made = document.createElementNS(SVG, "text"), name = town ? document.createElementNS(SVG, "tspan") : "";
      if (town) { name.setAttribute("class", "town"); name.textContent = " " + town; }  // one line: below it is the next hex's number
      made.setAttribute("class", kind); made.setAttribute("x", x); made.setAttribute("y", y); made.append(text, name);
      return made;
    }));
  }
  const relabel = () => { if (B.hexes.length && !soon) { soon = requestAnimationFrame(label); } };

  function drawMap() {
    if (!B) { return; }
    over.replaceChildren(); relabel();
    const at = standing(lines.length), crowd = {};
    for (const piece of pieces) {
      const moved = piece.unit in at && at[piece.unit] !== D.at[piece.unit] && spot(at[piece.unit]);
      const n = moved ? (crowd[at[piece.unit]] = (crowd[at[piece.unit]] || 0) + 1) - 1 : 0;
      const [x, y] = moved ? [moved[0] + n * 8, moved[1] - n * piece.size * 0.28] : [piece.one[3], piece.one[4]];
      piece.x = x; piece.y = y;
      piece.node.style.left = x - piece.size / 2 + "px"; piece.node.style.top = y - piece.size / 2 + "px";
      if (!piece.unit) { continue; }
      const q = litFor(piece.unit), used = q >= 0 && named(piece.unit, q) >= 0, mine = pick && (pick.unit === piece.unit
        || (pick.team !== undefined && members(D.questions[pick.q].teams[pick.team]).some(([, id], bit) => id === piece.unit && has(pick.mask, bit))));
      piece.node.classList.toggle("lit", q >= 0 && !used); piece.node.classList.toggle("used", used && !moved);
      piece.node.classList.toggle("chosen", Boolean(mine));
      piece.node.setAttribute("aria-label", piece.unit + " in " + place(at[piece.unit] || piece.at) + (q >= 0 ? used ? ", named already" : ", may act" : ""));
    }
    for (const piece of pieces) {
      const here = piece.unit ? stacked(piece).length : 1;
      if (here > 1) { piece.node.setAttribute("aria-label", piece.node.getAttribute("aria-label") + ", stack of " + here); }
    }
    for (const text of lines) { arrow(known(text)); aimed_(known(text)); }
    const r = B.counter * 0.36;
    for (const piece of pieces) { piece.node.classList.remove("aim"); }
    for (const one of targets()) {
      const found = spot(one.at), s = B.counter * 0.75, aimed = aimedAt(one);
      for (const piece of aimed) { piece.node.classList.add("aim"); }  // no sign over what is to be read
      if (found && !aimed.length) { shape("path", { class: "target", d: "M" + (found[0] - s) + " " + found[1] + "l" + s + " " + -s + "l" + s + " " + s + "l" + -s + " " + s + "z" }); }
    }
    if (pick && (pick.unit || pick.head !== undefined)) {
      const q = D.questions[pick.q], done = new Set();
      for (const end of options(pick)) {
        if (!placed(end.to) || done.has(end.to) || !roomFor(q, end)) { continue; }
        done.add(end.to);
        const [, x, y] = space(end.to);
        const full = pieces.some((piece) => piece.unit && Math.hypot(piece.x - x, piece.y - y) < B.counter / 2), s = full ? r * 0.62 : r;
        const [cx, cy] = full ? [x - B.counter * 0.36, y - B.counter * 0.36] : [x, y];  // the counter below stays legible
        shape("circle", { class: "end", cx: cx, cy: cy, r: s, "stroke-width": s / 8 });
        const told = points(end); if (told) { shape("text", { x: cx, y: cy, "font-size": s * (told.length > 1 ? 1 : 1.3) }, told); }
      }
    }
  }

  // Where a line of nobody's goes, such as a barrage.
  function aimed_(one) {
    if (!one || one.kind !== "go" || one.units.length || !placed(one.to)) { return; }
    const [, x, y] = space(one.to), s = B.counter * 0.62;
    shape("path", { class: "aimed", d: "M" + (x - s) + " " + y + "h" + s * 2 + "M" + x + " " + (y - s) + "v" + s * 2, "stroke-width": B.counter / 8 });
    shape("circle", { class: "aimed", cx: x, cy: y, r: s * 0.7, "stroke-width": B.counter / 8 });
  }

  function arrow(one) {
    if (!one || one.kind !== "go" || !one.units.length) { return; }
    let way = one.way.slice();
    const start = D.at[one.units[0]];
    if (one.ground && one.ground.before) {  // back along the spaces before
      const before = new Map([...(one.ground.through || []), ...one.ground.to.map((to, n) => [to, one.ground.before[n]])]);
      while (way.length < 60 && before.has(way[0]) && before.get(way[0]) >= 0 && space(before.get(way[0]))[0] !== start) { way.unshift(before.get(way[0])); }
    }
    const spots = [spot(start), ...way.map((n) => spot(space(n)[0]))].filter(Boolean);
    if (spots.length < 2) { return; }
    const d = "M" + spots.map((xy) => xy.join(" ")).join("L");
    shape("path", { class: "way", d: d, "stroke-width": B.counter / 5 }); shape("path", { class: "way", d: d, "stroke-width": B.counter / 9 });
    const [a, b] = spots.slice(-2), turn = Math.atan2(b[1] - a[1], b[0] - a[0]) * 180 / Math.PI, s = B.counter * 0.3;
    shape("path", { class: "tip", d: "M0 0l" + -s + " " + s / 1.5 + "v" + -s / 0.75 + "z", transform: "translate(" + (a[0] + b[0]) / 2 + " " + (a[1] + b[1]) / 2 + ") rotate(" + turn + ") translate(" + s / 2 + " 0)" });
  }

  function place_() {
    const least = Math.min(map.clientWidth / B.wide, map.clientHeight / B.high) * 0.95;
    view.scale = Math.min(4, Math.max(least, view.scale));
    const edge = (room, length, at, more) => length <= room ? (room - length) / 2 : Math.min(0, Math.max(room - more - length, at));
    view.x = edge(map.clientWidth, B.wide * view.scale, view.x, TOOLS); view.y = edge(map.clientHeight, B.high * view.scale, view.y, 0);
    plane.style.transform = "translate(" + view.x + "px," + view.y + "px) scale(" + view.scale + ")";
    relabel();
  }

  function zoom(by, x, y) {
    const cx = x === undefined ? map.clientWidth / 2 : x, cy = y === undefined ? map.clientHeight / 2 : y, was = view.scale;
    view.scale *= by; const most = Math.min(4, Math.max(0.05, view.scale)); view.scale = most;
    view.x = cx - (cx - view.x) * most / was; view.y = cy - (cy - view.y) * most / was;
    place_();
  }

  // Show these points, counters no larger than a finger needs.
  function frame(spots) {
    if (!spots.length) { return; }
    const xs = spots.map((one) => one[0]), ys = spots.map((one) => one[1]), edge = B.counter * 2;
    const [l, r, t, b] = [Math.min(...xs) - edge, Math.max(...xs) + edge, Math.min(...ys) - edge, Math.max(...ys) + edge];
    view.scale = Math.min((map.clientWidth - TOOLS) / (r - l), map.clientHeight / (b - t), 52 / B.counter);
    view.x = (map.clientWidth - TOOLS) / 2 - (l + r) / 2 * view.scale; view.y = map.clientHeight / 2 - (t + b) / 2 * view.scale;
    place_();
  }

  // Show these points; where that would make counters too small to be read, only those around the middle one.
  function legibly(spots) {
    frame(spots);
    if (view.scale * B.counter >= 26 || spots.length < 2) { return; }
    const middle = (n) => spots.map((one) => one[n]).sort((a, b) => a - b)[Math.floor(spots.length / 2)];
    const [x, y] = [middle(0), middle(1)], [nx, ny] = spots.slice().sort((a, b) => Math.hypot(a[0] - x, a[1] - y) - Math.hypot(b[0] - x, b[1] - y))[0];
    view.scale = Math.max(32 / B.counter, map.clientHeight / B.high); view.x = (map.clientWidth - TOOLS) / 2 - nx * view.scale; view.y = map.clientHeight / 2 - ny * view.scale;
    place_();
  }

  const inSight = (one) => { const [x, y] = [one.x * view.scale + view.x, one.y * view.scale + view.y]; return x > 0 && y > 0 && x < map.clientWidth - TOOLS && y < map.clientHeight; };

  // Bring what was picked into sight, large enough to be tapped.
  function show(from) {
    if (!B || map.classList.contains("idle")) { return; }
    const go = from.head === undefined ? null : D.questions[from.q].go[from.head], first = from.unit || (go && !go.placing && go.units[0]), own = first ? [spot(first)] : [], team = from.team !== undefined ? D.questions[from.q].teams[from.team] : null;
    const about = team ? [spot(team.at), ...members(team).map(([, id]) => spot(id))] : [...own, ...options(from).filter((end) => placed(end.to)).map((end) => spot(space(end.to)[0]))];
    const spots = about.filter(Boolean);
    if (!spots.length) { return; }
    frame(spots);
    if (view.scale * B.counter < 30 && own[0]) {  // where it can go is seen as far as a finger can tap it
      view.scale = 40 / B.counter; view.x = map.clientWidth / 2 - own[0][0] * view.scale; view.y = map.clientHeight / 2 - own[0][1] * view.scale; place_();
    }
  }

  // -- fingers ---------------------------------------------------------------------------------------------------------

  function fingers() {
    const down = new Map();
    let moved = 0, drag = null, pinch = 0;
    const at = (event) => { const box = map.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
    const aside = (event) => event.target.closest(".tools, #fan");
    map.addEventListener("pointerdown", (event) => {
      if (aside(event)) { return; }
      map.setPointerCapture(event.pointerId); down.set(event.pointerId, at(event)); moved = 0;
      const [piece] = down.size === 1 ? near(at(event)).filter((one) => litFor(one.unit) >= 0) : [];
      drag = piece && options({ q: litFor(piece.unit), unit: piece.unit }).length && event.pointerType === "mouse" ? piece : null;
    });
    map.addEventListener("pointermove", (event) => {
      if (!down.has(event.pointerId)) { return; }
      const was = down.get(event.pointerId), now = at(event);
      down.set(event.pointerId, now); moved += Math.abs(now[0] - was[0]) + Math.abs(now[1] - was[1]);
      if (down.size === 2) {
        const [a, b] = [...down.values()], wide = Math.hypot(a[0] - b[0], a[1] - b[1]);
        if (pinch) { zoom(wide / pinch, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2); } pinch = wide; drag = null; return;
      }
      if (moved < 10) { return; }
      if (drag) {
        if (!pick || pick.unit !== drag.unit) { pick = { q: litFor(drag.unit), unit: drag.unit }; draw(); }
        const [x, y] = onBoard(now); drag.node.style.left = x - drag.size / 2 + "px"; drag.node.style.top = y - drag.size / 2 + "px"; return;
      }
      view.x += now[0] - was[0]; view.y += now[1] - was[1]; place_();
    });
    const up = (event) => {
      if (!down.has(event.pointerId)) { return; }
      const now = down.get(event.pointerId); down.delete(event.pointerId); pinch = 0;
      if (event.type === "pointerup" && drag && moved >= 10) { const end = nearestEnd(now); if (end) { write(end.text); } else { draw(); } } else if (event.type === "pointerup" && moved < 10 && !down.size) { tap(now); }
      drag = null;
    };
    map.addEventListener("pointerup", up); map.addEventListener("pointercancel", up);
    map.addEventListener("wheel", (event) => { event.preventDefault(); const [x, y] = at(event); zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, x, y); }, { passive: false });
    addEventListener("resize", place_);
  }

  const onBoard = ([x, y]) => [(x - view.x) / view.scale, (y - view.y) / view.scale];
  const reach_ = () => Math.max(24 / view.scale, B.counter * 0.55);  // a target is 44 pixels wide, however small it is drawn

  function nearestEnd(at) {
    const [x, y] = onBoard(at);
    if (!pick || (!pick.unit && pick.head === undefined)) { return null; }
    const q = D.questions[pick.q];
    const found = options(pick).filter((end) => placed(end.to) && roomFor(q, end)).map((end) => [Math.hypot(space(end.to)[1] - x, space(end.to)[2] - y), end]).filter(([far]) => far <= reach_()).sort((a, b) => a[0] - b[0]);
    return found.length ? found[0][1] : null;
  }

  // The units at a point, the nearest first; with one all that share its space.
  function near(at) {
    const [x, y] = onBoard(at);
    const found = pieces.filter((one) => one.unit).map((one) => [Math.hypot(one.x - x, one.y - y), one]).filter(([far]) => far <= reach_()).sort((a, b) => a[0] - b[0]).map(([, one]) => one);
    return found;
  }

  function tap(at) {
    const end = nearestEnd(at);
    if (end) {
      const same = options(pick).filter((one) => one.to === end.to);
      if (same.length === 1) { write(end.text); return; }
      fanOut(same.map((one) => [one.text, null, () => write(one.text)])); return;
    }
    const [x, y] = onBoard(at);
    const within = ([px, py]) => Math.hypot(px - x, py - y) <= reach_();
    const aims = targets().filter((one) => { const found = spot(one.at); return (found && within(found)) || aimedAt(one).some((piece) => within([piece.x, piece.y])); });
    const units = near(at).filter((one) => litFor(one.unit) >= 0);
    if (pick && pick.team !== undefined) {  // a tap on a unit that can take part ticks it
      const team = D.questions[pick.q].teams[pick.team], found = units.filter((one) => members(team).some(([, id]) => id === one.unit));
      if (found.length === 1) { pick.mask = flip(pick.mask, members(team).findIndex(([, id]) => id === found[0].unit)); draw(); return; }
      if (found.length > 1) { fanOut(found.map((one) => [one.unit, one, () => { pick.mask = flip(pick.mask, members(team).findIndex(([, id]) => id === one.unit)); draw(); }])); return; }
    }
    if (aims.length === 1) { choose(aims[0]); return; }
    if (aims.length) { fanOut(aims.map((one) => [teamName(D.questions[one.q].teams[one.team]), null, () => choose(one)])); return; }
    tapUnits(units);
  }

  function tapUnits(units) {
    if (!units.length) { fan.hidden = true; if (pick) { pick = null; draw(); } return; }
    const own = (unit) => choose({ q: litFor(unit), unit: unit });
    const q = litFor(units[0].unit), whole = q < 0 ? [] : stacksOf(q, units[0].unit);
    const together = whole.map(([go, n]) => [go.placing ? go.head.trim() + " …" : go.units.join(", "), null, () => choose({ q: q, head: n })]);
    if (units.length === 1) { own(units[0].unit); } else { fanOut([...units.map((one) => [one.unit, one, () => own(one.unit)]), ...together]); }
  }

  // What lies on top of each other, side by side.
  function fanOut(found) {
    fan.replaceChildren(...found.map(([text, piece, act]) => button("fan " + text, piece ? look(piece.one, node("span", { class: "cell" })) : "", () => { fan.hidden = true; act(); }, { "aria-label": text }, text)));
    fan.hidden = false; fan.firstChild.focus({ preventScroll: true });
  }

  addEventListener("keydown", (event) => {
    if (event.key === "Escape") { fan.hidden = true; if (pick) { pick = null; draw(); } }
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && !typing) { event.preventDefault(); undo(); }
  });

  // What is asked now, without plans; whether anything of it is tapped on the map.
  const asks = () => D.questions.filter((q) => opened(q) && !q.plan);
  const tapped = () => pieces.some((one) => one.unit && litFor(one.unit) >= 0) || targets().some((one) => spot(one.at))
    || asks().some((q) => q.go.some((go) => !go.placing && ends(q, go).some((end) => placed(end.to))));

  // Show what can be tapped. Where nothing is, the map is small: the choices come first.
  function sight() {
    const lit = pieces.filter((one) => one.unit && litFor(one.unit) >= 0).map((one) => [one.x, one.y]), aims = targets().map((one) => spot(one.at)).filter(Boolean);
    const to = asks().flatMap((q) => q.go.filter((go) => !go.placing).flatMap((go) => ends(q, go).filter((end) => placed(end.to)).map((end) => spot(space(end.to)[0])))).filter(Boolean);
    const fielded = D.fielded.map((n) => [D.lying[n][3], D.lying[n][4]]);  // not those in boxes
    const heads = asks().flatMap((q) => q.go.map((go, at) => [go, D.questions.indexOf(q), at]).filter(([go]) => !go.units.length));
    if (heads.length === 1 && !lit.length && !aims.length && !D.questions[heads[0][1]].lines.length) { pick = { q: heads[0][1], head: heads[0][2] }; draw(); }  // nothing else to tap: its places are shown
    const spots = [[...lit, ...aims], to, fielded].find((some) => some.length);
    const whole = Math.min(map.clientWidth / B.wide, map.clientHeight / B.high) * B.counter >= 18;  // all of it can be read
    if (spots && !(whole && map.classList.contains("idle"))) { legibly(spots); } else { frame([[0, 0], [B.wide, B.high]]); }
  }

  if (B) { begin(); }
  draw();
  if (B && map.classList.contains("idle")) { sight(); }
})();
