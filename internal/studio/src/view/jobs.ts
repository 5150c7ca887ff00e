// The jobs of the organization, newest first. Those under way are looked at again until they have ended.

import { jobs as listed } from "../api";
import { fill, h } from "../dom";
import { list, rows } from "../list";
import { problem } from "../notice";
import { link } from "../route";
import type { View } from "../view";
import type { ListedJob } from "../wire";
import { filter } from "./jobs-filter";
import { final, jobRow } from "./jobs-row";

const page = 50;
const most = 500; // the service lists no more at once

export function jobs(): View {
  const stop = new AbortController();
  const shown = new Map<string, { told: string; element: HTMLElement; job: ListedJob }>();
  let cursor: string | null = null;
  let turn = 0; // answers to questions of before a change of filters are dropped

  const body = rows();
  const frame = list("Jobs", "jobs", ["Document", "Type", "State", "Pages", "Took", "Created"], body);
  frame.hidden = true;
  const empty = h("div", { class: "none-yet", hidden: true });
  const failed = h("div", { attr: { "aria-live": "polite" } });
  const older = h("button", { type: "button", hidden: true, on: { click: () => void more() } }, "Older jobs");
  const heading = h("h1", {}, "Jobs");
  const choice = filter(() => { turn++; shown.clear(); cursor = null; void load(); });

  const draw = () => {
    const all = [...shown.values()].map((s) => s.element);
    // Rows that stay are not touched, so that they keep the focus.
    if (all.length !== body.children.length || all.some((r, i) => r !== body.children[i])) body.replaceChildren(...all);
    frame.hidden = all.length === 0;
    empty.hidden = all.length > 0;
    older.hidden = cursor === null;
    if (all.length === 0) {
      fill(empty, choice.chosen()
        ? [h("p", {}, "No job fits these filters."), h("button", { type: "button", on: { click: choice.clear } }, "Clear filters")]
        : [h("p", {}, "No jobs yet."), h("a", { class: "button primary", href: link("new") }, "Start with a document")]);
    }
  };

  const put = (job: ListedJob) => {
    const told = JSON.stringify(job);
    const before = shown.get(job.job_id);
    if (before?.told === told) return before;
    const gone = () => {
      const at = shown.get(job.job_id)!.element;
      const next = (at.nextElementSibling ?? at.previousElementSibling)?.querySelector("a") ?? heading;
      shown.delete(job.job_id);
      draw();
      heading.tabIndex = -1;
      next.focus();
    };
    const made = { told, element: jobRow(job, () => void load(), gone), job };
    const focus = before?.element.contains(document.activeElement);
    before?.element.replaceWith(made.element);
    if (focus) made.element.querySelector("a")?.focus();
    return made;
  };

  const ask = async (query: Record<string, string>): Promise<{ jobs: ListedJob[]; next_cursor: string | null } | null> => {
    const asked = turn;
    try {
      const answer = await listed({ exclude_configs: "true", ...choice.query(), ...query }, stop.signal);
      if (asked !== turn) return null;
      fill(failed);
      return answer;
    } catch (error) {
      if (!stop.signal.aborted && asked === turn) fill(failed, problem(error));
      return null;
    }
  };

  /** load asks for all that is shown anew, and for what came since. */
  const load = async () => {
    const answer = await ask({ limit: String(Math.min(most, Math.max(page, shown.size))) });
    if (!answer) return;
    const rest = new Map(shown);
    shown.clear();
    for (const job of answer.jobs) {
      const was = rest.get(job.job_id);
      if (was) shown.set(job.job_id, was);
      shown.set(job.job_id, put(job));
      rest.delete(job.job_id);
    }
    const last = answer.jobs.at(-1);
    // What is older than the answer was not asked for and stays; what is not and is missing is gone.
    for (const [id, kept] of rest) if (answer.next_cursor && last && kept.job.created_at < last.created_at) shown.set(id, kept);
    if (shown.size === answer.jobs.length) cursor = answer.next_cursor;
    draw();
  };
  const more = async () => {
    const answer = await ask({ limit: String(page), cursor: cursor ?? "" });
    if (!answer) return;
    cursor = answer.next_cursor;
    for (const job of answer.jobs) shown.set(job.job_id, put(job));
    draw();
    shown.get(answer.jobs[0]?.job_id ?? "")?.element.querySelector("a")?.focus();
  };
  const follow = async () => {
    for (await load(); !stop.signal.aborted;) {
      const busy = [...shown.values()].some((s) => !final(s.job));
      await new Promise((r) => setTimeout(r, busy ? 1500 : 10_000));
      if (!stop.signal.aborted && document.visibilityState === "visible") await load();
    }
  };
  void follow();

  const element = h("div", { class: "page" },
    h("header", { class: "page-head" }, heading, h("a", { class: "button primary", href: link("new") }, "New document")),
    choice.element, failed, frame, empty, h("div", { class: "row centre" }, older));
  return { title: "Jobs", element, close: () => stop.abort() };
}
