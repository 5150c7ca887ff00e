// The result of a parse beside its pages: one tab for every way to look at it.

import { fill, h } from "../../dom";
import { json } from "../../json";
import { tabs } from "../../tabs";
import type { Panel } from "../../view";
import type { Mark, Viewer } from "../../viewer/viewer";
import type { Job } from "../../wire";
import { blocks } from "./blocks";
import { chartItems, charts } from "./charts";
import { chunks } from "./chunks";
import { kind, kinds } from "./kinds";
import { Link } from "./link";
import { parsed, place, type Parsed } from "./parsed";
import { tables } from "./tables";
import { text } from "./text";
import { wordKinds, wordMarks, words } from "./words";

export async function panel(job: Job & { job_id: string }, viewer: Viewer): Promise<Panel> {
  const result = await parsed(job.result);
  const link = new Link(viewer);
  const name = `parse-${job.job_id.slice(0, 8)}`;
  const list = blocks(result, link);
  const grids = tables(result, link, name);
  const read = words(result.words, link);
  const marks = result.pages ? blockMarks(result) : [];
  let overWords = false;
  viewer.setWithout((page) => !result.drawn(page));
  viewer.setMarks(marks, kinds);

  const all = tabs("Result", [
    { id: "blocks", label: "Blocks", count: result.items.length, element: list.element },
    { id: "markdown", label: "Markdown", element: () => text(result, name) },
    { id: "tables", label: "Tables", count: grids.count, element: grids.element },
    { id: "chunks", label: "Chunks", count: result.chunks.length, element: () => chunks(result, link) },
    { id: "words", label: "Words", ...(result.words ? { count: result.words.length } : {}), element: read.element },
    { id: "charts", label: "Charts", count: chartItems(result).length, element: () => charts(result, link, name) },
    { id: "json", label: "JSON", element: () => json(result.answer, `${name}.json`) },
  ], () => true, (id) => {
    const now = id === "words" && result.words !== null && result.pages;
    if (now === overWords) return;
    overWords = now;
    if (now) viewer.setMarks(wordMarks(result.words!), wordKinds); else viewer.setMarks(marks, kinds);
    link.pick([], "page");
  });
  link.onPick((ids, from) => {
    const id = ids[0];
    if (from !== "page" || !id?.startsWith("b")) return;
    if (all.current() === "tables" && grids.show(id)) return;
    all.show("blocks");
  });
  const warnings = result.warnings.length ? h("details", { class: "warnings" }, h("summary", {}, result.warnings.length === 1 ? "1 note about this result" : `${result.warnings.length} notes about this result`), h("ul", {}, result.warnings.map((w) => h("li", {}, w)))) : null;
  const element = h("section", { class: "result", attr: { "aria-label": "Result" } });
  fill(element, warnings, all.element);
  return { element, pages: result.pages, close: () => { list.close(); read.close(); } };
}

function blockMarks(result: Parsed): Mark[] {
  return result.items.map((i) => ({ id: i.id, box: i.block.bbox, kind: kind(i.block.type), order: i.order, label: `${i.block.type}: ${i.block.content.slice(0, 80) || place(i.block)}` }));
}
