// Controls that hold others: groups that fold, objects that may be missing, shapes to choose among.

import { h } from "../dom";
import { below, field, hint, idOf, label, type Field, type Site } from "./field";
import { plain, wording, type Schema } from "./schema";

type Values = Record<string, unknown>;

const record = (v: unknown): Values => (typeof v === "object" && v !== null && !Array.isArray(v) ? (v as Values) : {});

/** members are the fields of an object, without the constants that only name its kind. */
export function members(shape: Schema, site: Site): { name: string; field: Field }[] {
  return Object.entries(shape.properties ?? {})
    .filter(([name, s]) => s.const === undefined && !site.leave.has([...site.path, name].join(".")))
    .map(([name, s]) => ({ name, field: field(s, below(site, name)) }));
}

/** together reads several fields as one object, undefined when all stand at their defaults. */
export function together(fields: { name: string; field: Field }[]): Values | undefined {
  const out: Values = {};
  for (const { name, field: f } of fields) {
    const v = f.value();
    if (v !== undefined) out[name] = v;
  }
  return Object.keys(out).length ? out : undefined;
}

/** group folds the fields of an object below its name and tells how many of them were changed. */
export function group(shape: Schema, site: Site): Field {
  const count = h("span", { class: "count" });
  const tell = () => {
    let n = 0;
    for (const { field: f } of fields) { try { if (f.value() !== undefined) n++; } catch { n++; } }
    count.textContent = n ? String(n) : "";
    count.setAttribute("aria-label", n ? `${n} changed` : "");
  };
  const fields = members(shape, { ...site, changed: () => { tell(); site.changed(); } });
  return {
    element: h("details", { class: "option group" },
      h("summary", {}, label(shape, site), " ", count),
      hint(shape, idOf(site)),
      h("div", { class: "options" }, fields.map((f) => f.field.element))),
    value: () => together(fields),
    load: (v) => { for (const { name, field: f } of fields) f.load(record(v)[name]); tell(); },
  };
}

/** held is a switch with the fields that belong to it; they are shown while it is on. */
function held(name: string, shape: Schema, site: Site): { element: HTMLElement; box: HTMLInputElement; fields: { name: string; field: Field }[] } {
  const box = h("input", { type: "checkbox", class: "switch", id: idOf(site), attr: { role: "switch" } });
  const fields = members(shape, site);
  const inner = h("div", { class: "options inner", hidden: true }, fields.map((f) => f.field.element));
  const note = hint(shape, box.id);
  box.addEventListener("input", () => { inner.hidden = !box.checked; site.changed(); });
  return { box, fields, element: h("div", { class: "option flag" }, box, h("label", { htmlFor: box.id }, name), note, fields.length ? inner : null) };
}

function turn(part: { box: HTMLInputElement; element: HTMLElement }, on: boolean): void {
  part.box.checked = on;
  const inner = part.element.querySelector<HTMLElement>(":scope > .inner");
  if (inner) inner.hidden = !on;
}

/** optional is an object that is null unless it is switched on. */
export function optional(shape: Schema, site: Site): Field {
  const part = held(label(shape, site), shape, site);
  return {
    element: part.element,
    value: () => (part.box.checked ? (together(part.fields) ?? {}) : undefined),
    load: (v) => { turn(part, typeof v === "object" && v !== null); for (const { name, field: f } of part.fields) f.load(record(v)[name]); },
  };
}

/** variants are the kinds of objects a list may hold once each, told apart by a constant. */
export function variants(shape: Schema, kinds: Schema[], site: Site): Field {
  const parts = kinds.map((kind) => {
    const [tag, constant] = Object.entries(kind.properties ?? {}).find(([, s]) => s.const !== undefined) ?? ["", {} as Schema];
    const value = String(constant.const ?? "");
    return { tag, value, ...held(wording(value), kind, below(site, value)) };
  });
  return {
    element: h("fieldset", { class: "option" }, h("legend", {}, label(shape, site)), hint(shape, idOf(site)), parts.map((p) => p.element)),
    value: () => {
      const on = parts.filter((p) => p.box.checked).map((p) => ({ [p.tag]: p.value, ...together(p.fields) }));
      return on.length ? on : undefined;
    },
    load: (v) => {
      for (const p of parts) {
        const entry = Array.isArray(v) ? (v as Values[]).find((e) => record(e)[p.tag] === p.value) : undefined;
        turn(p, entry !== undefined);
        for (const { name, field: f } of p.fields) f.load(entry?.[name]);
      }
    },
  };
}

/** union lets choose among shapes; the first stands at the start. */
export function union(shape: Schema, site: Site): Field {
  const kinds = (shape.anyOf ?? []).map((k) => plain(k, site.all).schema);
  const fields = kinds.map((k, i) => {
    const { description: _, ...bare } = k;
    return field({ ...bare, title: label(shape, site), ...(i === 0 ? { description: shape.description, default: shape.default } : {}) } as Schema, below(site, String(i)));
  });
  const box = h("select", { id: idOf(site), attr: { "aria-label": `Kind of ${label(shape, site)}` } },
    kinds.map((k, i) => h("option", { value: String(i) }, kindName(k))));
  const show = () => { fields.forEach((f, i) => { f.element.hidden = i !== box.selectedIndex; }); };
  box.addEventListener("input", () => { show(); site.changed(); });
  show();
  return {
    element: h("div", { class: "option either" }, box, fields.map((f) => f.element)),
    value: () => fields[box.selectedIndex]!.value(),
    load: (v) => {
      const at = kinds.findIndex((k) => fits(v, k));
      box.selectedIndex = v === undefined || at < 0 ? 0 : at;
      fields.forEach((f, i) => f.load(i === box.selectedIndex ? v : undefined));
      show();
    },
  };
}

function kindName(kind: Schema): string {
  if (kind.title) return kind.title;
  if (kind.name) return wording(kind.name.replace(/(?<=[a-z])([A-Z])/g, (c) => " " + c.toLowerCase()));
  return kind.type === "integer" ? "One number" : wording(String(kind.type ?? "Other"));
}

function fits(value: unknown, kind: Schema): boolean {
  switch (kind.type) {
    case "integer": case "number": return typeof value === "number";
    case "array": return Array.isArray(value);
    case "object": {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
      return Object.entries(kind.properties ?? {}).every(([name, s]) => s.const === undefined || s.const === (value as Values)[name]);
    }
  }
  return typeof value === kind.type;
}
