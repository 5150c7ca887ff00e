// The values beside the pages: each shows where it stands, and each place shows its value.

import { inner } from "../../api";
import { copyButton, fill, h } from "../../dom";
import { json } from "../../json";
import { tabs } from "../../tabs";
import type { Panel } from "../../view";
import type { Mark, Viewer } from "../../viewer/viewer";
import type { Job } from "../../wire";
import { paged } from "../paged";
import { cells } from "../parse/parsed";
import { badge, show, written } from "./show";
import { bare, joined, leaves, sure, tree, type Citation, type Leaf } from "./tree";

interface Answer { result: unknown; citations?: unknown[] | null; confidence?: string | null; confidence_reason?: string | null; usage: { num_fields: number } }

export async function panel(job: Job & { job_id: string }, viewer: Viewer): Promise<Panel> {
  const answer = job.result as Answer;
  const root = tree(await whole(answer), asked(job));
  const all = leaves(root);
  const buttons = new Map<string, HTMLElement>();
  const detail = h("div", { class: "value-detail", attr: { "aria-live": "polite" } });
  let selected: Leaf | null = null;

  viewer.setMarks(all.flatMap((l) => l.citations.map((c, i): Mark => ({
    id: `${l.id}.${i}`, box: c.bbox, kind: c.confidence === "high" ? "cited" : "doubted", label: `${l.path}: ${written(l.value)}`,
  }))), [{ kind: "cited", name: "High confidence" }, { kind: "doubted", name: "Low confidence" }]);
  const places = (l: Leaf | null) => (l ? l.citations.map((_, i) => `${l.id}.${i}`) : []);
  const light = (l: Leaf | null, scroll: boolean) => viewer.highlight(places(l ?? selected), scroll);

  const select = (l: Leaf, from: "value" | "page") => {
    if (selected) buttons.get(selected.id)?.removeAttribute("aria-current");
    selected = l;
    const button = buttons.get(l.id)!;
    button.setAttribute("aria-current", "true");
    light(l, from === "value");
    parts.show("values");
    if (from === "page") { button.focus({ preventScroll: true }); button.scrollIntoView({ block: "nearest" }); }
    fill(detail, sources(l, (i) => viewer.highlight([`${l.id}.${i}`], true)));
  };

  const value = (l: Leaf, label: string): HTMLElement => {
    const level = l.found ? sure(l).level : "missing";
    const button = h("button", {
      type: "button", class: `value ${level}`, data: { value: l.path },
      on: {
        click: () => select(l, "value"), pointerenter: () => light(l, false), pointerleave: () => light(null, false),
        focus: () => light(l, false), blur: () => light(null, false),
      },
    }, h("span", { class: "sr" }, `${label}: `), l.found ? [h("span", { class: "value-text" }, written(l.value)), badge(l)] : "not found");
    buttons.set(l.id, button);
    return button;
  };

  viewer.picked = (id) => { const l = all.find((v) => v.id === id.split(".")[0]); if (l) select(l, "page"); };
  viewer.hovered = (id) => {
    const over = id?.split(".")[0];
    for (const [key, button] of buttons) button.classList.toggle("pointed", key === over);
  };

  const weak = all.filter((l) => !l.found || sure(l).level === "low");
  const review = (by: number) => {
    if (weak.length === 0) return;
    const at = selected ? weak.indexOf(selected) : -1;
    const next = at < 0 && selected ? weak.findIndex((l) => all.indexOf(l) > all.indexOf(selected!)) + (by < 0 ? -1 : 0) : at + by;
    const l = weak[((next % weak.length) + weak.length) % weak.length]!;
    select(l, "value");
    buttons.get(l.id)!.focus();
  };
  const keys = (e: KeyboardEvent) => {
    if (e.ctrlKey || e.metaKey || e.altKey || (e.target as HTMLElement).closest?.("input, textarea, select")) return;
    if (e.key === "n") review(1);
    if (e.key === "p") review(-1);
  };
  document.addEventListener("keydown", keys);

  const parts = tabs("Result", [
    { id: "values", label: "Values", element: show(root, value) },
    { id: "json", label: "JSON", element: json(bare(root), "values.json") },
    { id: "answer", label: "Whole answer", element: json(answer, "answer.json") },
  ]);
  const element = h("section", { class: "panel extract-panel", attr: { "aria-label": "Values" } },
    h("div", { class: "row panel-head" }, h("p", { class: "hint" }, summary(all)),
      weak.length > 0 ? h("button", { type: "button", on: { click: () => review(1) }, title: "n goes to the next, p back" }, `Check next (${weak.length})`, h("kbd", {}, "n")) : null,
      h("span", { class: "panel-takes" }, copyButton("Copy JSON", () => JSON.stringify(bare(root), null, 2)))),
    deep(answer),
    parts.element, detail);
  return { element, pages: paged(job) && !all.some((l) => l.citations.some(inCells)), close: () => document.removeEventListener("keydown", keys) };
}

