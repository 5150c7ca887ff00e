// How far a job is: pages done, how fast, and about how long it still takes.

import { fill, h } from "../dom";
import type { Job } from "../wire";

// A job keeps a little of its progress for what comes after the last page.
const forPages = 0.95;

export class Progress {
  private readonly bar = h("progress", { max: 1, attr: { "aria-label": "Progress" } });
  private readonly text = h("p", { class: "progress-text", attr: { "aria-live": "polite" } });
  private readonly rest = h("p", { class: "hint" });
  readonly element = h("div", { class: "card progress" }, h("h2", {}, "Working on it"), this.bar, this.text, this.rest);
  private first: { at: number; share: number } | null = null;

  show(job: Job): void {
    const share = job.progress ?? 0;
    if (share <= 0) {
      this.bar.removeAttribute("value");
      fill(this.text, job.state === "Pending" ? "Waiting for a worker …" : "Opening the document …");
      return;
    }
    this.bar.value = share;
    this.first ??= { at: performance.now(), share };
    const pages = job.num_pages ?? job.total_pages;
    const done = pages ? Math.min(pages, Math.round((share / forPages) * pages)) : 0;
    fill(this.text, pages ? `${done} of ${pages} pages` : `${Math.round(share * 100)} %`);
    const seconds = (performance.now() - this.first.at) / 1000, gained = share - this.first.share;
    if (seconds < 2 || gained <= 0) return;
    const left = ((1 - share) / gained) * seconds;
    const rate = pages ? `${((gained / forPages) * pages / seconds).toFixed(1)} pages a second · ` : "";
    fill(this.rest, `${rate}about ${spell(left)} left`);
  }
}

function spell(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  return `${Math.round(seconds / 60)} min`;
}
