// One job in the list.

import { cancel, remove } from "../api";
import { stateChip } from "../chip";
import { ask } from "../dialog";
import { h } from "../dom";
import { row } from "../list";
import { called } from "../names";
import { toast } from "../notice";
import { link } from "../route";
import { took, when } from "../time";
import type { ListedJob } from "../wire";

/** final says whether nothing will change any more. */
export function final(job: ListedJob): boolean { return ["Completed", "Failed", "Cancelled"].includes(job.state); }

/** jobRow shows a job; changed is called after it was cancelled, gone after it was deleted. */
export function jobRow(job: ListedJob, changed: () => void, gone: () => void): HTMLElement {
  const name = called(job);
  const stop = h("button", { type: "button", class: "small", attr: { "aria-label": `Cancel ${name}` } }, "Cancel");
  stop.addEventListener("click", async () => {
    if (await ask("Cancel this job?", `${name} is not worked on any more. What was done so far is lost.`, "Cancel job", () => cancel(job.job_id))) changed();
  });
  const drop = h("button", { type: "button", class: "small", attr: { "aria-label": `Delete ${name}` } }, "Delete");
  drop.addEventListener("click", async () => {
    if (!await ask("Delete this job?", `The results of ${name} are deleted for good. The document itself stays.`, "Delete", () => remove(job.job_id))) return;
    toast("The job is deleted.");
    gone();
  });
  return row([h("a", { href: link("job", job.job_id) }, name), h("span", { class: "hint id" }, job.job_id)], [
    ["Type", [job.type]],
    ["State", [stateChip(job.state)]],
    ["Pages", [job.num_pages?.toLocaleString() ?? "–"]],
    ["Took", [job.duration === null ? "–" : took(job.duration)]],
    ["Created", [when(job.created_at)]],
  ], [final(job) ? null : stop, drop]);
}
