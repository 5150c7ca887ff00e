import { h } from "../dom";
import type { Operation } from "../op";

export const extract: Operation = {
  name: "extract", type: "Extract", label: "Extract", about: "Find values that follow a schema, with their places.", field: "input",
  form: () => ({ element: h("div"), request: () => ({}), load: () => undefined }),
  panel: (job) => ({ element: h("pre", {}, JSON.stringify(job.result, null, 2)) }),
};
