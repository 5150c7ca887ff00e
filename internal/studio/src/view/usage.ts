// What was used: pages, jobs, failures and time by operation and day.

import { get } from "../api";
import { fill, h } from "../dom";
import { problem } from "../notice";
import { took } from "../time";
import type { View } from "../view";
import type { UsageRow } from "../wire";
import { columns, type Column } from "./usage-chart";

type Measure = "pages" | "jobs" | "failures" | "seconds";

const measures: [Measure, string][] = [["pages", "Pages"], ["jobs", "Jobs"], ["failures", "Failures"], ["seconds", "Processing time"]];
const kinds = ["Parse", "Extract", "Split", "Classify", "Edit", "Pipeline", "Chart"];
const ranges: [number, string][] = [[7, "7 days"], [30, "30 days"], [90, "90 days"]];

const spell = (measure: Measure, value: number) => (measure === "seconds" ? (value === 0 ? "0" : took(value)) : value.toLocaleString());

export function usage(): View {
  const stop = new AbortController();
  let days = 30;
  let measure: Measure = "pages";
  let rows: UsageRow[] = [];
  const place = h("div", { class: "pile" }, h("p", { class: "hint" }, "Loading …"));

  const range = h("div", { class: "segments", attr: { role: "group", "aria-label": "Range" } }, ranges.map(([n, label]) =>
    h("button", { type: "button", data: { days: String(n) }, attr: { "aria-pressed": String(n === days) }, on: { click: () => { days = n; press(range, String(n)); void load(); } } }, label)));

  const load = async () => {
    try {
      ({ usage: rows } = await get<{ usage: UsageRow[] }>(`/usage?from=${span(days)[0]}&to=${span(days).at(-1)}`, stop.signal));
      draw();
    } catch (error) {
      if (!stop.signal.aborted) fill(place, problem(error));
    }
  };
  const draw = () => {
    const sum = (m: Measure, type?: string) => rows.filter((r) => !type || r.type === type).reduce((all, r) => all + r[m], 0);
    const tiles = h("div", { class: "tiles", attr: { role: "group", "aria-label": "Measure" } }, measures.map(([m, label]) =>
      h("button", { type: "button", class: "tile", data: { measure: m }, attr: { "aria-pressed": String(m === measure) }, on: { click: () => { measure = m; draw(); place.querySelector<HTMLElement>(`[data-measure=${m}]`)!.focus(); } } },
        h("span", { class: "hint" }, label), h("strong", {}, spell(m, sum(m))))));
    const name = measures.find(([m]) => m === measure)![1];
    const present = kinds.filter((k) => rows.some((r) => r.type === k));
    const chart: Column[] = span(days).map((day) => ({
      label: short(day),
      parts: kinds.map((k, i) => ({ kind: i, name: k, value: rows.find((r) => r.day === day && r.type === k)?.[measure] ?? 0 })),
    }));
    const legend = h("ul", { class: "usage-legend" }, present.map((k) =>
      h("li", { class: `hue${kinds.indexOf(k)}` }, h("span", { class: "dot" }), k, h("span", { class: "hint" }, spell(measure, sum(measure, k))))));
    const said = `${name} per day over ${days} days, ${spell(measure, sum(measure))} in all. The table below has the figures.`;
    fill(place, tiles, h("figure", { class: "card usage" }, h("figcaption", {}, h("h2", {}, `${name} per day`), legend),
      rows.length > 0 ? columns(chart, said, measure !== "seconds", (v) => spell(measure, v)) : h("p", { class: "none-yet" }, "Nothing was used in these days.")), rows.length > 0 ? figures(rows) : null);
  };
  void load();
  const element = h("div", { class: "page" }, h("header", { class: "page-head" }, h("h1", {}, "Usage"), range), place);
  return { title: "Usage", element, close: () => stop.abort() };
}

function press(group: HTMLElement, days: string): void {
  for (const b of group.querySelectorAll("button")) b.setAttribute("aria-pressed", String(b.dataset.days === days));
}

/** span is the last days up to today, as the service counts them: in UTC. */
function span(days: number): string[] {
  const today = Date.now();
  return Array.from({ length: days }, (_, i) => new Date(today - (days - 1 - i) * 86_400_000).toISOString().slice(0, 10));
}

function short(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(undefined, { day: "numeric", month: "short", timeZone: "UTC" });
}

/** figures is the chart in words and numbers. */
function figures(rows: UsageRow[]): HTMLElement {
  const head = (text: string, kind = "") => h("th", { class: kind, attr: { scope: "col" } }, text);
  const sorted = [...rows].sort((a, b) => b.day.localeCompare(a.day) || a.type.localeCompare(b.type));
  return h("details", { class: "figures" }, h("summary", {}, "Table"),
    h("div", { class: "table-scroll", tabIndex: 0, attr: { role: "region", "aria-label": "Usage by day and operation" } }, h("table", { class: "plain" },
      h("thead", {}, h("tr", {}, head("Day (UTC)"), head("Operation"), measures.map(([, label]) => head(label, "number")))),
      h("tbody", {}, sorted.map((r) => h("tr", {}, h("td", {}, r.day), h("td", {}, r.type), measures.map(([m]) => h("td", { class: "number" }, spell(m, r[m])))))))));
}
