// The chosen category, and what speaks for it and for the others.

import { inner } from "../../api";
import { copyButton, h } from "../../dom";
import type { Panel } from "../../view";
import type { Job } from "../../wire";
import { paged } from "../paged";

interface Rated { category: string; confidence: number; criteria_confidence: { criterion: string; confidence: "high" | "low" }[] }
interface Answer {
  result: { category: string };
  response_confidence: { categories: Rated[] } | null;
  extra_metadata?: { grouping?: string };
  usage: { num_pages: number; num_categories: number } | null;
}

export async function panel(job: Job): Promise<Panel> {
  const answer = job.result as Answer;
  const { category } = await inner(answer.result);
  const rated = [...(answer.response_confidence?.categories ?? [])].sort((a, b) => Number(b.category === category) - Number(a.category === category));
  const group = answer.extra_metadata?.grouping;
  return {
    pages: paged(job),
    element: h("section", { class: "panel classify-panel", attr: { "aria-label": "Category" } },
      h("div", { class: "card verdict" }, h("p", { class: "hint" }, "This document is"), h("p", { class: "verdict-name" }, category),
        group ? h("p", {}, h("span", { class: "hint" }, "Group "), group) : null,
        answer.usage ? h("p", { class: "hint" }, `Chosen among ${answer.usage.num_categories} after ${pages(answer.usage.num_pages)}`) : null),
      rated.length > 0 ? h("ul", { class: "rated" }, rated.map((r) => one(r, r.category === category)))
        : h("p", { class: "hint" }, "No category has criteria. Add some to see what speaks for each."),
      h("div", { class: "row" }, copyButton("Copy JSON", () => JSON.stringify(answer, null, 2)))),
  };
}

function pages(n: number): string { return n === 1 ? "1 page" : `${n} pages`; }

function one(r: Rated, chosen: boolean): HTMLElement {
  const met = r.criteria_confidence.filter((c) => c.confidence === "high").length;
  const share = Math.round(r.confidence * 100);
  return h("li", { class: chosen ? "card rated-one winner" : "card rated-one" },
    h("div", { class: "rated-head" }, h("h3", {}, r.category, chosen ? h("span", { class: "sure high" }, "chosen") : null),
      h("span", { class: "hint" }, r.criteria_confidence.length > 0 ? `${met} of ${r.criteria_confidence.length} criteria` : "no criteria")),
    r.criteria_confidence.length > 0 ? h("meter", { class: "rated-share", min: 0, max: 1, value: r.confidence, attr: { "aria-label": `${share} % of the criteria of ${r.category} are met` } }) : null,
    h("ul", { class: "criteria" }, r.criteria_confidence.map((c) => h("li", { class: c.confidence },
      h("span", { class: "criterion-mark", attr: { "aria-hidden": "true" } }, c.confidence === "high" ? "✓" : "–"), h("span", {}, c.criterion),
      h("span", { class: `sure ${c.confidence}` }, c.confidence)))));
}
