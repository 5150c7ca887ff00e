// Many items below each other, of which only those near the window are in the document. What is being read stays where
// it is when heights above it turn out to be others than thought.

import { h } from "./dom";

export interface ColumnOptions {
  /** scroller is what scrolls; the column is all it holds. */
  scroller: HTMLElement;
  count: number;
  /** height of an item in pixels: exact, or a guess where the items are measured. */
  height(index: number): number;
  /** measured takes the heights from the items themselves. */
  measured?: boolean;
  make(index: number): HTMLElement;
  drop?(index: number, element: HTMLElement): void;
  /** moved is told after every change what is in sight: from which height, how much. */
  moved?(top: number, height: number): void;
  gap?: number;
  pad?: number;
  /** reach is how far beyond the window items are kept, in windows. */
  reach?: number;
}

export class Column {
  readonly element = h("div", { class: "column" });
  readonly items = new Map<number, HTMLElement>();
  private tops = new Float64Array(1);
  private known: Float64Array;
  private readonly gap: number;
  private readonly pad: number;
  private readonly sizes: ResizeObserver;
  private frame = 0;

  constructor(private readonly options: ColumnOptions) {
    this.gap = options.gap ?? 0;
    this.pad = options.pad ?? 0;
    this.known = new Float64Array(options.count).fill(-1);
    options.scroller.append(this.element);
    options.scroller.addEventListener("scroll", this.later, { passive: true });
    this.sizes = new ResizeObserver(() => {
      if (options.measured) this.measure();
      this.later();
    });
    this.sizes.observe(options.scroller);
    this.place();
    this.update();
  }

  get count(): number { return this.options.count; }

  private readonly later = (): void => { this.frame ||= requestAnimationFrame(() => { this.frame = 0; this.update(); }); };

  private height(i: number): number { const k = this.known[i]!; return k >= 0 ? k : this.options.height(i); }

  /** top is where an item begins. */
  top(i: number): number { return this.tops[i] ?? 0; }

  /** at is the item that covers a height. */
  at(y: number): number {
    let low = 0, high = this.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.tops[middle]! <= y) low = middle; else high = middle - 1;
    }
    return Math.max(0, low);
  }

  private place(): void {
    const n = this.count;
    this.tops = new Float64Array(n + 1);
    let y = this.pad;
    for (let i = 0; i < n; i++) { this.tops[i] = y; y += this.height(i) + this.gap; }
    this.tops[n] = y;
    this.element.style.height = `${Math.max(0, y - (n ? this.gap : 0) + this.pad)}px`;
    for (const [i, e] of this.items) e.style.top = `${this.tops[i]!}px`;
  }

  /** around changes the layout and keeps the point at `y` of the window on the same part of its item. */
  private around(change: () => void, y = 0): void {
    const { scroller } = this.options;
    const from = scroller.scrollTop;
    if (from + y <= this.pad) { change(); this.place(); return; }
    const i = this.at(from + y);
    const share = (from + y - this.tops[i]!) / Math.max(1, this.height(i));
    change();
    this.place();
    const to = this.tops[i]! + share * this.height(i) - y;
    if (Math.abs(to - from) > 0.5) scroller.scrollTop = to;
  }

  /** resize asks all heights anew. */
  resize(y?: number): void { this.around(() => this.known.fill(-1), y); this.update(); }

  /** reset shows another number of items from the start. */
  reset(count: number): void {
    for (const [i, e] of this.items) this.remove(i, e);
    this.options.count = count;
    this.known = new Float64Array(count).fill(-1);
    this.options.scroller.scrollTop = 0;
    this.place();
    this.update();
  }

  /** refresh makes the items in the document anew. */
  refresh(): void {
    for (const [i, e] of this.items) this.remove(i, e);
    this.update();
  }

  private remove(i: number, e: HTMLElement): void {
    this.items.delete(i);
    this.sizes.unobserve(e);
    this.options.drop?.(i, e);
    e.remove();
  }

  /** window is the first and last item in sight. */
  window(): [number, number] {
    const { scrollTop, clientHeight } = this.options.scroller;
    return [this.at(scrollTop), this.at(scrollTop + clientHeight)];
  }

  update(): void {
    // Measuring new items can show that more fit, which is looked at a few times.
    let { scrollTop, clientHeight } = this.options.scroller;
    for (let round = 0; round < 4; round++) {
      if (clientHeight === 0) return;
      const reach = clientHeight * (this.options.reach ?? 1);
      const first = this.at(scrollTop - reach), last = this.count ? this.at(scrollTop + clientHeight + reach) : -1;
      for (const [i, e] of this.items) if (i < first || i > last) this.remove(i, e);
      const fresh = [];
      for (let i = first; i <= last; i++) if (!this.items.has(i)) fresh.push(i);
      for (const i of fresh) this.add(i);
      if (!this.options.measured || fresh.length === 0 || !this.measure()) break;
      ({ scrollTop, clientHeight } = this.options.scroller);
    }
    this.options.moved?.(scrollTop, clientHeight);
  }

  private add(i: number): void {
    const e = this.options.make(i);
    e.style.top = `${this.tops[i]!}px`;
    e.dataset.index = String(i);
    // The document keeps the order of reading, which is what reading aloud follows.
    let next: HTMLElement | null = null, nearest = Infinity;
    for (const [k, other] of this.items) if (k > i && k < nearest) { nearest = k; next = other; }
    this.element.insertBefore(e, next);
    this.items.set(i, e);
    if (this.options.measured) this.sizes.observe(e);
  }

  private measure(): boolean {
    const found: [number, number][] = [];
    for (const [i, e] of this.items) {
      const height = e.offsetHeight;
      if (Math.abs(height - this.height(i)) > 0.5) found.push([i, height]);
      else this.known[i] = height;
    }
    if (found.length) this.around(() => { for (const [i, height] of found) this.known[i] = height; });
    return found.length > 0;
  }

  /** show brings an item into sight; `part` is what of it matters, in shares of its height. */
  show(i: number, where: "start" | "nearest" | "center", part: [number, number] = [0, 1]): void {
    if (i < 0 || i >= this.count) return;
    const { scroller } = this.options;
    // Heights on the way may be guesses, so that the first jump shows what the second one needs.
    for (let round = 0; round < 3; round++) {
      const top = this.tops[i]! + part[0] * this.height(i), bottom = this.tops[i]! + part[1] * this.height(i);
      const { scrollTop, clientHeight } = scroller;
      const inside = top >= scrollTop + this.pad && bottom <= scrollTop + clientHeight - this.pad;
      if (where === "nearest" && inside) return;
      if (where === "center" && inside && round > 0) return;
      let to = top - this.pad;
      if (where === "center") to = Math.min(top - this.pad, (top + bottom - clientHeight) / 2);
      else if (where === "nearest" && top >= scrollTop) to = Math.min(to, bottom + this.pad - clientHeight);
      scroller.scrollTop = to;
      this.update();
    }
  }

  close(): void {
    cancelAnimationFrame(this.frame);
    this.sizes.disconnect();
    this.options.scroller.removeEventListener("scroll", this.later);
    for (const [i, e] of this.items) this.remove(i, e);
    this.element.remove();
  }
}
