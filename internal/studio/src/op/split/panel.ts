// The sections beside the pages: a coloured strip of pages, what each colour stands for, and the parts within.

import { inner } from "../../api";
import { csv } from "../../csv";
import { copyButton, download, h } from "../../dom";
import type { Panel } from "../../view";
import type { Viewer } from "../../viewer/viewer";
import type { Job } from "../../wire";
import { paged } from "../paged";
import { runs, sections, type Part, type Section } from "./pages";
import { hues, strip } from "./strip";

export async function panel(job: Job & { job_id: string }, viewer: Viewer): Promise<Panel> {
  const result = await inner((job.result as { result: Parameters<typeof sections>[0] }).result);
  const all = sections(result);
  const pages = job.num_pages ?? 0;
  const row = strip(paged(job) ? job.job_id : null, pages, all, (page) => viewer.jump(page));
  viewer.turned = row.at;
  row.at(1);
  const left = Array.from({ length: pages }, (_, i) => i + 1).filter((p) => !all.some((s) => s.pages.includes(p)));
  const shared = Array.from({ length: pages }, (_, i) => i + 1).filter((p) => all.filter((s) => s.pages.includes(p)).length > 1);

  viewer.cover((page) => {
    const of = all.map((s, k) => ({ s, k })).filter(({ s }) => s.pages.includes(page));
    return h("div", { class: "ribbons" }, of.map(({ s, k }) => h("span", { class: `ribbon hue${k % hues}` }, s.name)));
  });

  const go = (part: Part) => ({
    click: () => { row.mark(part.pages); if (part.pages[0]) viewer.jump(part.pages[0]); },
    pointerenter: () => row.mark(part.pages), pointerleave: () => row.mark([]), focus: () => row.mark(part.pages), blur: () => row.mark([]),
  });
  const text = () => JSON.stringify(result, null, 2);
  const element = h("section", { class: "panel split-panel", attr: { "aria-label": "Sections" } },
    h("div", { class: "row panel-head" }, h("p", { class: "hint" }, summary(all, pages, left, shared)),
      h("span", { class: "panel-takes" }, copyButton("Copy JSON", text), h("button", { type: "button", class: "quiet", on: { click: () => download("sections.csv", "text/csv", table(all)) } }, "Download CSV"))),
    row.element,
    h("ol", { class: "sections" }, all.map((s, k) => h("li", {}, entry(s, k, go), evidence(s, viewer))),
      left.length > 0 ? h("li", {}, h("button", { type: "button", class: "sections-row", on: go({ name: "", pages: left, confidence: null }) },
        h("span", { class: "sections-chip none" }, "–"), h("span", { class: "sections-name" }, "In no section"), facts(left))) : null),
    shared.length > 0 ? h("p", { class: "hint" }, `In several sections: page${shared.length > 1 ? "s" : ""} ${runs(shared)}`) : null);
  return { element, pages: paged(job), close: row.close };
}

type Go = (part: Part) => Record<string, () => void>;

function entry(s: Section, k: number, go: Go): HTMLElement[] {
  return [
    h("button", { type: "button", class: "sections-row", on: go(s) },
      h("span", { class: `sections-chip hue${k % hues}` }, k + 1), h("span", { class: "sections-name" }, s.name), facts(s.pages), badge(s)),
    ...(s.partitions.length > 0 ? [h("ul", { class: "sections-parts", attr: { "aria-label": `Parts of ${s.name}` } },
      s.partitions.map((p) => h("li", {}, h("button", { type: "button", class: "sections-row", on: go(p) }, h("span", { class: "sections-name" }, p.name), facts(p.pages), badge(p)))))] : []),
  ];
}

function facts(pages: number[]): HTMLElement {
  if (pages.length === 0) return h("span", { class: "sections-facts missing" }, "no pages");
  return h("span", { class: "sections-facts" }, pages.length === 1 ? "1 page" : `${pages.length} pages`, h("span", { class: "sections-runs" }, ` ${runs(pages)}`));
}

function badge(p: Part): HTMLElement | null {
  if (!p.confidence || p.pages.length === 0) return null;
  return h("span", { class: `sure ${p.confidence === "high" ? "high" : "low"}`, title: `Confidence ${p.confidence}` }, p.confidence);
}

/** evidence is why pages belong to a section, where the answer says it. */
function evidence(s: Section, viewer: Viewer): HTMLElement | null {
  if (s.evidence.size === 0) return null;
  return h("details", { class: "sections-why" }, h("summary", {}, "Why"), h("ul", {}, [...s.evidence].map(([page, why]) =>
    h("li", {}, h("button", { type: "button", class: "quiet", on: { click: () => viewer.jump(page) } }, `Page ${page}`), ` ${why}`))));
}

function summary(all: Section[], pages: number, left: number[], shared: number[]): string {
  const used = all.filter((s) => s.pages.length > 0).length;
  return [`${pages} ${pages === 1 ? "page" : "pages"} in ${used} of ${all.length} ${all.length === 1 ? "section" : "sections"}`,
    left.length ? `${left.length} in none` : "", shared.length ? `${shared.length} in several` : ""].filter(Boolean).join(" · ");
}

function table(all: Section[]): string {
  const rows = all.flatMap((s) => s.pages.map((p) => [p, s.name, s.partitions.find((q) => q.pages.includes(p))?.name ?? "", s.confidence ?? ""]));
  return csv([["page", "section", "part", "confidence"], ...rows.sort((a, b) => Number(a[0]) - Number(b[0]))]);
}
