// The pages themselves below each other: how large they are, which are near the window, which one is being read.

import { Failure } from "../api";
import { Column } from "../column";
import { h } from "../dom";
import { Pictures } from "./pictures";
import { Sheet } from "./sheet";
import { Sizes } from "./sizes";
import { dpiFor, next, within, type Zoom } from "./zoom";

const pad = 12; // pixels around a page

/** Followers are told what happens to the pages. */
export interface Followers {
  /** near is told that a page has come near the window and waits for what stands over it. */
  near(sheet: Sheet): void;
  far(sheet: Sheet): void;
  /** turned is told which page is being read. */
  turned(page: number): void;
  /** zoomed is told the size of the page that is being read, and whether it is the one that fits. */
  zoomed(share: number, fit: boolean): void;
  /** learnt is told that pages are not as large as was thought. */
  learnt(): void;
  /** absent is told that there are no pictures. */
  absent(): void;
}

export class Paper {
  readonly sheets = new Map<number, Sheet>();
  now = 1;
  private readonly column: Column;
  private readonly room: ResizeObserver;
  private zoom: Zoom = "fit";
  private aimed: { page: number; top: number } | null = null;
  private any = false; // a picture was seen
  private readonly bare = new Set<number>(); // pages that have no picture

  constructor(private readonly area: HTMLElement, private readonly pages: number, private readonly pictures: Pictures,
    private readonly sizes: Sizes, private readonly followers: Followers) {
    this.column = new Column({
      scroller: area, count: pages, pad, gap: pad, reach: 0.75, height: (i) => this.width(i + 1) * sizes.ratio(i + 1),
      make: (i) => this.make(i + 1), drop: (i) => this.drop(i + 1), moved: (top, height) => this.moved(top, height),
    });
    this.room = new ResizeObserver(() => this.refit());
    this.room.observe(area);
  }

  /** jump brings a page into sight. */
  jump(page: number): void {
    const to = Math.min(this.pages, Math.max(1, page));
    this.column.show(to - 1, "start");
    this.aim(to);
  }

  /** reveal brings a part of a page into sight. */
  reveal({ page, left, top, width, height }: { page: number; left: number; top: number; width: number; height: number }): void {
    this.column.show(page - 1, "center", [top, top + height]);
    this.aim(page);
    const wide = this.width(page), from = left * wide, to = (left + width) * wide;
    if (from < this.area.scrollLeft || to > this.area.scrollLeft + this.area.clientWidth) this.area.scrollLeft = from - pad;
  }

  /** again asks for all pictures anew; those that are there stay until the others have come. */
  again(): void { for (const sheet of this.sheets.values()) { sheet.forget(); this.fit(sheet); } }

  /** resize takes the next size, or the one that fits. */
  resize(by: 1 | -1 | "fit"): void {
    this.zoom = by === "fit" ? "fit" : next(this.share(), by);
    this.refit(undefined, this.area.clientHeight / 2);
  }

  /** scale keeps the point at (x, y) of the window under the pointer. */
  scale(factor: number, x: number, y: number): void {
    this.zoom = within(this.share() * factor);
    this.refit(x, y);
  }

  close(): void {
    this.room.disconnect();
    this.column.close();
  }

  private share(): number { return this.width(this.now) / this.sizes.pixels(this.now); }

  private width(page: number): number {
    if (this.zoom === "fit") return Math.max(80, this.area.clientWidth - 2 * pad);
    return Math.round(this.sizes.pixels(page) * this.zoom);
  }

  private make(page: number): HTMLElement {
    const figure = h("figure", { class: "sheet", data: { page: String(page) }, attr: { "aria-label": `Page ${page}` } });
    const sheet = new Sheet(page, figure, this.pictures, (w, t, dpi) => {
      this.any = true;
      if (!this.sizes.learn(page, w, t, dpi)) return;
      this.refit();
      this.followers.learnt();
    }, (error) => {
      if (!(error instanceof Failure && error.status === 404)) return;
      this.bare.add(page);
      if (!this.any && [...this.sheets.keys()].every((p) => this.bare.has(p))) this.followers.absent();
    });
    this.sheets.set(page, sheet);
    this.fit(sheet);
    this.followers.near(sheet);
    return figure;
  }

  private drop(page: number): void {
    const sheet = this.sheets.get(page);
    if (!sheet) return;
    this.followers.far(sheet);
    sheet.close();
    this.sheets.delete(page);
  }

  private fit(sheet: Sheet): void {
    const wide = this.width(sheet.page);
    Object.assign(sheet.element.style, {
      width: `${wide}px`, height: `${wide * this.sizes.ratio(sheet.page)}px`, left: `${Math.max(pad, (this.area.clientWidth - wide) / 2)}px`,
    });
    sheet.show(dpiFor(wide, this.sizes.inches(sheet.page)));
  }

  /** refit lays the pages out anew; the point at (x, y) of the window stays where it is. */
  private refit(x = this.area.clientWidth / 2, y = 0): void {
    const { area } = this;
    if (area.clientWidth === 0) return;
    const before = Math.max(area.scrollWidth, 1), at = area.scrollLeft + x;
    let widest = 0;
    for (const sheet of this.sheets.values()) { this.fit(sheet); widest = Math.max(widest, this.width(sheet.page)); }
    this.column.element.style.width = this.zoom === "fit" ? "" : `${widest + 2 * pad}px`;
    this.column.resize(y);
    area.scrollLeft = (at / before) * area.scrollWidth - x;
    this.followers.zoomed(this.share(), this.zoom === "fit");
  }

  /** aim takes a page for the one that is being read until somebody scrolls on: several may be in sight. */
  private aim(page: number): void {
    const { scrollTop, clientHeight } = this.area;
    this.aimed = { page, top: scrollTop };
    this.moved(scrollTop, clientHeight);
  }

  private moved(top: number, height: number): void {
    if (this.aimed && Math.abs(this.aimed.top - top) > 2) this.aimed = null;
    const read = this.aimed?.page ?? this.column.at(top + height / 3) + 1;
    if (read === this.now) return;
    this.now = read;
    this.followers.turned(read);
  }
}
