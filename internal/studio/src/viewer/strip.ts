// The pages as a strip of small pictures to choose from.

import { Column } from "../column";
import { h } from "../dom";
import type { Pictures } from "./pictures";
import { Sheet } from "./sheet";
import type { Sizes } from "./sizes";

const width = 72; // pixels of a small picture
const caption = 22;

export class Strip {
  readonly element = h("div", { class: "thumbs", attr: { role: "toolbar", "aria-orientation": "vertical", "aria-label": "Page thumbnails" } });
  private readonly column: Column;
  private readonly sheets = new Map<number, Sheet>();
  private now = 1;

  constructor(pages: number, pictures: Pictures, sizes: Sizes, jump: (page: number) => void) {
    this.column = new Column({
      scroller: this.element, count: pages, pad: 8, gap: 6, reach: 0.5,
      height: (i) => Math.min(width * 2, width * sizes.ratio(i + 1)) + caption,
      make: (i) => {
        const paper = h("span", { class: "thumb-page", style: { height: `${Math.min(width * 2, width * sizes.ratio(i + 1))}px` } });
        const sheet = new Sheet(i + 1, paper, pictures, () => undefined, () => undefined);
        this.sheets.set(i, sheet);
        sheet.show(36);
        const button = h("button", { type: "button", class: "thumb", tabIndex: i + 1 === this.now ? 0 : -1, attr: { "aria-label": `Page ${i + 1}`, "aria-current": i + 1 === this.now ? "page" : null }, on: { click: () => jump(i + 1) } },
          sheet.element, h("span", {}, i + 1));
        return button;
      },
      drop: (i) => { this.sheets.get(i)?.close(); this.sheets.delete(i); },
    });
    this.element.addEventListener("keydown", (e) => {
      const to = { ArrowDown: this.now + 1, ArrowUp: this.now - 1, Home: 1, End: pages }[e.key];
      if (to === undefined || to < 1 || to > pages) return;
      e.preventDefault();
      jump(to);
      this.show(to);
      this.column.items.get(to - 1)?.focus();
    });
  }

  /** show marks the page that is being read. */
  show(page: number): void {
    if (page === this.now) return;
    const focused = this.element.contains(document.activeElement);
    this.dress(this.now, false);
    this.now = page;
    this.column.show(page - 1, "nearest");
    this.dress(page, true);
    if (focused) this.column.items.get(page - 1)?.focus({ preventScroll: true });
  }

  private dress(page: number, on: boolean): void {
    const button = this.column.items.get(page - 1);
    if (!button) return;
    button.tabIndex = on ? 0 : -1;
    if (on) button.setAttribute("aria-current", "page"); else button.removeAttribute("aria-current");
  }

  /** resize follows what was learnt about the pages. */
  resize(): void { this.column.resize(); this.column.refresh(); }

  close(): void { this.column.close(); }
}
