// The pages of a job beside its results, with marks drawn over them.

import { pageImage } from "../api";
import { fill, h, svg } from "../dom";
import type { Box } from "../wire";

/** Mark is a box on a page that stands for something in the results. */
export interface Mark {
  id: string;
  box: Box;
  kind: string;   // class of the box, which decides its colour
  label: string;  // what it is called to those who cannot see it
  order?: number; // number in reading order, drawn beside the box
}

export interface ViewerOptions {
  job: string;
  pages: number;
  /** view chooses among the pictures a job has: an edit has those before and after. */
  view?: string;
}

/** Viewer shows pages lazily; marks and results point at each other by the marks' ids. */
export class Viewer {
  readonly element: HTMLElement;
  /** picked and hovered are told which mark the reader means; null when none. */
  picked: (id: string) => void = () => undefined;
  hovered: (id: string | null) => void = () => undefined;

  private readonly sheets: HTMLElement[] = [];
  private readonly overlays: SVGSVGElement[] = [];
  private make: ((page: number) => HTMLElement | null) | null = null;
  private readonly seen: IntersectionObserver;
  private readonly stop = new AbortController();

  constructor(private readonly options: ViewerOptions) {
    this.element = h("section", { class: "viewer", attr: { "aria-label": "Pages" }, tabIndex: 0 });
    this.seen = new IntersectionObserver((entries) => {
      for (const e of entries) if (e.isIntersecting) void this.load(Number((e.target as HTMLElement).dataset.page));
    }, { root: this.element, rootMargin: "100% 0px" });
    for (let n = 1; n <= options.pages; n++) {
      const overlay = svg("svg", { viewBox: "0 0 1 1", preserveAspectRatio: "none", class: "overlay" });
      const sheet = h("figure", { class: "sheet", data: { page: String(n) }, attr: { "aria-label": `Page ${n}` } });
      sheet.append(overlay);
      this.sheets.push(sheet);
      this.overlays.push(overlay);
      this.element.append(sheet);
      this.seen.observe(sheet);
    }
  }

  private async load(page: number): Promise<void> {
    const sheet = this.sheets[page - 1];
    if (!sheet || sheet.querySelector("img")) return;
    this.lay(page);
    const image = h("img", { alt: "", decoding: "async" });
    sheet.prepend(image);
    try {
      image.src = await pageImage(this.options.job, page, 110, this.stop.signal, this.options.view);
    } catch {
      if (!this.stop.signal.aborted) image.replaceWith(h("p", { class: "hint" }, `Page ${page} has no picture.`));
    }
  }

  /** cover has something of one's own stand over every page; make is called when a page comes near, again after it was far. */
  cover(make: ((page: number) => HTMLElement | null) | null): void {
    this.make = make;
    this.sheets.forEach((sheet, i) => { if (sheet.querySelector("img")) this.lay(i + 1); });
  }

  private lay(page: number): void {
    const sheet = this.sheets[page - 1]!;
    sheet.querySelector(":scope > .cover")?.remove();
    const over = this.make?.(page);
    if (!over) return;
    over.classList.add("cover");
    sheet.append(over);
  }

  /** setView changes to other pictures of the same pages. */
  setView(view: string): void {
    if (this.options.view === view) return;
    this.options.view = view;
    for (const sheet of this.sheets) {
      const image = sheet.querySelector<HTMLImageElement>(":scope > img");
      if (!image) continue;
      URL.revokeObjectURL(image.src);
      image.remove();
      void this.load(Number(sheet.dataset.page));
    }
  }

  /** setMarks replaces what is drawn over the pages. */
  setMarks(marks: Mark[]): void {
    for (const overlay of this.overlays) fill(overlay);
    for (const mark of marks) {
      const { left, top, width, height, page } = mark.box;
      const rect = svg("rect", { x: left, y: top, width, height, class: `mark ${mark.kind}`, "data-mark": mark.id });
      rect.append(svg("title", {}, mark.label));
      rect.addEventListener("click", () => this.picked(mark.id));
      rect.addEventListener("pointerenter", () => this.hovered(mark.id));
      rect.addEventListener("pointerleave", () => this.hovered(null));
      this.overlays[page - 1]?.append(rect);
    }
  }

  /** highlight lights up marks and, where asked, brings the first into sight. */
  highlight(ids: string[], scroll: boolean): void {
    const lit = new Set(ids);
    let first: Element | null = null;
    for (const rect of this.element.querySelectorAll("[data-mark]")) {
      const on = lit.has(rect.getAttribute("data-mark") ?? "");
      rect.classList.toggle("lit", on);
      if (on && !first) first = rect;
    }
    if (scroll) first?.scrollIntoView({ block: "center" });
  }

  /** jump brings a page into sight. */
  jump(page: number): void { this.sheets[page - 1]?.scrollIntoView({ block: "start" }); }

  close(): void {
    this.stop.abort();
    this.seen.disconnect();
    for (const image of this.element.querySelectorAll("img")) URL.revokeObjectURL(image.src);
  }
}
