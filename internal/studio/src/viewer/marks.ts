// Boxes over the pages: which of them stand on which page, which are lit, hidden, or under the keyboard.

import { h } from "../dom";
import type { Box } from "../wire";

/** Mark is a box on a page that stands for something in the results. */
export interface Mark {
  id: string;
  box: Box;
  kind: string;   // class of the box, which decides its colour
  label: string;  // what it is called to those who cannot see it
  order?: number; // number in reading order, drawn beside the box
}

/** Kind is a class of marks in the legend. */
export interface Kind { kind: string; name: string }

export class Marks {
  private all: Mark[] = [];
  private index = new Map<string, number>();
  private byPage = new Map<number, Mark[]>();
  private lit = new Set<string>();
  private at: string | null = null;
  readonly hidden = new Set<string>();

  set(marks: Mark[]): void {
    this.all = marks;
    this.index = new Map(marks.map((m, i) => [m.id, i]));
    this.byPage = new Map();
    for (const mark of marks) {
      const page = this.byPage.get(mark.box.page);
      if (page) page.push(mark); else this.byPage.set(mark.box.page, [mark]);
    }
    this.lit.clear();
    this.at = null;
  }

  get(id: string): Mark | undefined { const i = this.index.get(id); return i === undefined ? undefined : this.all[i]; }

  /** counts are how many marks each kind has. */
  counts(): Map<string, number> {
    const out = new Map<string, number>();
    for (const m of this.all) out.set(m.kind, (out.get(m.kind) ?? 0) + 1);
    return out;
  }

  /** draw puts the marks of a page into its layer: the small ones above, so that all can be reached. */
  draw(page: number, layer: HTMLElement): void {
    const area = (m: Mark) => m.box.width * m.box.height;
    const here = [...(this.byPage.get(page) ?? [])].sort((a, b) => area(b) - area(a));
    layer.replaceChildren(...here.map((mark) => {
      const { left, top, width, height } = mark.box;
      const element = h("div", {
        class: `mark ${mark.kind}`, title: mark.label, data: { mark: mark.id },
        style: { left: percent(left), top: percent(top), width: percent(width), height: percent(height) },
      }, mark.order === undefined ? null : h("span", { class: "order" }, mark.order));
      this.dress(element, mark);
      return element;
    }));
  }

  private dress(element: HTMLElement, mark: Mark): void {
    element.classList.toggle("lit", this.lit.has(mark.id));
    element.classList.toggle("at", this.at === mark.id);
    element.hidden = this.hidden.has(mark.kind) && !this.lit.has(mark.id);
  }

  /** repaint shows on drawn marks what became of them. */
  repaint(within: Element): void {
    for (const element of within.querySelectorAll<HTMLElement>("[data-mark]")) {
      const mark = this.get(element.dataset.mark ?? "");
      if (mark) this.dress(element, mark);
    }
  }

  light(ids: string[]): void { this.lit = new Set(ids); }

  current(): Mark | undefined { return this.at === null ? undefined : this.get(this.at); }

  choose(id: string | null): void { this.at = id; }

  /** step moves the keyboard to the next or the previous mark that can be seen; the first is one of the page. */
  step(by: 1 | -1, page: number): Mark | undefined {
    const from = this.at === null ? undefined : this.index.get(this.at);
    let i = from === undefined ? this.all.findIndex((m) => m.box.page >= page && !this.hidden.has(m.kind)) : from + by;
    while (i >= 0 && i < this.all.length && this.hidden.has(this.all[i]!.kind)) i += by;
    const mark = this.all[i];
    if (mark) this.at = mark.id;
    return mark;
  }
}

function percent(share: number): string { return `${share * 100}%`; }
