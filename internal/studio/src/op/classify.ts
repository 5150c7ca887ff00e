import { h } from "../dom";
import type { Operation } from "../op";

export const classify: Operation = {
  name: "classify", type: "Classify", label: "Classify", about: "Choose the category that fits.", field: "input",
  form: () => ({ element: h("div"), request: () => ({}), load: () => undefined }),
  panel: (job) => ({ element: h("pre", {}, JSON.stringify(job.result, null, 2)) }),
};
