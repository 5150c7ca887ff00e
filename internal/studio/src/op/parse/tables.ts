// The tables of the document as tables, to be read, copied and taken away.

import { Column } from "../../column";
import { copyButton, download, h } from "../../dom";
import { csv, gridOf, type Grid } from "../../markdown/grid";
import { table } from "../../markdown/table";
import { confidence } from "./blocks";
import type { Link } from "./link";
import { place, sure, type Item, type Parsed } from "./parsed";

export interface Tables { element: HTMLElement; count: number; /** show brings a table into sight; false where the block is none. */ show(id: string): boolean }

export function tables(result: Parsed, link: Link, name: string): Tables {
  const all = result.items.filter((i) => i.block.type === "Table");
  const scroller = h("div", { class: "stack", tabIndex: 0, attr: { role: "region", "aria-label": "Tables" } });
  const column = new Column({ scroller, count: all.length, pad: 12, gap: 12, measured: true, height: () => 260, make: (i) => card(all[i]!, i, link, name) });
  const element = all.length ? scroller
    : h("p", { class: "empty" }, "No tables were found.");
  return {
    element, count: all.length,
    show: (id) => { const at = all.findIndex((i) => i.id === id); if (at >= 0) column.show(at, "nearest"); return at >= 0; },
  };
}

function card(item: Item, index: number, link: Link, name: string): HTMLElement {
  const grid = gridOf(item.block.content);
  const caption = typeof item.block.extra?.caption === "string" ? item.block.extra.caption : `Table ${index + 1}`;
  const file = `${name}-table-${index + 1}.csv`;
  return h("section", { class: "card table-card", attr: { "aria-label": caption }, on: { pointerenter: () => link.hover([item.id]), pointerleave: () => link.hover([]) } },
    h("div", { class: "card-head" },
      h("h2", {}, caption), h("button", { type: "button", class: "quiet", on: { click: () => link.pick([item.id], "list") } }, place(item.block)),
      grid ? h("span", { class: "hint" }, measure(grid)) : null, confidence(sure(item.block), item.block.confidence), h("span", { class: "push" }),
      grid ? copyButton("Copy as CSV", () => csv(grid)) : null,
      grid ? h("button", { type: "button", class: "quiet", on: { click: () => download(file, "text/csv", csv(grid)) } }, "Download") : null),
    grid ? table(grid) : h("p", { class: "block-text" }, item.block.content));
}

function measure(grid: Grid): string {
  const columns = (grid[0] ?? []).reduce((n, c) => n + c.cols, 0);
  return `${grid.length} × ${columns}`;
}
