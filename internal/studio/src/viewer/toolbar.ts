// What stands above the pages: which page, how large, what is drawn over it.

import { fill, h } from "../dom";
import { button, toggle } from "./icon";
import type { Kind } from "./marks";

/** Deeds are what the bar can ask for. */
export interface Deeds {
  jump(page: number): void;
  zoom(by: 1 | -1 | "fit"): void;
  thumbs(on: boolean): void;
  boxes(on: boolean): void;
  numbers(on: boolean): void;
  kind(kind: string, on: boolean): void;
}

export class Toolbar {
  readonly element: HTMLElement;
  readonly legend = h("div", { class: "viewer-legend", hidden: true, attr: { role: "group", "aria-label": "Kinds of boxes" } });
  private readonly page = h("input", { type: "number", min: "1", class: "page-number", attr: { "aria-label": "Page" } });
  private readonly share = h("output", { class: "zoom-share", attr: { "aria-label": "Zoom" } });
  private readonly fit: HTMLButtonElement;
  private readonly marked: HTMLElement;
  private readonly key: HTMLButtonElement;
  private now = 1;

  constructor(private readonly pages: number, deeds: Deeds, thumbs: boolean) {
    this.page.max = String(pages);
    this.page.addEventListener("change", () => {
      const to = Math.round(Number(this.page.value));
      if (to >= 1 && to <= pages) deeds.jump(to); else this.page.value = String(this.now);
    });
    this.fit = button("fit", "Fit to width", () => deeds.zoom("fit"));
    this.key = toggle("legend", "Legend", matchMedia("(min-width: 801px)").matches, (on) => { this.legend.hidden = !on; });
    this.marked = h("div", { class: "tools", hidden: true },
      toggle("boxes", "Boxes over the pages", true, deeds.boxes), toggle("order", "Reading order", false, deeds.numbers), this.key);
    this.kind = deeds.kind;
    this.element = h("div", { class: "viewer-bar", attr: { role: "group", "aria-label": "Page view" } },
      h("div", { class: "tools" }, toggle("pages", "Thumbnails", thumbs, deeds.thumbs),
        button("left", "Previous page", () => deeds.jump(this.now - 1)), this.page, h("span", { class: "hint" }, `of ${pages}`),
        button("right", "Next page", () => deeds.jump(this.now + 1))),
      h("div", { class: "tools" }, button("less", "Smaller", () => deeds.zoom(-1)), this.share, button("more", "Larger", () => deeds.zoom(1)), this.fit),
      this.marked);
  }

  private readonly kind: Deeds["kind"];

  /** at shows which page is being read. */
  at(page: number): void {
    this.now = page;
    if (document.activeElement !== this.page || !this.page.matches(":user-invalid")) this.page.value = String(page);
    const [back, on] = [this.page.previousElementSibling, this.page.nextElementSibling?.nextElementSibling] as [HTMLButtonElement, HTMLButtonElement];
    back.disabled = page <= 1;
    on.disabled = page >= this.pages;
  }

  zoomed(share: number, fit: boolean): void {
    this.share.textContent = `${Math.round(share * 100)} %`;
    this.fit.setAttribute("aria-pressed", String(fit));
  }

  /** explain shows what the colours mean; each kind can be switched off. */
  explain(kinds: Kind[], counts: Map<string, number>, hidden: Set<string>): void {
    const there = kinds.filter((k) => counts.get(k.kind));
    fill(this.legend, there.map((k) => {
      const b = h("button", { type: "button", class: "key-kind", attr: { "aria-pressed": String(!hidden.has(k.kind)) } },
        h("i", { class: `swatch ${k.kind}` }), k.name, h("span", { class: "hint" }, counts.get(k.kind)));
      b.addEventListener("click", () => { const on = b.getAttribute("aria-pressed") !== "true"; b.setAttribute("aria-pressed", String(on)); this.kind(k.kind, on); });
      return b;
    }));
    this.key.hidden = there.length === 0;
    this.legend.hidden = there.length === 0 || this.key.getAttribute("aria-pressed") !== "true";
    this.marked.hidden = counts.size === 0;
  }
}
