// Tables as elements. What came as markup is built anew from the few elements that tables of results hold, so that
// nothing else of it can reach the page.

import { h } from "../dom";
import { fromTable, type Cell, type Grid } from "./grid";
import { inline } from "./inline";

const firstRows = 100;
const deepest = 3; // tables inside tables
const allowed = new Set(["b", "strong", "i", "em", "s", "u", "sub", "sup", "mark", "del", "ins"]);

/** table shows a grid: its first rows at once, the others when they are asked for. */
export function table(grid: Grid, depth = 0): HTMLElement {
  const body = h("tbody", {}, grid.slice(0, firstRows).map((row) => line(row, depth)));
  const whole = h("div", { class: "grid-scroll", tabIndex: 0, attr: { role: "group", "aria-label": "Table" } }, h("table", { class: "grid" }, body));
  if (grid.length > firstRows) {
    let shown = firstRows;
    const more = h("button", { type: "button", class: "quiet" });
    const tell = () => { more.textContent = `Show more rows (${shown} of ${grid.length})`; more.hidden = shown >= grid.length; };
    more.addEventListener("click", () => {
      body.append(...grid.slice(shown, shown + 5 * firstRows).map((row) => line(row, depth)));
      shown = Math.min(grid.length, shown + 5 * firstRows);
      tell();
    });
    tell();
    whole.append(more);
  }
  return whole;
}

function line(row: Cell[], depth: number): HTMLTableRowElement {
  return h("tr", {}, row.map((c) => h(c.head ? "th" : "td", { rowSpan: c.rows, colSpan: c.cols, title: c.note },
    c.nodes ? c.nodes.flatMap((n) => rebuilt(n, depth)) : inline(c.text))));
}

/** rebuilt makes what a cell holds anew: text, line breaks, emphasis, and tables within. */
function rebuilt(node: Node, depth: number): (Node | string)[] {
  if (node.nodeType === Node.TEXT_NODE) return [node.textContent ?? ""];
  if (node.nodeType !== Node.ELEMENT_NODE) return [];
  const element = node as Element;
  const name = element.localName;
  if (name === "br") return [h("br")];
  if (name === "table") return depth < deepest ? [table(fromTable(element as HTMLTableElement), depth + 1)] : [];
  if (name === "script" || name === "style") return [];
  const inside = [...element.childNodes].flatMap((n) => rebuilt(n, depth));
  return allowed.has(name) ? [h(name as "b", {}, inside)] : inside;
}
