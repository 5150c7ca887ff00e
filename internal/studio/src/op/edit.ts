import { h } from "../dom";
import type { Operation } from "../op";

export const edit: Operation = {
  name: "edit", type: "Edit", label: "Edit", about: "Fill or change the document.", field: "document_url",
  form: () => ({ element: h("div"), request: () => ({}), load: () => undefined }),
  panel: (job) => ({ element: h("pre", {}, JSON.stringify(job.result, null, 2)) }),
};
