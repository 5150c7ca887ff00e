// What is to be done to a document: first its fields are looked for, or instructions say it all.

import { Failure } from "../../api";
import { h } from "../../dom";
import { options } from "../../form/options";
import type { Form } from "../../view";
import { labelled } from "../cards";
import { listing, type EditWidget } from "./widget";

const common = ["edit_options.color", "edit_options.font_size", "edit_options.flatten"];
const sayings = ['Name: Ada Lovelace', 'Check "I agree"', 'Replace "draft" with "final"', 'Redact "secret"', "Stamp PAID", "Add page numbers"];

export function form(): Form {
  const fields = h("input", { type: "radio", name: "edit-way", id: "edit-fields", checked: true });
  const words = h("input", { type: "radio", name: "edit-way", id: "edit-words" });
  const text = h("textarea", { rows: 5, placeholder: 'First name: Ada\nCheck "I agree"' });
  const more = options({ schema: "AsyncEditConfig", common, leave: ["document_url", "edit_instructions", "form_schema"] });
  const kept = h("p", { class: "hint" });
  let schema: EditWidget[] | null = null; // of a request that is sent again

  const said = h("div", { class: "op-part" },
    labelled("Instructions", text, "one in each line"),
    h("div", { class: "row edit-sayings" }, h("span", { class: "hint" }, "Such as"), sayings.map((s) => h("button", {
      type: "button", class: "edit-saying", on: { click: () => { text.value = text.value.trimEnd() + (text.value.trim() ? "\n" : "") + s; text.focus(); } },
    }, s))),
    kept, more.element);
  const turn = () => { said.hidden = !words.checked; };
  fields.addEventListener("change", turn);
  words.addEventListener("change", turn);
  turn();

  return {
    element: h("div", { class: "op-form" },
      h("fieldset", { class: "edit-ways" }, h("legend", { class: "sr" }, "What to do"),
        way(fields, "Fill in a form", "Its fields are found and shown on the pages: type, tick, drag, add your own."),
        way(words, "Give instructions", "Values, replacements, redactions, stamps, pages, in plain words.")),
      said),
    request: () => {
      if (fields.checked) return { edit_instructions: listing };
      const instructions = text.value.trim();
      if (!instructions && !schema) throw new Failure(0, "INVALID_REQUEST", "Say what is to be done to the document.");
      return { ...more.value(), edit_instructions: instructions, ...(schema ? { form_schema: schema } : {}) };
    },
    load: (config) => {
      const instructions = typeof config.edit_instructions === "string" ? config.edit_instructions : "";
      schema = Array.isArray(config.form_schema) && config.form_schema.length > 0 ? config.form_schema as EditWidget[] : null;
      words.checked = schema !== null || instructions !== listing;
      fields.checked = !words.checked;
      text.value = words.checked ? instructions : "";
      kept.textContent = schema ? `With the ${schema.length === 1 ? "field" : `${schema.length} fields`} of the earlier request.` : "";
      more.load(config);
      turn();
    },
  };
}

function way(input: HTMLInputElement, title: string, about: string): HTMLElement {
  return h("label", { class: "card edit-way", htmlFor: input.id }, input, h("span", {}, h("strong", {}, title), h("span", { class: "hint" }, about)));
}
