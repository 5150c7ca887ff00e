import { h } from "../dom";
import type { Operation } from "../op";

export const parse: Operation = {
  name: "parse", type: "Parse", label: "Parse", about: "Read the document into typed blocks with boxes.", field: "input",
  form: () => ({ element: h("div"), request: () => ({}), load: () => undefined }),
  panel: (job) => ({ element: h("pre", {}, JSON.stringify(job.result, null, 2)) }),
};
