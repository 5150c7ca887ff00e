// The categories to choose among, and what speaks for each.

import { Failure } from "../../api";
import { h } from "../../dom";
import { options } from "../../form/options";
import type { Form } from "../../view";
import { Cards, labelled } from "../cards";

interface Category { category: string; criteria: string[]; group?: string }

const common = ["model", "page_range", "document_metadata"];

// Kinds of documents that most offices get; to begin with.
const usual: Category[] = [
  { category: "invoice", criteria: ["states an amount to pay", "has an invoice number"] },
  { category: "receipt", criteria: ["confirms that something was paid", "names a shop"] },
  { category: "contract", criteria: ["names the parties of an agreement", "has clauses", "has places for signatures"] },
  { category: "letter", criteria: ["has a salutation", "ends with a closing and a name"] },
  { category: "form", criteria: ["has fields to be filled in", "has check boxes"] },
];

export function form(): Form {
  const cards = new Cards<Category>("category", (value) => {
    const name = h("input", { type: "text", value: value?.category ?? "", maxLength: 256, autocomplete: "off" });
    const criteria = h("textarea", { rows: Math.max(2, value?.criteria.length ?? 0), value: value?.criteria.join("\n") ?? "", placeholder: "states an amount to pay\nhas an invoice number" });
    const group = h("input", { type: "text", value: value?.group ?? "", autocomplete: "off" });
    return {
      first: name,
      element: h("div", { class: "cards-body two" }, labelled("Category", name), labelled("Group", group, "optional"), labelled("What speaks for it", criteria, "one criterion in each line")),
      value: () => ({ category: name.value.trim(), criteria: criteria.value.split("\n").map((c) => c.trim()).filter(Boolean), group: group.value.trim() }),
    };
  });
  cards.values = [{ category: "", criteria: [] }, { category: "", criteria: [] }];
  const more = options({ schema: "ClassifyConfig", common, leave: ["input", "async", "classification_schema", "category_groups"] });

  return {
    element: h("div", { class: "op-form" },
      h("section", { class: "op-part", attr: { "aria-label": "Categories" } }, h("h2", {}, "Categories"),
        h("div", { class: "row" }, h("span", { class: "hint" }, "Begin with"), h("button", { type: "button", on: { click: () => { cards.values = usual; } } }, "Office mail")),
        cards.element),
      more.element),
    request: () => {
      const all = cards.values.filter((c) => c.category || c.criteria.length > 0);
      check(all);
      const groups = grouped(all);
      return {
        ...more.value(), classification_schema: all.map(({ category, criteria }) => ({ category, criteria })),
        ...(Object.keys(groups).length > 0 ? { category_groups: groups } : {}),
      };
    },
    load: (config) => {
      const groups = Object.entries((config.category_groups ?? {}) as Record<string, string[]>);
      cards.values = ((config.classification_schema ?? []) as Category[]).map((c) => ({ ...c, group: groups.find(([, labels]) => labels.includes(c.category))?.[0] ?? "" }));
      more.load(config);
    },
  };
}

function grouped(all: Category[]): Record<string, string[]> {
  const out: Record<string, string[]> = {};
  for (const c of all) if (c.group) (out[c.group] ??= []).push(c.category);
  return out;
}

function check(all: Category[]): void {
  const wrong = (message: string) => { throw new Failure(0, "INVALID_REQUEST", message); };
  if (all.length === 0) wrong("Name at least one category.");
  const seen = new Set<string>();
  for (const [i, c] of all.entries()) {
    if (!c.category) wrong(`Category ${i + 1} needs a name.`);
    if (seen.has(c.category)) wrong(`There are two categories ${c.category}; give one another name.`);
    seen.add(c.category);
  }
}
