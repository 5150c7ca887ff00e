// What can be done with a job: cancel, delete, run again with other settings, see the request as code.

import { h } from "../dom";
import type { Job } from "../wire";

export function actions(id: string, job: Job): HTMLElement {
  return h("div", { class: "row", data: { job: id, state: job.state } });
}
