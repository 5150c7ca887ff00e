// A schema in two forms that say the same: fields put together by hand, and JSON.

import { Failure } from "../api";
import { fill, h } from "../dom";
import { tabs } from "../tabs";
import { Builder } from "./builder";
import { fault, type Field, type Fields } from "./field";
import { lineOf, placed, Slip } from "./place";
import { Misfit, read } from "./read";
import { write, type Schema } from "./write";

export class Editor {
  readonly element: HTMLElement;
  private readonly builder = new Builder();
  private readonly text = h("textarea", { class: "schema-text", rows: 18, spellcheck: false, attr: { "aria-label": "JSON schema", "aria-describedby": "schema-wrong" } });
  private readonly wrong = h("p", { id: "schema-wrong", class: "schema-wrong", attr: { "aria-live": "polite" } });
  private readonly tabs;
  private misfit = ""; // what is wrong with the text, empty where nothing is
  private typed = false; // the text was changed and stands for the schema

  constructor() {
    this.tabs = tabs("Schema", [
      { id: "fields", label: "Fields", element: this.builder.element },
      { id: "json", label: "JSON", element: h("div", { class: "schema-json" }, this.text, this.wrong) },
    ], (id) => this.turn(id));
    this.text.addEventListener("input", () => { this.typed = true; this.judge(); });
    this.element = h("div", { class: "schema-editor" }, this.tabs.element);
  }

  get fields(): Field[] { return this.builder.fields.fields; }

  /** set shows fields in both forms. */
  set(of: Fields): void {
    this.builder.fields = of;
    this.typed = false;
    this.show();
  }

  /** load shows a schema; one that the builder cannot read is shown as text with what is wrong. */
  load(schema: unknown): void {
    try {
      this.set(read(typeof schema === "string" ? JSON.parse(schema) : schema ?? {}));
    } catch {
      this.text.value = typeof schema === "string" ? schema : JSON.stringify(schema, null, 2);
      this.typed = true;
      this.judge();
      this.tabs.show("json");
    }
  }

  /** schema is what is asked for; it throws a Failure that names the place of what is wrong. */
  schema(): Schema {
    if (this.typed) this.judge();
    if (this.misfit) {
      this.tabs.show("json");
      throw new Failure(0, "INVALID_SCHEMA", this.misfit);
    }
    const missing = fault(this.fields);
    if (missing) throw new Failure(0, "INVALID_SCHEMA", missing);
    return write(this.builder.fields);
  }

  private show(): void {
    this.misfit = "";
    this.text.value = JSON.stringify(write(this.builder.fields), null, 2);
    fill(this.wrong);
    this.text.removeAttribute("aria-invalid");
  }

  /** turn keeps what is wrong from being lost: the text stays in front until it can be read. */
  private turn(id: string): boolean {
    if (id === "json") {
      if (!this.misfit) this.show();
      this.typed = false;
      return true;
    }
    if (this.misfit) this.text.focus();
    else this.typed = false; // from here on the builder says what is asked for
    return this.misfit === "";
  }

  /** judge reads the text into the builder or says what is wrong, and where. */
  private judge(): void {
    const { text } = this;
    let at = -1;
    this.misfit = "";
    let where = new Map<string, number>();
    try {
      const whole = placed(text.value.trim() === "" ? "{}" : text.value);
      where = whole.places;
      this.builder.fields = read(whole.value);
    } catch (error) {
      if (!(error instanceof Slip || error instanceof Misfit)) throw error;
      at = error instanceof Slip ? error.at : place(where, error.pointer);
      const { line, column } = lineOf(text.value, at);
      const path = error instanceof Misfit && error.pointer ? ` (at ${error.pointer})` : "";
      this.misfit = `Line ${line}, column ${column}: ${error.message}${path}`;
    }
    text.toggleAttribute("aria-invalid", this.misfit !== "");
    fill(this.wrong, this.misfit, this.misfit ? " " : null, this.misfit
      ? h("button", { type: "button", class: "quiet", on: { click: () => { text.focus(); text.setSelectionRange(at, at + 1); } } }, "Go there") : null);
  }
}

/** place is where a pointer points, or the nearest part above it that is there. */
function place(places: Map<string, number>, pointer: string): number {
  for (let p = pointer; ; p = p.slice(0, p.lastIndexOf("/"))) {
    const at = places.get(p);
    if (at !== undefined) return at;
    if (!p) return 0;
  }
}
