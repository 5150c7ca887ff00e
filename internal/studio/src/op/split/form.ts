// The sections that pages are divided among.

import { Failure } from "../../api";
import { h } from "../../dom";
import { options } from "../../form/options";
import type { Form } from "../../view";
import { Cards, labelled } from "../cards";

interface Section { name: string; description: string; partition_key?: string | null }

const common = ["settings.allow_page_overlap", "settings.deep_split", "parsing.settings.page_range"];

// Parts that many files have; to begin with.
const usual: Section[] = [
  { name: "Invoices", description: "Bills with an amount to pay, line items and an invoice number", partition_key: "invoice number" },
  { name: "Contracts", description: "Agreements between parties, with clauses and signatures" },
  { name: "Letters", description: "Letters with an address, a salutation and a closing" },
  { name: "Forms", description: "Printed forms that were filled in" },
];

export function form(): Form {
  const cards = new Cards<Section>("section", (value) => {
    const name = h("input", { type: "text", value: value?.name ?? "", maxLength: 256, autocomplete: "off" });
    const description = h("textarea", { rows: 2, value: value?.description ?? "" });
    const key = h("input", { type: "text", value: value?.partition_key ?? "", placeholder: "such as: invoice number", autocomplete: "off" });
    return {
      first: name,
      element: h("div", { class: "cards-body two" }, labelled("Name", name), labelled("One part for each", key, "optional"), labelled("What belongs to it", description)),
      value: () => ({ name: name.value.trim(), description: description.value.trim(), ...(key.value.trim() ? { partition_key: key.value.trim() } : {}) }),
    };
  });
  cards.values = [{ name: "", description: "" }];
  const rules = h("textarea", { rows: 2, placeholder: "Assign the pages to the sections that apply." });
  const more = options({ schema: "AsyncSplitConfig", common, leave: ["input", "async", "split_description", "split_rules"] });

  return {
    element: h("div", { class: "op-form" },
      h("section", { class: "op-part", attr: { "aria-label": "Sections" } }, h("h2", {}, "Sections"),
        h("div", { class: "row" }, h("span", { class: "hint" }, "Begin with"), h("button", { type: "button", on: { click: () => { cards.values = usual; } } }, "Office mail")),
        cards.element),
      labelled("Rules", rules, "optional: how pages are to be divided"),
      more.element),
    request: () => {
      const sections = cards.values.filter((s) => s.name || s.description);
      check(sections);
      const said = rules.value.trim();
      return { ...more.value(), split_description: sections, ...(said ? { split_rules: said } : {}) };
    },
    load: (config) => {
      cards.values = (config.split_description ?? []) as Section[];
      rules.value = (config.split_rules as string | undefined) ?? "";
      more.load(config);
    },
  };
}

function check(sections: Section[]): void {
  const wrong = (message: string) => { throw new Failure(0, "INVALID_REQUEST", message); };
  if (sections.length === 0) wrong("Describe at least one section: its name, and what belongs to it.");
  const seen = new Set<string>();
  for (const [i, s] of sections.entries()) {
    if (!s.name) wrong(`Section ${i + 1} needs a name.`);
    if (!s.description) wrong(`Say what belongs to the section ${s.name}.`);
    if (seen.has(s.name)) wrong(`There are two sections ${s.name}; give one another name.`);
    seen.add(s.name);
  }
}
