// Lists that are tables on wide screens and cards on narrow ones. The roles are said outright, because a table that is
// shown as something else is none to those who hear it.

import { h } from "./dom";

/** list is a table of rows under the names of their columns; what can be done with a row stands last. */
export function list(label: string, kind: string, columns: string[], body: HTMLElement): HTMLElement {
  const name = (inner: string | Node) => h("th", { attr: { scope: "col", role: "columnheader" } }, inner);
  return h("div", { class: "table-frame" }, h("table", { class: `list ${kind}`, attr: { role: "table", "aria-label": label } },
    h("thead", { attr: { role: "rowgroup" } }, h("tr", { attr: { role: "row" } }, columns.map(name), name(h("span", { class: "sr" }, "Actions")))), body));
}

/** rows is the body of a list. */
export function rows(...all: HTMLElement[]): HTMLElement { return h("tbody", { attr: { role: "rowgroup" } }, all); }

/** row is made of a first cell, cells that say what they are where there is no head, and buttons. */
export function row(first: (Node | string)[], cells: [string, (Node | string | null)[]][], actions: (Node | null)[]): HTMLElement {
  return h("tr", { attr: { role: "row" } },
    h("td", { class: "row-name", attr: { role: "cell" } }, first),
    cells.map(([label, inner]) => h("td", { data: { label }, attr: { role: "cell" } }, inner)),
    h("td", { class: "row-actions", attr: { role: "cell" } }, actions));
}

/** chooser is a control that says which rows are listed, under its name. */
export function chooser(label: string, control: HTMLElement): HTMLElement {
  return h("label", { class: "field", htmlFor: control.id }, h("span", { class: "hint" }, label), control);
}
