// Elements made from plain values. Text is always text, never HTML.

/** An element: attributes and handlers (onclick, ...) by name, then its children: elements or texts. */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "checked" || name === "value" || name === "disabled" || name === "selected") made[name] = value;
    else if (name.startsWith("style-")) made.style.setProperty(name.slice(6), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((one) => one !== null && one !== undefined && one !== false));
  return made;
}

export const by = (id) => document.getElementById(id);

/** A button. `how` may hold attributes, such as {class: "main"}. */
export const button = (words, run, how = {}) => el("button", { type: "button", onclick: run, ...how }, words);

const opened = new Set(); // the folds that are open, by their words

/** What is folded away until it is opened; it stays open when the panel is made again. */
export const fold = (words, ...children) => el("details", { open: opened.has(words),
  ontoggle: (event) => (event.target.open ? opened.add(words) : opened.delete(words)) }, el("summary", {}, words), ...children);

/** What to type when the map is done. */
export const whatNext = (steps, made) => fold("What next", made ? el("p", { class: "note" }, made) : null,
  el("ol", {}, steps.map(([words, command]) => el("li", {}, `${words}:`, el("pre", {}, command)))));

/** A box to tick, with its words. */
export const tick = (words, checked, run) =>
  el("label", { class: "tick" },
    el("input", { type: "checkbox", checked, onchange: (event) => run(event.target.checked) }), words);
