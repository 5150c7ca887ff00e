// What an edit did: the pages before and after, the file, what was written; or the form that is still to be filled in.

import { local } from "../../api";
import { fill, h } from "../../dom";
import { link } from "../../route";
import { tabs } from "../../tabs";
import type { Panel } from "../../view";
import { Viewer, type Mark } from "../../viewer/viewer";
import type { Job } from "../../wire";
import { compare } from "./compare";
import { filling } from "./fill";
import { listing, shown, ticked, type EditWidget } from "./widget";

interface Answer { document_url: string; form_schema: EditWidget[] | null; warnings?: string[] }
interface Config { document_url?: unknown; edit_instructions?: string; form_schema?: EditWidget[] | null }

export function panel(job: Job & { job_id: string }, viewer: Viewer): Panel {
  const answer = job.result as Answer;
  const config = asked(job);
  const input = config.document_url;
  if (config.edit_instructions === listing && input) {
    if (answer.form_schema) return filling(input, answer.form_schema, viewer);
    return {
      pages: false,
      element: h("section", { class: "panel", attr: { "aria-label": "Fields" } },
        h("p", { class: "panel-note" }, "Fields are shown on the pages of PDF files and pictures. This document is filled in by instructions: name a field and its value."),
        h("div", {}, h("a", { class: "button primary", href: link("new", "edit") }, "Give instructions"))),
    };
  }

  const whole = h("div", { class: "panel-whole" });
  let shown: Panel = done(job, answer, viewer, answer.form_schema?.length && input ? () => {
    shown.close?.();
    shown = filling(input, answer.form_schema!, viewer);
    fill(whole, shown.element);
  } : null);
  whole.append(shown.element);
  return { element: whole, close: () => shown.close?.() };
}

function asked(job: Job): Config {
  try { return JSON.parse(job.raw_config ?? "{}") as Config; } catch { return {}; }
}

/** done shows what came of an edit. */
function done(job: Job & { job_id: string }, answer: Answer, viewer: Viewer, again: (() => void) | null): Panel {
  const name = decodeURIComponent(new URL(answer.document_url, location.href).pathname.split("/").at(-1) ?? "document");
  const pages = job.num_pages ?? 0;
  const sides = pages > 0 ? compare(job.job_id, viewer) : null;
  const written = (answer.form_schema ?? []).filter((w) => w.value !== null && w.value !== undefined && w.value !== "");
  viewer.setMarks(written.map((w, i): Mark => ({ id: `f${i}`, box: w.bbox, kind: "written", label: `${w.description}: ${w.value}` })));
  const rows = written.map((w, i) => entry(w, i, viewer));
  viewer.picked = (id) => rows[Number(id.slice(1))]?.querySelector("button")?.focus();
  viewer.hovered = (id) => rows.forEach((r, i) => r.classList.toggle("pointed", id === `f${i}`));

  const before = pages > 0 ? new Viewer({ job: job.job_id, pages, view: "before" }) : null;
  const parts = [{ id: "written", label: "What was written", element: changes(written, rows, answer.warnings ?? []) }];
  if (before) parts.push({ id: "before", label: "Before, side by side", element: h("div", { class: "compare-beside" }, before.element) });
  viewer.area.addEventListener("scroll", () => together(viewer.area, before?.area));

  return {
    element: h("section", { class: "panel edit-panel", attr: { "aria-label": "Edit" } },
      h("div", { class: "row panel-head" },
        h("a", { class: "button primary", href: local(answer.document_url), download: name }, "Download"), h("span", { class: "hint edit-name" }, name),
        again ? h("button", { type: "button", on: { click: again } }, "Change these fields") : null),
      sides?.element, tabs("Edit", parts).element),
    close: () => { sides?.close(); before?.close(); },
  };
}

/** together scrolls one list of pages as far as the other. */
function together(from: HTMLElement, to: HTMLElement | undefined): void {
  if (to) to.scrollTop = (from.scrollTop / Math.max(1, from.scrollHeight - from.clientHeight)) * (to.scrollHeight - to.clientHeight);
}

function changes(written: EditWidget[], rows: HTMLElement[], warnings: string[]): HTMLElement {
  return h("div", { class: "edit-changes" },
    warnings.length > 0 ? h("div", { class: "edit-warnings", attr: { role: "note" } }, h("strong", {}, warnings.length === 1 ? "One thing to know" : `${warnings.length} things to know`), h("ul", {}, warnings.map((w) => h("li", {}, w)))) : null,
    written.length > 0 ? h("ul", { class: "edit-written" }, rows) : h("p", { class: "hint" }, "No field has a value; compare the pages to see what was changed."));
}

function entry(w: EditWidget, i: number, viewer: Viewer): HTMLElement {
  const said = w.type === "checkbox" || w.type === "radio" ? (ticked(w) ? "✓" : "not ticked") : shown({ type: w.type, value: w.value ?? null, options: w.options ?? [] });
  const light = (on: boolean, scroll: boolean) => viewer.highlight(on ? [`f${i}`] : [], scroll);
  return h("li", {}, h("button", {
    type: "button", class: "edit-entry",
    on: { click: () => light(true, true), pointerenter: () => light(true, false), pointerleave: () => light(false, false), focus: () => light(true, false) },
  }, h("span", { class: "values-name" }, w.description), h("span", { class: "edit-value" }, said), h("span", { class: "hint" }, `page ${w.bbox.page}`)));
}
