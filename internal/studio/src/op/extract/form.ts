// What is to be extracted: a schema, words about it, and the options of the service.

import { h } from "../../dom";
import { options } from "../../form/options";
import { Editor } from "../../schema/editor";
import type { Chosen, Form } from "../../view";
import { begin } from "./begin";

const common = ["settings.page_range", "settings.citations.enabled", "settings.deep_extract"];
// Without citations there is nothing to light up: here they are on unless they are switched off.
const standard = { settings: { citations: { enabled: true } } };

export function form(chosen: Chosen): Form {
  const editor = new Editor();
  const words = h("textarea", { id: "system-prompt", rows: 2, placeholder: "Be precise and thorough." });
  const more = options({ schema: "AsyncExtractConfig", common, leave: ["input", "async", "instructions"] });
  more.load(standard);
  const start = begin(chosen, (fields, replace) => editor.set({ fields: replace ? fields : [...editor.fields, ...fields], rest: {} }));

  return {
    element: h("div", { class: "op-form" },
      h("section", { class: "op-part", attr: { "aria-label": "Schema" } }, h("h2", {}, "What to extract"), start, editor.element),
      h("div", { class: "field" }, h("label", { htmlFor: "system-prompt" }, "Instructions ", h("span", { class: "hint" }, "optional")), words),
      more.element),
    request: () => {
      const schema = editor.schema();
      const said = words.value.trim();
      return { ...more.value(), instructions: { schema, ...(said ? { system_prompt: said } : {}) } };
    },
    load: (config) => {
      const asked = (config.instructions ?? {}) as { schema?: unknown; system_prompt?: string };
      editor.load(asked.schema);
      words.value = asked.system_prompt ?? "";
      more.load(config);
    },
  };
}
