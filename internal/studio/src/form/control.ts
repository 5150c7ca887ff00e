// The controls for single values: switches, choices, numbers, texts, pages and, where nothing else fits, JSON.

import { h } from "../dom";
import { hint, idOf, label, refuse, type Field, type Site } from "./field";
import { pagesOf, spellPages } from "./pages";
import { same, wording, type Schema } from "./schema";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** labelled puts the label above a control and the hint below it. */
function labelled(shape: Schema, site: Site, control: Control): HTMLElement {
  const note = hint(shape, control.id);
  if (note) control.setAttribute("aria-describedby", note.id);
  control.addEventListener("input", site.changed);
  return h("div", { class: "option" }, h("label", { htmlFor: control.id }, label(shape, site)), control, note);
}

export function toggle(shape: Schema, site: Site): Field {
  const standard = shape.default === true;
  const box = h("input", { type: "checkbox", class: "switch", id: idOf(site), checked: standard, attr: { role: "switch" } });
  const note = hint(shape, box.id);
  if (note) box.setAttribute("aria-describedby", note.id);
  box.addEventListener("input", site.changed);
  return {
    element: h("div", { class: "option flag" }, box, h("label", { htmlFor: box.id }, label(shape, site)), note),
    value: () => (box.checked === standard ? undefined : box.checked),
    load: (v) => { box.checked = typeof v === "boolean" ? v : standard; },
  };
}

export function select(shape: Schema, site: Site, nullable: boolean): Field {
  const none = nullable || shape.default === undefined;
  const values: unknown[] = none ? [null, ...(shape.enum ?? [])] : (shape.enum ?? []);
  const standard = Math.max(0, values.findIndex((v) => same(v, shape.default)));
  const box = h("select", { id: idOf(site) }, values.map((v, i) =>
    h("option", { value: String(i) }, v === null ? "Default" : wording(String(v)) + (i === standard && !none ? " (default)" : ""))));
  box.selectedIndex = standard;
  return {
    element: labelled(shape, site, box),
    value: () => (box.selectedIndex === standard ? undefined : values[box.selectedIndex]),
    load: (v) => { const at = values.findIndex((x) => same(x, v)); box.selectedIndex = v === undefined || at < 0 ? standard : at; },
  };
}

export function number(shape: Schema, site: Site): Field {
  const standard = shape.default ?? null;
  const whole = shape.type === "integer";
  const box = h("input", { type: "number", id: idOf(site), step: whole ? "1" : "any", placeholder: standard === null ? "Not set" : String(standard) });
  if (shape.minimum !== undefined) box.min = String(shape.minimum);
  if (shape.maximum !== undefined) box.max = String(shape.maximum);
  return {
    element: labelled(shape, site, box),
    value: () => {
      if (box.validity.badInput) throw refuse(site, "This is not a number.");
      if (box.value === "") return undefined;
      const n = box.valueAsNumber;
      if (box.validity.rangeUnderflow || box.validity.rangeOverflow) throw refuse(site, `Choose a number ${bounds(shape)}.`);
      if (whole && !Number.isInteger(n)) throw refuse(site, "Choose a whole number.");
      return n === standard ? undefined : n;
    },
    load: (v) => { box.value = typeof v === "number" && v !== standard ? String(v) : ""; },
  };
}

function bounds(shape: Schema): string {
  if (shape.minimum === undefined) return `of at most ${shape.maximum}`;
  return shape.maximum === undefined ? `of at least ${shape.minimum}` : `from ${shape.minimum} to ${shape.maximum}`;
}

export function text(shape: Schema, site: Site): Field {
  const standard = typeof shape.default === "string" ? shape.default : "";
  const box = h("input", { type: shape.format === "password" ? "password" : "text", id: idOf(site), value: standard, autocomplete: "off", spellcheck: false });
  if (shape.maxLength) box.maxLength = shape.maxLength;
  return {
    element: labelled(shape, site, box),
    value: () => (box.value === standard ? undefined : box.value === "" ? null : box.value),
    load: (v) => { box.value = typeof v === "string" ? v : standard; },
  };
}

/** checks are the values a list may hold, each of them once. */
export function checks(shape: Schema, values: unknown[], site: Site): Field {
  const standard = Array.isArray(shape.default) ? shape.default : [];
  const boxes = values.map((v, i) => h("input", { type: "checkbox", id: `${idOf(site)}-${i}`, checked: standard.includes(v) }));
  const note = hint(shape, idOf(site));
  return {
    element: h("fieldset", { class: "option", on: { input: site.changed }, attr: { "aria-describedby": note?.id ?? null } },
      h("legend", {}, label(shape, site)),
      h("div", { class: "checks" }, boxes.map((box, i) => h("label", { class: "check", htmlFor: box.id }, box, wording(String(values[i]))))), note),
    value: () => {
      const chosen = values.filter((_, i) => boxes[i]!.checked);
      return same(chosen, values.filter((v) => standard.includes(v))) ? undefined : chosen;
    },
    load: (v) => { const on = Array.isArray(v) ? v : standard; boxes.forEach((box, i) => { box.checked = on.includes(values[i]); }); },
  };
}

/** pages takes "1-3, 7" and, where they are allowed, names of sheets. */
export function pages(shape: Schema, site: Site): Field {
  const names = shape.name === "PageSelection";
  const box = h("input", { type: "text", id: idOf(site), placeholder: "All, or 1-3, 7, 10-", autocomplete: "off", spellcheck: false });
  const short = names ? "Pages as `1-3, 7, 10-`; for spreadsheets the names of sheets, with commas between them." : "Pages as `1-3, 7, 10-`.";
  return {
    element: labelled({ ...shape, description: short }, site, box),
    value: () => {
      const chosen = pagesOf(box.value, names);
      if (chosen === null) throw refuse(site, "Write pages as 1-3, 7, 10-.");
      return chosen;
    },
    load: (v) => { box.value = spellPages(v); },
  };
}

/** json is for what has no shape of its own. */
export function json(shape: Schema, site: Site): Field {
  const box = h("textarea", { id: idOf(site), rows: 3, spellcheck: false, placeholder: "JSON", class: "code" });
  return {
    element: labelled(shape, site, box),
    value: () => {
      if (!box.value.trim()) return undefined;
      try {
        const v: unknown = JSON.parse(box.value);
        return same(v, shape.default) ? undefined : v;
      } catch { throw refuse(site, "This is not JSON."); }
    },
    load: (v) => { box.value = v === undefined || same(v, shape.default) ? "" : JSON.stringify(v, null, 2); },
  };
}
