// Values of a schema, drawn out of the document and lit up where they stand.

import type { Operation } from "../op";
import { form } from "./extract/form";
import { panel } from "./extract/panel";

export const extract: Operation = {
  name: "extract", type: "Extract", label: "Extract", about: "Say which values you want; each comes with the places it was found at.", field: "input",
  form, panel,
};
