// The tree of values as something to look at: rows, groups, tables.

import { copyButton, download, h } from "../../dom";
import { csv } from "../../csv";
import { worded } from "../../schema/field";
import { bare, sure, type Group, type Leaf, type List, type Node } from "./tree";

/** Shown makes the button of a value; the panel gives it its meaning. */
export type Shown = (leaf: Leaf, label: string) => HTMLElement;

export function show(root: Group, value: Shown): HTMLElement {
  return h("div", { class: "values" }, root.children.map((n) => node(n, value, 3)));
}

function node(n: Node, value: Shown, level: number): HTMLElement {
  if (n.kind === "leaf") return row(n, [value(n, n.name)]);
  if (n.kind === "group") {
    return h("section", { class: "values-group", attr: { "aria-label": n.name } }, title(n, level), n.children.map((c) => node(c, value, level + 1)));
  }
  if (n.items.length === 0) return row(n, [h("span", { class: "value missing" }, "none found")]);
  if (n.items.every((i) => i.kind === "leaf")) return row(n, n.items.map((i) => value(i as Leaf, n.name)));
  if (n.columns.length > 0) return h("section", { class: "values-group", attr: { "aria-label": n.name } }, head(n, level), table(n, value));
  return h("section", { class: "values-group", attr: { "aria-label": n.name } }, head(n, level),
    n.items.map((i) => node({ ...i, name: `${n.name} ${i.name}` } as Node, value, level + 1)));
}

function row(n: Node, values: HTMLElement[]): HTMLElement {
  return h("div", { class: "values-row" }, h("span", { class: "values-name", title: n.about }, n.name), h("span", { class: "values-cells" }, values));
}

function title(n: Node, level: number): HTMLElement {
  return h(level === 3 ? "h3" : "h4", { title: n.about }, n.name, n.about ? h("span", { class: "hint" }, ` ${n.about}`) : null);
}

/** head names a list and lets it be taken along. */
function head(n: List, level: number): HTMLElement {
  const text = () => csv([n.columns, ...n.items.map((i) => n.columns.map((c) => { const cell = (i as Group).children.find((k) => k.name === c); return cell ? bare(cell) : null; }))]);
  return h("div", { class: "row values-head" }, h(level === 3 ? "h3" : "h4", { title: n.about }, n.name, h("span", { class: "hint" }, ` ${n.items.length}`)),
    n.columns.length > 0 ? [copyButton("Copy as CSV", text), h("button", { type: "button", class: "quiet", on: { click: () => download(`${n.name}.csv`, "text/csv", text()) } }, "Download CSV")] : null);
}

function table(n: List, value: Shown): HTMLElement {
  return h("div", { class: "values-scroll", tabIndex: 0, attr: { role: "region", "aria-label": `Table ${n.name}` } }, h("table", { class: "values-table" },
    h("thead", {}, h("tr", {}, n.columns.map((c) => h("th", { attr: { scope: "col" }, title: c }, worded(c))))),
    h("tbody", {}, n.items.map((i) => h("tr", {}, n.columns.map((c) => {
      const cell = (i as Group).children.find((k) => k.name === c) as Leaf | undefined;
      return h("td", {}, cell ? value(cell, `${c}, row ${i.name}`) : null);
    }))))));
}

/** written is a value as people write it. */
export function written(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** badge is how sure a value is, in a word and a number. */
export function badge(leaf: Leaf): HTMLElement | null {
  const { level, share } = sure(leaf);
  if (level === "none") return null;
  const percent = share === null ? "" : `${Math.round(share * 100)} %`;
  return h("span", { class: `sure ${level}`, title: `Confidence ${level}${percent ? `, ${percent}` : ""}` },
    level === "low" ? `low${percent ? " " : ""}` : h("span", { class: "sr" }, "high "), percent || (level === "high" ? "high" : ""));
}
