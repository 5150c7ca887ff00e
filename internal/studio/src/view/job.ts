// One job: how far it is, then its pages and what was found on them.

import { ended, Failure, watch } from "../api";
import { fill, h } from "../dom";
import { problem } from "../notice";
import { operations } from "../op";
import type { Panel, View } from "../view";
import { Viewer } from "../viewer/viewer";
import type { Job } from "../wire";
import { actions } from "./job-actions";

export function job(id: string): View {
  const stop = new AbortController();
  const head = h("header", { class: "job-head" });
  const body = h("div", { class: "job-body" });
  const element = h("div", { class: "job" }, head, body);
  let viewer: Viewer | null = null;
  let panel: Panel | null = null;

  const show = async (now: Job) => {
    fill(head, h("h1", {}, name(now)), h("p", { class: "hint" }, facts(now)), actions(id, now));
    if (!ended(now)) {
      const share = now.progress ?? 0;
      fill(body, h("div", { class: "progress" }, h("progress", { max: 1, value: share, attr: { "aria-label": "Progress" } }),
        h("p", { attr: { "aria-live": "polite" } }, share > 0 ? `${Math.round(share * 100)} % of ${now.total_pages ?? "?"} pages` : "Waiting for a worker …")));
      return;
    }
    if (now.status === "Failed") {
      fill(body, problem(new Failure(now.error?.code ?? 0, now.error?.name ?? "FAILED", now.error?.message ?? now.reason ?? "")));
      return;
    }
    const operation = operations.find((o) => o.type === now.type);
    viewer = new Viewer({ job: id, pages: now.num_pages ?? 0 });
    panel = operation ? await operation.panel({ ...now, job_id: id }, viewer) : { element: h("pre", {}, JSON.stringify(now.result, null, 2)) };
    fill(body, h("div", { class: "split" }, viewer.element, panel.element));
  };

  watch(id, (now) => void show(now).catch((e) => fill(body, problem(e))), stop.signal)
    .catch((e) => { if (!stop.signal.aborted) fill(body, problem(e)); });
  return { title: "Job", element, close: () => { stop.abort(); viewer?.close(); panel?.close?.(); } };
}

function name(job: Job): string {
  return job.source?.inputs.map((i) => i.name).join(", ") || job.type;
}

function facts(job: Job): string {
  const parts = [job.type, job.state];
  if (job.num_pages) parts.push(job.num_pages === 1 ? "1 page" : `${job.num_pages} pages`);
  if (job.duration !== null) parts.push(`${job.duration.toFixed(2)} s`);
  return parts.join(" · ");
}
