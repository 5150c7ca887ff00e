// The pages of a job beside its results, with marks drawn over them.
//
// Only the pages near the window are in the document. Results point at marks by their ids: `setMarks` says what is
// drawn (with a legend where kinds are named), `highlight` lights some of them, `picked` and `hovered` tell what the
// reader means. `cover` has something of one's own stand over the pages, `setView` changes to other pictures of them,
// `setWithout` names pages that have none. `jump` shows a page, `turned` tells which one is being read, and `absent` is
// called where a job has no pictures.

import { h } from "../dom";
import { keys } from "./keys";
import { Marks, type Kind, type Mark } from "./marks";
import { Paper } from "./paper";
import { Pictures } from "./pictures";
import { pointer } from "./pointer";
import type { Sheet } from "./sheet";
import { Sizes } from "./sizes";
import { Strip } from "./strip";
import { Toolbar } from "./toolbar";

export type { Kind, Mark } from "./marks";

export interface ViewerOptions {
  job: string;
  pages: number;
  /** view chooses among the pictures a job has: an edit has those before and after. */
  view?: string;
}

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
  private readonly undrawn = new Set<Sheet>();
  private readonly said = h("p", { class: "sr", attr: { "aria-live": "polite" } });
  private readonly body: HTMLElement;
  private readonly bar: Toolbar;
  private readonly paper: Paper;
  private over: ((page: number) => HTMLElement | null) | null = null;
  private strip: Strip | null = null;
  private drawing = 0;
  private following = 0;

  constructor(readonly options: ViewerOptions) {
    this.sizes = new Sizes(options.pages);
    this.pictures = new Pictures(options.job, options.view, 16);
    this.small = new Pictures(options.job, options.view, 64);
    const thumbs = options.pages > 1 && matchMedia("(min-width: 1100px)").matches;
    this.bar = new Toolbar(options.pages, {
      jump: (page) => this.jump(page), zoom: (by) => this.paper.resize(by), thumbs: (on) => this.thumbs(on),
      boxes: (on) => this.area.classList.toggle("bare", !on), numbers: (on) => this.area.classList.toggle("numbered", on),
      kind: (kind, on) => { if (on) this.marks.hidden.delete(kind); else this.marks.hidden.add(kind); this.marks.repaint(this.area); },
    }, thumbs);
    this.body = h("div", { class: "viewer-body" }, this.area);
    this.element = h("section", { class: "viewer", attr: { "aria-label": "Document" } }, this.bar.element, this.bar.legend, this.body, this.said,
      h("p", { class: "sr", id: "pages-keys" }, "Arrow keys go through the boxes, Enter chooses one, Page up and Page down turn pages, plus and minus change the size."));
    this.paper = new Paper(this.area, options.pages, this.pictures, this.sizes, {
      near: (sheet) => { this.undrawn.add(sheet); this.drawing ||= requestAnimationFrame(this.drawNext); },
      far: (sheet) => this.undrawn.delete(sheet),
      // The strip is laid out in a frame of its own, so that none has to do much.
      turned: () => { this.following ||= requestAnimationFrame(this.follow); },
      zoomed: (share, fit) => this.bar.zoomed(share, fit), learnt: () => this.strip?.resize(), absent: () => this.absent(),
    });
    if (thumbs) this.thumbs(true);
    this.bar.at(1);
    pointer(this.area, {
      pick: (id) => { this.choose(id); this.picked(id); }, hover: (id) => this.hovered(id), scale: (factor, x, y) => this.paper.scale(factor, x, y),
    });
    keys(this.area, {
      step: (by) => this.step(by), pick: () => { const at = this.marks.current(); if (at) this.picked(at.id); return at !== undefined; },
      clear: () => { this.choose(null); this.hovered(null); },
      turn: (by) => this.jump(this.paper.now + by), jump: (to) => this.jump(to === "first" ? 1 : options.pages), zoom: (by) => this.paper.resize(by),
    });
  }

  /** setMarks replaces what is drawn over the pages; kinds are named in the legend. */
  setMarks(marks: Mark[], kinds: Kind[] = []): void {
    this.marks.set(marks);
    for (const sheet of this.paper.sheets.values()) this.marks.draw(sheet.page, sheet.layer);
    this.bar.explain(kinds, this.marks.counts(), this.marks.hidden);
  }

  /** highlight lights up marks and, where asked, brings the first into sight. */
  highlight(ids: string[], scroll: boolean): void {
    this.marks.light(ids);
    this.marks.repaint(this.area);
    const first = scroll ? this.marks.get(ids[0] ?? "") : undefined;
    if (!first) return;
    this.paper.reveal(first.box);
    this.choose(first.id);
  }

  /** jump brings a page into sight. */
  jump(page: number): void { this.paper.jump(page); }

  /** cover has something of one's own stand over every page; make is called when a page comes near, again after it was far. */
  cover(make: ((page: number) => HTMLElement | null) | null): void {
    this.over = make;
    for (const sheet of this.paper.sheets.values()) this.lay(sheet);
  }

  /** setWithout names pages that have no picture, before the first is shown. */
  setWithout(without: (page: number) => boolean): void { this.pictures.without = this.small.without = without; }

  /** setView changes to other pictures of the same pages. */
  setView(view: string): void {
    if (this.options.view === view) return;
    this.options.view = view;
    this.pictures.change(view);
    this.small.change(view);
    this.paper.again();
    this.strip?.resize();
  }

  close(): void {
    cancelAnimationFrame(this.drawing);
    cancelAnimationFrame(this.following);
    this.strip?.close();
    this.paper.close();
    this.pictures.close();
    this.small.close();
  }

  private choose(id: string | null): void {
    this.marks.choose(id);
    this.marks.repaint(this.area);
  }

  private step(by: 1 | -1): boolean {
    const mark = this.marks.step(by, this.paper.now);
    if (!mark) return false;
    this.paper.reveal(mark.box);
    this.marks.repaint(this.area);
    this.said.textContent = `${mark.label}, page ${mark.box.page}`;
    this.hovered(mark.id);
    return true;
  }

  private readonly follow = (): void => {
    this.following = 0;
    this.bar.at(this.paper.now);
    this.strip?.show(this.paper.now);
    this.turned(this.paper.now);
  };

  /** drawNext draws over one page in each frame: it may have thousands of marks. */
  private readonly drawNext = (): void => {
    this.drawing = 0;
    const far = (s: Sheet) => Math.abs(s.page - this.paper.now);
    const sheet = [...this.undrawn].sort((a, b) => far(a) - far(b))[0];
    if (!sheet) return;
    this.undrawn.delete(sheet);
    this.marks.draw(sheet.page, sheet.layer);
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

  private thumbs(on: boolean): void {
    this.strip?.close();
    this.strip?.element.remove();
    this.strip = null;
    if (!on) return;
    this.strip = new Strip(this.options.pages, this.small, this.sizes, (page) => this.jump(page));
    this.body.prepend(this.strip.element);
    this.strip.show(this.paper.now);
  }
}
