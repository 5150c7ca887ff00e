// One value of a request as something to fill in: which control fits which shape.

import { Failure } from "../api";
import { h } from "../dom";
import { checks, json, number, pages, select, text, toggle } from "./control";
import { group, optional, union, variants } from "./group";
import { plain, wording, type Schema, type Shapes } from "./schema";

/** Field shows one value. It says nothing about what stands at its default, so that requests stay short. */
export interface Field {
  element: HTMLElement;
  /** value is undefined where the default stands. */
  value(): unknown;
  /** load shows a value; undefined brings the default back. */
  load(value: unknown): void;
}

/** Site is where a field stands: its path in the request, and who to tell when it changes. */
export interface Site {
  path: string[];
  all: Shapes;
  changed(): void;
  /** leave names the paths that are asked elsewhere. */
  leave: Set<string>;
}

export function below(site: Site, name: string): Site { return { ...site, path: [...site.path, name] }; }

/** idOf is the id of the control at a place; two forms never stand on one page. */
export function idOf(site: Site): string { return "option-" + site.path.join("-"); }

/** field chooses the control for a shape. */
export function field(schema: Schema, site: Site): Field {
  const { schema: shape, nullable } = plain(schema, site.all);
  if (shape.name === "PageSelection" || shape.name === "PagesOfDocument") return pages(shape, site);
  if (shape.anyOf) return union(shape, site);
  if (shape.enum) return select(shape, site, nullable);
  switch (shape.type) {
    case "boolean": return toggle(shape, site);
    case "integer": case "number": return number(shape, site);
    case "string": return text(shape, site);
    case "array": return list(shape, site);
    case "object":
      if (!shape.properties) return json(shape, site);
      return nullable ? optional(shape, site) : group(shape, site);
  }
  return json(shape, site);
}

function list(shape: Schema, site: Site): Field {
  const { schema: item } = plain(shape.items ?? {}, site.all);
  if (item.enum) return checks(shape, item.enum, site);
  if (item.anyOf?.every((b) => b.type === "object")) return variants(shape, item.anyOf, site);
  return json(shape, site);
}

/** label is what a field is called. */
export function label(schema: Schema, site: Site): string { return schema.title ?? wording(site.path.at(-1) ?? ""); }

/** hint is a description with its code set as code. */
export function hint(schema: Schema, id: string): HTMLElement | null {
  if (!schema.description) return null;
  const parts = schema.description.trim().split("`");
  return h("p", { class: "hint", id: id + "-hint" }, parts.map((part, i) => (i % 2 ? h("code", {}, part) : part)));
}

/** point goes to the field of a path, or to the one that holds it, and opens what it is folded into. */
export function point(path: (string | number)[]): void {
  for (let n = path.length; n > 0; n--) {
    const control = document.getElementById("option-" + path.slice(0, n).join("-"));
    if (!control) continue;
    for (let fold = control.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
    control.setAttribute("aria-invalid", "true");
    control.addEventListener("input", () => control.removeAttribute("aria-invalid"), { once: true });
    control.focus();
    return;
  }
}

/** refuse names the field that cannot be sent; whoever shows the failure goes there. */
export function refuse(site: Site, message: string): Failure {
  return new Failure(0, "INVALID_REQUEST", `${site.path.join(".")}: ${message}`, [{ loc: site.path, msg: message, type: "form" }]);
}
