// The pages of a job beside its results, with marks drawn over them.
//
// Only the pages near the window are in the document. Results point at marks by their ids: `setMarks` says what is
// drawn (with a legend where kinds are named), `highlight` lights some of them, `picked` and `hovered` tell what the
// reader means. `cover` has something of one's own stand over the pages, `setView` changes to other pictures of them;
// `setWithout` tells pages that have none; `jump` shows a page, `turned` tells which one is being read; `absent` is called where a job has no pictures.

import { Failure } from "../api";
import { Column } from "../column";
import { h } from "../dom";
import { keys } from "./keys";
import { Marks, type Kind, type Mark } from "./marks";
import { Pictures } from "./pictures";
import { Sheet } from "./sheet";
import { Sizes } from "./sizes";
import { Strip } from "./strip";
import { Toolbar } from "./toolbar";
import { dpiFor, next, within, type Zoom } from "./zoom";

export type { Kind, Mark } from "./marks";

export interface ViewerOptions {
  job: string;
  pages: number;
  /** view chooses among the pictures a job has: an edit has those before and after. */
  view?: string;
}

const pad = 12; // pixels around a page

/** Viewer shows pages lazily; marks and results point at each other by the marks' ids. */
export class Viewer {
  readonly element: HTMLElement;
  /** area is what scrolls. */
  readonly area = h("div", { class: "pages", tabIndex: 0, attr: { role: "region", "aria-label": "Pages", "aria-describedby": "pages-keys" } });
  /** picked and hovered are told which mark the reader means; null when none. */
  picked: (id: string) => void = () => undefined;
  hovered: (id: string | null) => void = () => undefined;
  absent: () => void = () => undefined;
  /** turned is told which page is being read. */
  turned: (page: number) => void = () => undefined;

  private readonly sizes: Sizes;
  private readonly pictures: Pictures;
  private readonly small: Pictures;
  private readonly marks = new Marks();
  private readonly sheets = new Map<number, Sheet>();
  private readonly column: Column;
  private readonly bar: Toolbar;
  private readonly said = h("p", { class: "sr", attr: { "aria-live": "polite" } });
  private readonly body: HTMLElement;
  private readonly room: ResizeObserver;
  private over: ((page: number) => HTMLElement | null) | null = null;
  private readonly undrawn = new Set<Sheet>();
  private drawing = 0;
  private following = 0;
  private strip: Strip | null = null;
  private zoom: Zoom = "fit";
  private now = 1;
  private aimed: { page: number; top: number } | null = null;
  private any = false; // a picture was seen
  private readonly bare = new Set<number>(); // pages that have no picture

  constructor(readonly options: ViewerOptions) {
    this.sizes = new Sizes(options.pages);
    this.pictures = new Pictures(options.job, options.view, 16);
    this.small = new Pictures(options.job, options.view, 64);
    const thumbs = options.pages > 1 && matchMedia("(min-width: 1100px)").matches;
    this.bar = new Toolbar(options.pages, {
      jump: (page) => this.jump(page), zoom: (by) => this.resize(by), thumbs: (on) => this.thumbs(on),
      boxes: (on) => this.area.classList.toggle("bare", !on), numbers: (on) => this.area.classList.toggle("numbered", on),
      kind: (kind, on) => { if (on) this.marks.hidden.delete(kind); else this.marks.hidden.add(kind); this.marks.repaint(this.area); },
    }, thumbs);
    this.body = h("div", { class: "viewer-body" }, this.area);
    this.element = h("section", { class: "viewer", attr: { "aria-label": "Document" } }, this.bar.element, this.bar.legend, this.body, this.said,
      h("p", { class: "sr", id: "pages-keys" }, "Arrow keys go through the boxes, Enter chooses one, Page up and Page down turn pages, plus and minus change the size."));
    this.column = new Column({
      scroller: this.area, count: options.pages, pad, gap: pad, reach: 0.75, height: (i) => this.width(i + 1) * this.sizes.ratio(i + 1),
      make: (i) => this.make(i + 1), drop: (i) => this.drop(i + 1), moved: (top, height) => this.moved(top, height),
    });
    this.room = new ResizeObserver(() => this.refit());
    this.room.observe(this.area);
    if (thumbs) this.thumbs(true);
    this.bar.at(1);
    this.listen();
    keys(this.area, {
      step: (by) => this.step(by), pick: () => { const at = this.marks.current(); if (at) this.picked(at.id); return at !== undefined; },
      clear: () => { this.marks.choose(null); this.marks.repaint(this.area); this.hovered(null); },
      turn: (by) => this.jump(this.now + by), jump: (to) => this.jump(to === "first" ? 1 : options.pages), zoom: (by) => this.resize(by),
    });
  }

