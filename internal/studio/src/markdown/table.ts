// Tables as elements: built from values, so that nothing of the markup they may have come as can reach the page.

import { h } from "../dom";
import type { Cell, Grid, Part } from "./grid";
import { inline } from "./inline";

const firstRows = 100;

/** table shows a grid: its first rows at once, the others when they are asked for. */
export function table(grid: Grid): HTMLElement {
  const body = h("tbody", {}, grid.slice(0, firstRows).map((row) => line(row)));
  const whole = h("div", { class: "grid-scroll", tabIndex: 0, attr: { role: "group", "aria-label": "Table" } }, h("table", { class: "grid" }, body));
  if (grid.length > firstRows) {
    let shown = firstRows;
    const more = h("button", { type: "button", class: "quiet" });
    const tell = () => { more.textContent = `Show more rows (${shown} of ${grid.length})`; more.hidden = shown >= grid.length; };
    more.addEventListener("click", () => {
      body.append(...grid.slice(shown, shown + 5 * firstRows).map((row) => line(row)));
      shown = Math.min(grid.length, shown + 5 * firstRows);
      tell();
    });
    tell();
    whole.append(more);
  }
  return whole;
}

function line(row: Cell[]): HTMLTableRowElement {
  return h("tr", {}, row.map((c) => h(c.head ? "th" : "td", { rowSpan: c.rows, colSpan: c.cols, title: c.note },
    c.parts ? made(c.parts) : inline(c.text))));
}

/** made is what a cell holds as elements; no others than those the reader lets through. */
function made(parts: Part[]): (Node | string)[] {
  return parts.flatMap((p): (Node | string)[] => {
    if (typeof p === "string") return p.split("\n").flatMap((line, i) => (i ? [h("br"), line] : [line]));
    return ["table" in p ? table(p.table) : h(p.tag as "b", {}, made(p.parts))];
  });
}
