// A document filled in or changed.

import type { Operation } from "../op";
import { form } from "./edit/form";
import { panel } from "./edit/panel";

export const edit: Operation = {
  name: "edit", type: "Edit", label: "Edit", about: "Fill in a form on its pages, or say in words what is to be changed.", field: "document_url",
  form, panel,
};
