// Fields put together by hand: name, type, description, in any depth, moved and removed by mouse or keys.

import { fill, h } from "../dom";
import { field, kinds, type Field, type Fields } from "./field";

export class Builder {
  readonly element = h("div", { class: "schema-builder" });
  /** changed is called after every change. */
  changed: () => void = () => undefined;

  private of: Fields = { fields: [], rest: {} };
  private readonly list = h("ol", { class: "schema-fields" });
  private readonly empty = h("p", { class: "hint schema-empty" }, "No fields yet: everything that carries a label in the document is collected. Add fields to say what you want.");
  private readonly said = h("p", { class: "sr", attr: { "aria-live": "polite" } });

  constructor() {
    const add = h("button", { type: "button", class: "schema-add", on: { click: () => this.add(this.of.fields, this.of.fields.length) } }, "+ Add field");
    this.element.append(this.empty, this.list, add, this.said);
    this.draw();
  }

  get fields(): Fields { return this.of; }

  set fields(of: Fields) {
    this.of = of;
    this.draw();
  }

  private draw(): void {
    fill(this.list, this.of.fields.map((f, i) => this.row(f, this.of.fields, i)));
    this.empty.hidden = this.of.fields.length > 0;
  }

  /** structure draws everything anew and puts the focus where it belongs. */
  private structure(focus: string): void {
    this.draw();
    this.changed();
    this.element.querySelector<HTMLElement>(`[data-focus="${focus}"]`)?.focus();
  }

  private add(among: Field[], at: number): void {
    const f = field();
    among.splice(at, 0, f);
    this.structure(`${f.id}.name`);
  }

  private remove(among: Field[], at: number): void {
    const [gone] = among.splice(at, 1);
    const next = among[at] ?? among[at - 1];
    this.said.textContent = `${gone?.name || "Field"} removed.`;
    this.structure(next ? `${next.id}.name` : "");
    if (!next) this.element.querySelector<HTMLElement>(":scope > .schema-add")?.focus();
  }

  private move(among: Field[], at: number, by: number, focus: string): void {
    const to = at + by;
    if (to < 0 || to >= among.length) return;
    const [f] = among.splice(at, 1);
    among.splice(to, 0, f!);
    this.said.textContent = `${f!.name || "Field"} is now ${to + 1} of ${among.length}.`;
    this.structure(focus);
  }

  private row(f: Field, among: Field[], at: number): HTMLElement {
    const called = () => f.name.trim() || `field ${at + 1}`;
    const says = (words: string) => ({ "aria-label": words.replace("%", called()), "data-says": words });
    const key = (part: string) => ({ focus: `${f.id}.${part}` });
    const text = (part: "name" | "description", label: string, placeholder: string) => h("input", {
      type: "text", value: f[part], placeholder, class: `schema-${part}`, data: key(part), autocomplete: "off", spellcheck: part !== "name",
      attr: says(`${label} of %`),
      on: { input: (e) => { f[part] = (e.target as HTMLInputElement).value; if (part === "name") relabel(whole, called()); this.changed(); } },
    });
    const move = (by: number, part: string, glyph: string, label: string) => h("button", {
      type: "button", class: "tiny", data: key(part), title: `${label} (Alt ${by < 0 ? "↑" : "↓"})`, disabled: at + by < 0 || at + by >= among.length,
      attr: says(`${label}: %`), on: { click: () => this.move(among, at, by, `${f.id}.${part}`) },
    }, glyph);

    const head = h("div", { class: "schema-row" },
      text("name", "Name", "name"), this.type(f, says("Type of %")), text("description", "Description", "what it is, in plain words"),
      h("label", { class: "schema-required", title: "The result always has it; null where it is not found" },
        h("input", { type: "checkbox", checked: f.required, data: key("required"), attr: says("required: %"), on: { change: (e) => { f.required = (e.target as HTMLInputElement).checked; this.changed(); } } }),
        "required"),
      h("span", { class: "schema-moves" }, move(-1, "up", "↑", "Move up"), move(1, "down", "↓", "Move down"),
        h("button", { type: "button", class: "tiny", title: "Remove", attr: says("Remove: %"), on: { click: () => this.remove(among, at) } }, "✕")),
      f.kind === "enum" ? this.choices(f, says("Options of %")) : null);
    head.addEventListener("keydown", (e) => this.keys(e, f, among, at));
    const whole = h("li", { class: "schema-field" }, head, f.kind === "object" ? this.inner(f, called()) : null);
    return whole;
  }

  private keys(e: KeyboardEvent, f: Field, among: Field[], at: number): void {
    const part = (e.target as HTMLElement).dataset.focus?.split(".")[1] ?? "name";
    if (e.altKey && (e.key === "ArrowUp" || e.key === "ArrowDown")) {
      e.preventDefault();
      this.move(among, at, e.key === "ArrowUp" ? -1 : 1, `${f.id}.${part}`);
    } else if (e.key === "Enter" && e.target instanceof HTMLInputElement && e.target.type === "text") {
      e.preventDefault();
      this.add(among, at + 1);
    }
  }

  private type(f: Field, attr: Record<string, string>): HTMLElement {
    const option = (value: string, label: string, selected: boolean) => h("option", { value, selected }, label);
    const select = h("select", { class: "schema-type", data: { focus: `${f.id}.type` }, attr },
      f.kind === "json" ? option("json", "Other (see JSON)", true) : null,
      kinds.map((k) => option(k.kind, k.label, f.kind === k.kind && !f.list)),
      h("optgroup", { label: "List of" }, kinds.map((k) => option(`${k.kind}[]`, `List: ${k.label}`, f.kind === k.kind && f.list))));
    select.addEventListener("change", () => {
      if (f.kind === "json") f.rest = {};
      f.list = select.value.endsWith("[]");
      f.kind = select.value.replace("[]", "") as Field["kind"];
      if (f.kind === "object" && f.fields.length === 0) f.fields.push(field());
      this.structure(`${f.id}.type`);
    });
    return select;
  }

  private choices(f: Field, attr: Record<string, string>): HTMLElement {
    return h("input", {
      type: "text", class: "schema-choices", value: f.choices.join(", "), placeholder: "options, divided by commas",
      attr,
      on: { input: (e) => { f.choices = (e.target as HTMLInputElement).value.split(",").map((c) => c.trim()).filter(Boolean); this.changed(); } },
    });
  }

  private inner(f: Field, called: string): HTMLElement {
    return h("div", { class: "schema-inner" },
      h("ol", { class: "schema-fields", attr: { "aria-label": `Fields of ${called}` } }, f.fields.map((c, i) => this.row(c, f.fields, i))),
      h("button", { type: "button", class: "schema-add quiet", on: { click: () => this.add(f.fields, f.fields.length) } }, h("span", {}, `+ Add field to ${called}`)));
  }
}

/** relabel calls the controls of a field by its new name. */
function relabel(row: HTMLElement, name: string): void {
  for (const e of row.querySelectorAll<HTMLElement>(":scope > .schema-row [data-says]")) e.setAttribute("aria-label", e.dataset.says!.replace("%", name));
  const add = row.querySelector(":scope > .schema-inner > .schema-add > span");
  if (add) add.textContent = `+ Add field to ${name}`;
}
