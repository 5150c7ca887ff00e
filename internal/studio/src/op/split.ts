// The pages of a document divided among sections.

import type { Operation } from "../op";
import { form } from "./split/form";
import { panel } from "./split/panel";

export const split: Operation = {
  name: "split", type: "Split", label: "Split", about: "Describe the parts of a file; every page is given to the part it belongs to.", field: "input",
  form, panel,
};
