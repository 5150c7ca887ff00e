import { h } from "../dom";
import type { Operation } from "../op";

export const split: Operation = {
  name: "split", type: "Split", label: "Split", about: "Divide the pages among described sections.", field: "input",
  form: () => ({ element: h("div"), request: () => ({}), load: () => undefined }),
  panel: (job) => ({ element: h("pre", {}, JSON.stringify(job.result, null, 2)) }),
};
