// The category a document belongs to.

import type { Operation } from "../op";
import { form } from "./classify/form";
import { panel } from "./classify/panel";

export const classify: Operation = {
  name: "classify", type: "Classify", label: "Classify", about: "Name the categories and what speaks for each; the one that fits best is chosen.", field: "input",
  form, panel,
};