  /** setMarks replaces what is drawn over the pages; kinds are named in the legend. */
  setMarks(marks: Mark[], kinds: Kind[] = []): void {
    this.marks.set(marks);
    for (const sheet of this.sheets.values()) this.draw(sheet);
    this.bar.explain(kinds, this.marks.counts(), this.marks.hidden);
  }

  /** highlight lights up marks and, where asked, brings the first into sight. */
  highlight(ids: string[], scroll: boolean): void {
    this.marks.light(ids);
    this.marks.repaint(this.area);
    const first = scroll ? this.marks.get(ids[0] ?? "") : undefined;
    if (first) { this.marks.choose(first.id); this.reveal(first); this.marks.repaint(this.area); }
  }

  /** jump brings a page into sight. */
  jump(page: number): void {
    const to = Math.min(this.options.pages, Math.max(1, page));
    this.column.show(to - 1, "start");
    this.aim(to);
  }

  /** aim takes a page for the one that is being read until somebody scrolls on: several may be in sight. */
  private aim(page: number): void {
    const { scrollTop, clientHeight } = this.area;
    this.aimed = { page, top: scrollTop };
    this.moved(scrollTop, clientHeight);
  }

  /** cover has something of one's own stand over every page; make is called when a page comes near, again after it was far. */
  cover(make: ((page: number) => HTMLElement | null) | null): void {
    this.over = make;
    for (const sheet of this.sheets.values()) this.lay(sheet);
  }

  /** setWithout names pages that have no picture, before the first is shown. */
  setWithout(without: (page: number) => boolean): void { this.pictures.without = this.small.without = without; }

  /** setView changes to other pictures of the same pages; those that are there stay until the others have come. */
  setView(view: string): void {
    if (this.options.view === view) return;
    this.options.view = view;
    this.pictures.change(view);
    this.small.change(view);
    for (const sheet of this.sheets.values()) { sheet.forget(); this.fit(sheet); }
    this.strip?.resize();
  }

  close(): void {
    cancelAnimationFrame(this.drawing);
    cancelAnimationFrame(this.following);
    this.room.disconnect();
    this.strip?.close();
    this.column.close();
    this.pictures.close();
    this.small.close();
  }

