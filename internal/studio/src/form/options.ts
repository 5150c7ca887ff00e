// The options of a request as a form made from the service's own description: the common ones first, the rest folded
// away. Only what differs from the defaults is sent.
//
//   const o = options({ schema: "AsyncParseConfig", common: ["settings.page_range"], leave: ["input", "async"] });
//   o.element; o.value(); o.load(config);
//
// `value` is an object of what was changed; paths are those of the schema. It works at once: what is loaded before the
// description has arrived is shown when it does.

import { fill, h } from "../dom";
import { problem } from "../notice";
import { field, type Field, type Site } from "./field";
import { members, together } from "./group";
import { resolve, shapes, type Schema, type Shapes } from "./schema";

export interface OptionsAsked {
  /** schema names a component of the OpenAPI document whose properties are asked. */
  schema: string;
  /** common paths stand first, in this order. */
  common?: string[];
  /** leave out what is asked elsewhere or makes no sense here. */
  leave?: string[];
  /** more is what the fold of the others says. */
  more?: string;
}

export interface Options {
  element: HTMLElement;
  value(): Record<string, unknown>;
  load(config: Record<string, unknown>): void;
}

export function options(asked: OptionsAsked): Options {
  const element = h("div", { class: "options-form", attr: { "aria-busy": "true" } }, h("p", { class: "hint" }, "Loading options …"));
  let ready: { value(): Record<string, unknown>; load(config: Record<string, unknown>): void } | null = null;
  let waiting: Record<string, unknown> | null = null;
  shapes().then((all) => {
    ready = build(asked, all, element);
    if (waiting) ready.load(waiting);
  }).catch((error) => fill(element, problem(error))).finally(() => element.removeAttribute("aria-busy"));
  return {
    element,
    value: () => ready?.value() ?? waiting ?? {},
    load: (config) => { if (ready) ready.load(config); else waiting = config; },
  };
}

function build(asked: OptionsAsked, all: Shapes, element: HTMLElement) {
  const shape = resolve({ $ref: asked.schema }, all);
  const common = asked.common ?? [];
  const count = h("span", { class: "count" });
  const reset = h("button", { type: "button", class: "quiet", hidden: true }, "Back to defaults");
  const site: Site = { path: [], all, leave: new Set([...(asked.leave ?? []), ...common]), changed: () => tell() };
  const first = common.map((path) => ({ path: path.split("."), field: at(shape, path.split("."), site) }))
    .filter((f): f is { path: string[]; field: Field } => f.field !== null);
  const rest = members(shape, site);
  const more = h("details", { class: "more" }, h("summary", {}, asked.more ?? "More options", " ", count),
    h("div", { class: "options" }, rest.map((f) => f.field.element)));

  const value = () => {
    const out: Record<string, unknown> = { ...together(rest) };
    for (const f of first) {
      const v = f.field.value();
      if (v !== undefined) put(out, f.path, v);
    }
    return out;
  };
  const load = (config: Record<string, unknown>) => {
    for (const f of first) f.field.load(pick(config, f.path));
    for (const f of rest) f.field.load(config[f.name]);
    tell();
  };
  // What cannot be sent counts as changed; sending says why.
  const touched = (f: Field) => { try { return f.value() !== undefined; } catch { return true; } };
  const tell = () => {
    const n = rest.filter((f) => touched(f.field)).length;
    count.textContent = n ? String(n) : "";
    count.setAttribute("aria-label", n ? `${n} changed` : "");
    reset.hidden = n === 0 && !first.some((f) => touched(f.field));
  };
  reset.addEventListener("click", () => load({}));
  fill(element, first.length ? h("div", { class: "options common" }, first.map((f) => f.field.element)) : null, rest.length ? more : null, reset);
  return { value, load };
}

/** at is the field of a path, null where the service knows none. */
function at(shape: Schema, path: string[], site: Site): Field | null {
  let schema: Schema | undefined = shape;
  for (const name of path) schema = schema && resolve(schema, site.all).properties?.[name];
  return schema ? field(schema, { ...site, path }) : null;
}

function pick(from: unknown, path: string[]): unknown {
  return path.reduce<unknown>((v, name) => (typeof v === "object" && v !== null ? (v as Record<string, unknown>)[name] : undefined), from);
}

function put(into: Record<string, unknown>, path: string[], value: unknown): void {
  const [name = "", ...rest] = path;
  if (rest.length === 0) { into[name] = value; return; }
  const inner = { ...(into[name] as Record<string, unknown> | undefined) };
  put(inner, rest, value);
  into[name] = inner;
}
