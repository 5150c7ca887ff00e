// Ways to begin a schema: one of ours, what the document suggests, or a sample of the wished result.

import { Failure } from "../../api";
import { fill, h } from "../../dom";
import { problem } from "../../notice";
import { kinds, type Field } from "../../schema/field";
import { lineOf, placed, Slip } from "../../schema/place";
import { ofSample } from "../../schema/sample";
import { samples } from "../../schema/samples";
import type { Chosen } from "../../view";
import { suggest, type Suggestion } from "./suggest";

/** begin offers the ways; take is given the fields, and whether they replace what is there. */
export function begin(chosen: Chosen, take: (fields: Field[], replace: boolean) => void): HTMLElement {
  const place = h("div", { class: "begin-place" });
  const close = () => fill(place);
  const button = (label: string, click: () => void) => h("button", { type: "button", on: { click } }, label);
  return h("div", { class: "begin" },
    h("div", { class: "row", attr: { role: "group", "aria-label": "Begin with" } },
      h("span", { class: "hint" }, "Begin with"),
      samples.map((s) => button(s.label, () => { close(); take(s.fields(), true); })),
      button("This document …", () => void fromDocument(chosen, place, take)),
      button("Sample result …", () => fromSample(place, take))),
    place);
}

async function fromDocument(chosen: Chosen, place: HTMLElement, take: (fields: Field[], replace: boolean) => void): Promise<void> {
  const stop = new AbortController();
  const status = h("p", { class: "hint", attr: { "aria-live": "polite" } }, "Sending the document …");
  const card = h("div", { class: "card begin-card" }, status,
    h("button", { type: "button", on: { click: () => { stop.abort(); fill(place); } } }, "Cancel"));
  fill(place, card);
  try {
    const found = await suggest(await chosen.input(), (text) => { status.textContent = text; }, stop.signal);
    if (stop.signal.aborted) return;
    fill(place, found.length > 0 ? pick(found, place, take)
      : problem(new Failure(0, "NOTHING_FOUND", "The document has no labels and no tables that fields could be made of. Add fields by hand.")));
  } catch (error) {
    if (!stop.signal.aborted) fill(place, problem(error));
  }
}

/** pick lets choose among what was found. */
function pick(found: Suggestion[], place: HTMLElement, take: (fields: Field[], replace: boolean) => void): HTMLElement {
  const boxes = found.map((_, i) => h("input", { type: "checkbox", id: `suggested-${i}`, checked: true }));
  const all = h("input", { type: "checkbox", checked: true, attr: { "aria-label": "All fields" } });
  all.addEventListener("change", () => boxes.forEach((b) => { b.checked = all.checked; }));
  const add = h("button", { type: "button", class: "primary", on: { click: () => { fill(place); take(found.filter((_, i) => boxes[i]!.checked).map((s) => s.field), false); } } }, "Add the chosen fields");
  const card = h("div", { class: "card begin-card" },
    h("h3", {}, found.length === 1 ? "1 field was found" : `${found.length} fields were found`),
    h("div", { class: "begin-list", tabIndex: 0, attr: { role: "region", "aria-label": "Fields of the document" } },
      h("table", { class: "begin-table" },
        h("thead", {}, h("tr", {}, h("th", {}, all), ["Field", "Type", "In the document"].map((t) => h("th", { attr: { scope: "col" } }, t)))),
        h("tbody", {}, found.map((s, i) => h("tr", {},
          h("td", {}, boxes[i]), h("td", {}, h("label", { htmlFor: `suggested-${i}` }, s.field.name)),
          h("td", { class: "hint" }, typeOf(s.field)), h("td", { class: "begin-seen" }, s.seen)))))),
    h("div", { class: "row" }, add, h("button", { type: "button", on: { click: () => fill(place) } }, "Cancel")));
  queueMicrotask(() => add.focus());
  return card;
}

function typeOf(f: Field): string {
  const label = kinds.find((k) => k.kind === f.kind)?.label ?? f.kind;
  return f.list ? `List: ${label}` : label;
}

function fromSample(place: HTMLElement, take: (fields: Field[], replace: boolean) => void): void {
  const text = h("textarea", { id: "sample", rows: 8, class: "schema-text", spellcheck: false, placeholder: '{\n  "invoice_number": "A-17",\n  "lines": [{ "item": "Paper", "amount": 4.5 }]\n}' });
  const wrong = h("p", { class: "schema-wrong", attr: { "aria-live": "polite" } });
  const use = () => {
    try {
      const fields = ofSample(placed(text.value).value);
      if (fields.length === 0) throw new Slip(0, "An object with names and values is expected.");
      fill(place);
      take(fields, true);
    } catch (error) {
      if (!(error instanceof Slip)) throw error;
      const { line, column } = lineOf(text.value, error.at);
      fill(wrong, `Line ${line}, column ${column}: ${error.message}`);
    }
  };
  fill(place, h("div", { class: "card begin-card" },
    h("label", { htmlFor: "sample" }, "Paste an object as you would like to get it; its names and values become fields."), text, wrong,
    h("div", { class: "row" }, h("button", { type: "button", class: "primary", on: { click: use } }, "Make a schema"),
      h("button", { type: "button", on: { click: () => fill(place) } }, "Cancel"))));
  text.focus();
}
