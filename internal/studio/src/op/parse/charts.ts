// What was read from charts: their series as a table, beside the drawing that was made from nothing but them.

import { inner, local } from "../../api";
import { copyButton, download, fill, h } from "../../dom";
import { csv, type Grid } from "../../markdown/grid";
import { table } from "../../markdown/table";
import { problem } from "../../notice";
import type { Link } from "./link";
import { place, type Item, type Parsed } from "./parsed";

interface Axis { label?: string | null; unit?: string | null }
interface Point { x: unknown; y: unknown; label?: string | null }
interface Chart {
  chart_type: string; title: string | null; x_axis: Axis | null; y_axis: Axis | null;
  series: { name: string | null; points: Point[] }[];
}

/** chartItems are the blocks that are charts. */
export function chartItems(result: Parsed): Item[] {
  return result.items.filter((i) => i.block.chart_data?.length || i.block.extra?.is_chart === true);
}

export function charts(result: Parsed, link: Link, name: string): HTMLElement {
  const all = chartItems(result);
  if (all.length === 0) {
    return h("p", { class: "empty" }, "No charts were read. Run the document again with “Advanced chart agent” switched on to read the series of its charts.");
  }
  return h("div", { class: "stack flow", tabIndex: 0, attr: { role: "region", "aria-label": "Charts" } }, all.map((item, i) => card(item, i, link, name)));
}

function card(item: Item, index: number, link: Link, name: string): HTMLElement {
  const heading = h("h2", {}, `Chart ${index + 1}`);
  const body = h("div", { class: "chart-body" });
  const tools = h("span", { class: "row" });
  const redrawn = item.block.extra?.chart_reconstruction;
  const pictures = h("div", { class: "chart-pictures" },
    typeof item.block.image_url === "string" ? picture(item.block.image_url, "In the document") : null,
    typeof redrawn === "string" ? picture(redrawn, "Drawn from the numbers") : null);
  const url = item.block.chart_data?.[0];
  if (!url) fill(body, h("p", { class: "hint" }, item.block.content || "The numbers of this chart could not be read."));
  else {
    inner<Chart>({ type: "url", url }).then((chart) => {
      const grid = series(chart);
      heading.textContent = chart.title ?? `Chart ${index + 1}`;
      fill(body, h("p", { class: "hint" }, `${chart.chart_type} · ${chart.series.length} series`), table(grid));
      fill(tools, copyButton("Copy as CSV", () => csv(grid)), h("button", { type: "button", class: "quiet", on: { click: () => download(`${name}-chart-${index + 1}.csv`, "text/csv", csv(grid)) } }, "Download"));
    }).catch((error) => fill(body, problem(error)));
  }
  return h("section", { class: "card table-card", attr: { "aria-label": `Chart ${index + 1}` }, on: { pointerenter: () => link.hover([item.id]), pointerleave: () => link.hover([]) } },
    h("div", { class: "card-head" }, heading, h("button", { type: "button", class: "quiet", on: { click: () => link.pick([item.id], "list") } }, place(item.block)), h("span", { class: "push" }), tools),
    pictures, body);
}

function picture(url: string, caption: string): HTMLElement {
  return h("figure", {}, h("img", { src: local(url), alt: caption, loading: "lazy" }), h("figcaption", { class: "hint" }, caption));
}

/** series lays points out as a table: one row for every x where the series share them, else one for every point. */
function series(chart: Chart): Grid {
  const head = (text: string) => ({ text, rows: 1, cols: 1, head: true, note: "" });
  const cell = (v: unknown) => ({ text: v === null || v === undefined ? "" : String(v), rows: 1, cols: 1, head: false, note: "" });
  const axis = (a: Axis | null, otherwise: string) => (a?.label || otherwise) + (a?.unit ? ` (${a.unit})` : "");
  const names = chart.series.map((s, i) => s.name ?? (chart.series.length === 1 ? axis(chart.y_axis, "Value") : `Series ${i + 1}`));
  const at = (p: Point) => String(p.x ?? p.label ?? "");
  const distinct = chart.series.every((s) => new Set(s.points.map(at)).size === s.points.length);
  if (!distinct) {
    return [[head("Series"), head(axis(chart.x_axis, "x")), head(axis(chart.y_axis, "y"))],
      ...chart.series.flatMap((s, i) => s.points.map((p) => [cell(names[i]), cell(at(p)), cell(p.y)]))];
  }
  const keys = [...new Set(chart.series.flatMap((s) => s.points.map(at)))];
  const values = chart.series.map((s) => new Map(s.points.map((p) => [at(p), p.y])));
  return [[head(axis(chart.x_axis, "")), ...names.map(head)], ...keys.map((k) => [cell(k), ...values.map((v) => cell(v.get(k)))])];
}
