// One job: how far it is, then its pages and what was found on them.

import { ended, Failure, remove, watch } from "../api";
import { fill, h } from "../dom";
import { json } from "../json";
import { called } from "../names";
import { problem } from "../notice";
import { operations } from "../op";
import { titled, type Panel, type View } from "../view";
import { Viewer } from "../viewer/viewer";
import type { Job } from "../wire";
import { divide } from "./divide";
import { actions } from "./job-actions";
import { Progress } from "./progress";

// What viewer/keys.ts does while the pages have the focus.
const keys: [string, string][] = [
  ["↓ ↑", "On the pages: next and previous mark"], ["Enter", "Choose the mark"], ["PgDn PgUp", "Turn the page"],
  ["Home End", "First and last page"], ["+ - 0", "Larger, smaller, fit"],
];

export function job(id: string): View {
  const stop = new AbortController();
  let asking = new AbortController();
  let over = false;
  const title = h("h1");
  const told = h("p", { class: "hint" });
  const bar = actions(id, async () => {
    // Nobody asks how far a job is that is being deleted: the answer would be that it is gone.
    asking.abort();
    try {
      await remove(id);
    } catch (error) {
      if (!over) follow();
      throw error;
    }
  });
  const head = h("header", { class: "job-head" }, title, told, bar.element);
  const body = h("div", { class: "job-body" });
  const element = h("div", { class: "job" }, head, body);
  const progress = new Progress();
  let viewer: Viewer | null = null;
  let panel: Panel | null = null;

  const show = async (now: Job) => {
    over = ended(now);
    fill(title, called(now));
    if (!stop.signal.aborted) document.title = titled(called(now));
    fill(told, facts(now));
    bar.show(now);
    if (!over) {
      progress.show(now);
      if (!progress.element.isConnected) fill(body, progress.element);
      return;
    }
    if (now.status === "Failed") {
      fill(body, problem(new Failure(now.error?.code ?? 0, now.error?.name ?? "FAILED", now.error?.message ?? now.reason ?? "")));
      return;
    }
    const operation = operations.find((o) => o.type === now.type);
    const pages = new Viewer({ job: id, pages: now.num_pages ?? 0 });
    viewer = pages;
    panel = operation ? await operation.panel({ ...now, job_id: id }, pages) : { element: h("section", { class: "result", attr: { "aria-label": "Result" } }, json(now.result, "result.json")) };
    if (stop.signal.aborted) { pages.close(); panel.close?.(); return; }
    const alone = () => {
      pages.close();
      fill(body, h("div", { class: "alone" }, h("p", { class: "hint" }, "This document has no pages to show, so the result stands alone. Places are named by sheet and cells where there are any."), panel!.element));
    };
    if (panel.pages === false || !now.num_pages) alone();
    else {
      pages.absent = alone;
      fill(body, divide(pages.element, panel.element));
    }
  };

  const follow = () => {
    asking = new AbortController();
    const signal = AbortSignal.any([stop.signal, asking.signal]);
    watch(id, (now) => void show(now).catch((e) => fill(body, problem(e))), signal)
      .catch((e) => { if (!signal.aborted) fill(body, problem(e)); });
  };
  follow();
  return { title: "Job", element, keys, close: () => { stop.abort(); viewer?.close(); panel?.close?.(); } };
}

function facts(job: Job): string {
  const parts = [job.type, job.state];
  if (job.num_pages) parts.push(job.num_pages === 1 ? "1 page" : `${job.num_pages} pages`);
  if (job.duration !== null) parts.push(`${job.duration.toFixed(2)} s`);
  return parts.join(" · ");
}