/** whole is the result with its citations; older requests get them apart. */
async function whole(answer: Answer): Promise<unknown> {
  const result = await inner(answer.result);
  const apart = answer.citations ? await inner(answer.citations) : null;
  return apart && Array.isArray(result) ? joined(result[0] ?? {}, apart[0]) : result;
}

/** inCells tells that a citation names cells of a sheet and no part of a page. */
function inCells(c: Citation): boolean { return c.bbox.left >= 1; }

/** asked is the schema of the request. */
function asked(job: Job): unknown {
  try {
    const schema = (JSON.parse(job.raw_config ?? "{}") as { instructions?: { schema?: unknown } }).instructions?.schema;
    return typeof schema === "string" ? JSON.parse(schema) : schema;
  } catch { return undefined; }
}

function summary(all: Leaf[]): string {
  const low = all.filter((l) => l.found && sure(l).level === "low").length;
  const missing = all.filter((l) => !l.found).length;
  return [`${all.length - missing} ${all.length - missing === 1 ? "value" : "values"}`, low ? `${low} of low confidence` : "", missing ? `${missing} not found` : ""].filter(Boolean).join(" · ");
}

function deep(answer: Answer): HTMLElement | null {
  if (!answer.confidence) return null;
  return h("p", { class: "panel-note" }, h("span", { class: `sure ${answer.confidence}` }, `${answer.confidence} confidence`), ` ${answer.confidence_reason ?? ""}`);
}

/** sources are the places of a value, each to be gone to. */
function sources(l: Leaf, go: (i: number) => void): HTMLElement[] {
  const title = h("p", { class: "value-path" }, h("code", {}, l.path), l.about ? h("span", { class: "hint" }, ` ${l.about}`) : null);
  if (!l.found) return [title, h("p", { class: "hint" }, "The document does not say it, or not in the form the schema asks for.")];
  if (l.citations.length === 0) return [title, h("p", { class: "hint" }, "Without citations: switch them on under the options to see where a value stands.")];
  const share = (x: number | null | undefined) => (x === null || x === undefined ? "" : `${Math.round(x * 100)} %`);
  const place = (c: Citation) => (inCells(c) ? `sheet ${c.bbox.page}, ${cells(c.bbox)}` : `page ${c.bbox.original_page ?? c.bbox.page}`);
  const facts = (c: Citation) => [place(c), c.type, c.granular_confidence ? `found ${share(c.granular_confidence.extract_confidence)}` : "", c.granular_confidence?.parse_confidence != null ? `read ${share(c.granular_confidence.parse_confidence)}` : ""].filter(Boolean).join(" · ");
  return [title, h("ul", { class: "value-places" }, l.citations.map((c, i) => h("li", {},
    h("button", { type: "button", class: "value-place", on: { click: () => go(i) } }, h("q", {}, c.content), h("span", { class: "hint" }, facts(c))))))];
}
