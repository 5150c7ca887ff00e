// Pictures of pages: fetched a few at a time, the last asked for first, and forgotten when there are too many.

import { Failure, pageImage } from "../api";

interface Wish { page: number; dpi: number; signal: AbortSignal; done(url: string): void; failed(error: unknown): void }

const atOnce = 3;

export class Pictures {
  private readonly kept = new Map<string, string>();
  private waiting: Wish[] = [];
  private running = 0;
  /** without tells pages that have no picture, so that nobody asks for one. */
  without: (page: number) => boolean = () => false;

  constructor(private readonly job: string, private view: string | undefined, private readonly keep: number) {}

  /** get is the address of a picture; it stays valid as long as few others are asked for. */
  get(page: number, dpi: number, signal: AbortSignal): Promise<string> {
    if (this.without(page)) return Promise.reject(new Failure(404, "NOT_FOUND", "It comes from a document that has no pages of its own."));
    const name = this.name(page, dpi);
    const known = this.kept.get(name);
    if (known) {
      this.kept.delete(name);
      this.kept.set(name, known);
      return Promise.resolve(known);
    }
    return new Promise((done, failed) => {
      this.waiting.push({ page, dpi, signal, done, failed });
      this.next();
    });
  }

  private next(): void {
    this.waiting = this.waiting.filter((w) => !w.signal.aborted);
    if (this.running >= atOnce) return;
    const wish = this.waiting.pop();
    if (!wish) return;
    this.running++;
    const name = this.name(wish.page, wish.dpi);
    pageImage(this.job, wish.page, wish.dpi, wish.signal, this.view)
      .then((url) => { this.remember(name, url); wish.done(url); }, wish.failed)
      .finally(() => { this.running--; this.next(); });
  }

  private name(page: number, dpi: number): string { return `${this.view ?? ""}/${page}@${dpi}`; }

  private remember(name: string, url: string): void {
    const before = this.kept.get(name);
    if (before) URL.revokeObjectURL(before);
    this.kept.set(name, url);
    for (const [old, address] of this.kept) {
      if (this.kept.size <= this.keep) break;
      this.kept.delete(old);
      URL.revokeObjectURL(address);
    }
  }

  /** change asks for other pictures of the same pages from now on. */
  change(view: string): void {
    this.close();
    this.view = view;
  }

  close(): void {
    for (const url of this.kept.values()) URL.revokeObjectURL(url);
    this.kept.clear();
    this.waiting = [];
  }
}
