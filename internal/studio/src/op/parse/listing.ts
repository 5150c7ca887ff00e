// A long list to choose from, after the pattern of a list box: one stop of the Tab key, arrows within.

import { Column } from "../../column";
import { h } from "../../dom";

export interface ListingOptions {
  label: string;
  count: number;
  height: number;
  /** measured is for rows that differ in height. */
  measured?: boolean;
  /** row makes what a row shows, without what marks it as chosen. */
  row(index: number): HTMLElement;
  chosen(index: number): void;
  hovered(index: number | null): void;
}

let lists = 0;

export class Listing {
  readonly element: HTMLElement;
  private readonly column: Column;
  private readonly name = `list${++lists}`;
  private at = -1;
  private lit = -1;

  constructor(private readonly options: ListingOptions) {
    this.element = h("div", { class: "listing", tabIndex: 0, attr: { role: "listbox", "aria-label": options.label } });
    this.column = new Column({
      scroller: this.element, count: options.count, measured: options.measured ?? false, height: () => options.height, reach: 0.5, make: (i) => this.make(i),
    });
    this.column.element.setAttribute("role", "presentation");
    this.element.addEventListener("click", (e) => { const i = this.index(e.target); if (i >= 0) { this.mark(i); options.chosen(i); } });
    this.element.addEventListener("pointerover", (e) => options.hovered(this.index(e.target) < 0 ? null : this.index(e.target)));
    this.element.addEventListener("pointerleave", () => options.hovered(null));
    this.element.addEventListener("keydown", (e) => {
      const last = this.column.count - 1;
      const to = { ArrowDown: Math.min(last, this.at + 1), ArrowUp: Math.max(0, this.at - 1), Home: 0, End: last, PageDown: Math.min(last, this.at + 10), PageUp: Math.max(0, this.at - 10) }[e.key];
      if (to === undefined || last < 0) return;
      e.preventDefault();
      this.show(to);
      options.chosen(to);
    });
  }

  private index(target: EventTarget | null): number { return Number((target as Element | null)?.closest<HTMLElement>("[role=option]")?.dataset.index ?? -1); }

  private make(i: number): HTMLElement {
    const row = this.options.row(i);
    row.id = `${this.name}-${i}`;
    row.setAttribute("role", "option");
    row.setAttribute("aria-selected", String(i === this.at));
    row.setAttribute("aria-posinset", String(i + 1));
    row.setAttribute("aria-setsize", String(this.column?.count ?? this.options.count));
    row.classList.toggle("lit", i === this.lit);
    return row;
  }

  /** mark shows a row as chosen. */
  mark(i: number): void {
    this.column.items.get(this.at)?.setAttribute("aria-selected", "false");
    this.at = i;
    this.column.items.get(i)?.setAttribute("aria-selected", "true");
    if (i >= 0) this.element.setAttribute("aria-activedescendant", `${this.name}-${i}`); else this.element.removeAttribute("aria-activedescendant");
  }

  /** show marks a row and brings it into sight. */
  show(i: number): void { this.mark(i); this.column.show(i, "nearest"); }

  /** light shows what the pointer is over elsewhere. */
  light(i: number): void {
    this.column.items.get(this.lit)?.classList.remove("lit");
    this.lit = i;
    this.column.items.get(i)?.classList.add("lit");
  }

  /** reset shows other rows. */
  reset(count: number): void { this.mark(-1); this.lit = -1; this.column.reset(count); }

  close(): void { this.column.close(); }
}