  private reveal(mark: Mark): void {
    const { top, height, left, width, page } = mark.box;
    this.column.show(page - 1, "center", [top, top + height]);
    this.aim(page);
    const wide = this.width(page), from = left * wide, to = (left + width) * wide;
    if (from < this.area.scrollLeft || to > this.area.scrollLeft + this.area.clientWidth) this.area.scrollLeft = from - pad;
  }

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
      this.strip?.resize();
    }, (error) => {
      if (!(error instanceof Failure && error.status === 404)) return;
      this.bare.add(page);
      if (!this.any && [...this.sheets.keys()].every((p) => this.bare.has(p))) this.absent();
    });
    this.sheets.set(page, sheet);
    this.fit(sheet);
    this.undrawn.add(sheet);
    this.drawing ||= requestAnimationFrame(this.drawNext);
    return sheet.element;
  }

  private drop(page: number): void {
    const sheet = this.sheets.get(page);
    if (!sheet) return;
    sheet.close();
    this.undrawn.delete(sheet);
    this.sheets.delete(page);
  }

  private draw(sheet: Sheet): void { this.marks.draw(sheet.page, sheet.layer); }

  /** drawNext puts the marks on one page in each frame: a page may have thousands. */
  private readonly drawNext = (): void => {
    this.drawing = 0;
    const sheet = [...this.undrawn].sort((a, b) => Math.abs(a.page - this.now) - Math.abs(b.page - this.now))[0];
    if (!sheet) return;
    this.undrawn.delete(sheet);
    this.draw(sheet);
    this.lay(sheet);
    this.drawing = requestAnimationFrame(this.drawNext);
  };

  private lay(sheet: Sheet): void {
    sheet.element.querySelector(":scope > .cover")?.remove();
    const over = this.over?.(sheet.page);
    if (!over) return;
    over.classList.add("cover");
    sheet.element.append(over);
  }

  private fit(sheet: Sheet): void {
    const wide = this.width(sheet.page);
    Object.assign(sheet.element.style, {
      width: `${wide}px`, height: `${wide * this.sizes.ratio(sheet.page)}px`, left: `${Math.max(pad, (this.area.clientWidth - wide) / 2)}px`,
    });
    sheet.show(dpiFor(wide, this.sizes.inches(sheet.page)));
  }

  /** refit lays the pages out anew; the point at (x, y) of the window stays under it. */
  private refit(x = this.area.clientWidth / 2, y = 0): void {
    const { area } = this;
    if (area.clientWidth === 0) return;
    const before = Math.max(area.scrollWidth, 1), at = area.scrollLeft + x;
    let widest = 0;
    for (const sheet of this.sheets.values()) { this.fit(sheet); widest = Math.max(widest, this.width(sheet.page)); }
    this.column.element.style.width = this.zoom === "fit" ? "" : `${widest + 2 * pad}px`;
    this.column.resize(y);
    area.scrollLeft = (at / before) * area.scrollWidth - x;
    this.bar.zoomed(this.share(), this.zoom === "fit");
  }

  private share(): number { return this.width(this.now) / this.sizes.pixels(this.now); }

  private resize(by: 1 | -1 | "fit"): void {
    this.zoom = by === "fit" ? "fit" : next(this.share(), by);
    this.refit(undefined, this.area.clientHeight / 2);
  }

  private scale(factor: number, x: number, y: number): void {
    this.zoom = within(this.share() * factor);
    this.refit(x, y);
  }

  private moved(top: number, height: number): void {
    if (this.aimed && Math.abs(this.aimed.top - top) > 2) this.aimed = null;
    const read = this.aimed?.page ?? this.column.at(top + height / 3) + 1;
    if (read === this.now) return;
    this.now = read;
    // The strip is laid out in a frame of its own, so that none has to do much.
    this.following ||= requestAnimationFrame(() => {
      this.following = 0;
      this.bar.at(this.now);
      this.strip?.show(this.now);
      this.turned(this.now);
    });
  }

  private thumbs(on: boolean): void {
    this.strip?.close();
    this.strip?.element.remove();
    this.strip = null;
    if (!on) return;
    this.strip = new Strip(this.options.pages, this.small, this.sizes, (page) => this.jump(page));
    this.body.prepend(this.strip.element);
    this.strip.show(this.now);
  }

  private step(by: 1 | -1): boolean {
    const mark = this.marks.step(by, this.now);
    if (!mark) return false;
    this.reveal(mark);
    this.marks.repaint(this.area);
    this.said.textContent = `${mark.label}, page ${mark.box.page}`;
    this.hovered(mark.id);
    return true;
  }

  private listen(): void {
    const mark = (target: EventTarget | null) => (target as Element | null)?.closest?.<HTMLElement>("[data-mark]")?.dataset.mark ?? null;
    let over: string | null = null;
    this.area.addEventListener("click", (e) => { const id = mark(e.target); if (id !== null) { this.marks.choose(id); this.marks.repaint(this.area); this.picked(id); } });
    this.area.addEventListener("pointerover", (e) => { const id = mark(e.target); if (id !== over) { over = id; this.hovered(id); } });
    this.area.addEventListener("pointerleave", () => { if (over !== null) { over = null; this.hovered(null); } });
    this.area.addEventListener("wheel", (e) => {
      if (!e.ctrlKey) return;
      e.preventDefault();
      const r = this.area.getBoundingClientRect();
      this.scale(Math.exp(-e.deltaY / 300), e.clientX - r.left, e.clientY - r.top);
    }, { passive: false });
  }
}
