// One page while it is near the window: its picture, and a layer for what is drawn over it.

import { Failure } from "../api";
import { h } from "../dom";
import { known } from "../notice";
import type { Pictures } from "./pictures";

// A page that is only scrolled past is not worth a picture.
const settle = 60;

export class Sheet {
  readonly layer = h("div", { class: "layer" });
  private image: HTMLImageElement | null = null;
  private dpi = 0;
  private stop = new AbortController();
  private timer = 0;

  /** element is where the picture is put; seen is told its size, failed why there is none. */
  constructor(readonly page: number, readonly element: HTMLElement, private readonly pictures: Pictures,
    private readonly seen: (width: number, height: number, dpi: number) => void, private readonly failed: (error: unknown) => void) {
    element.append(this.layer);
  }

  /** show asks for a picture that is at least this fine; the one that is there stays until it has come. */
  show(dpi: number): void {
    if (dpi <= this.dpi) return;
    this.dpi = dpi;
    this.stop.abort();
    this.stop = new AbortController();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.load(dpi, this.stop.signal), settle);
  }

  private async load(dpi: number, signal: AbortSignal): Promise<void> {
    try {
      const image = h("img", { alt: "", decoding: "async", draggable: false, src: await this.pictures.get(this.page, dpi, signal) });
      await image.decode();
      if (signal.aborted) return;
      this.image?.remove();
      this.image = image;
      this.element.querySelector(".nothing")?.remove();
      this.element.prepend(image);
      this.seen(image.naturalWidth, image.naturalHeight, dpi);
    } catch (error) {
      if (signal.aborted) return;
      this.dpi = 0;
      this.failed(error);
      if (!this.image && !this.element.querySelector(".nothing")) this.explain(error, dpi);
    }
  }

  private explain(error: unknown, dpi: number): void {
    const again = h("button", { type: "button", on: { click: () => { this.element.querySelector(".nothing")?.remove(); this.show(dpi); } } }, "Try again");
    const lasting = error instanceof Failure && error.status === 404;
    const text = error instanceof DOMException ? "The picture could not be drawn." : known(error).message;
    this.element.prepend(h("div", { class: "nothing" }, h("strong", {}, `Page ${this.page} has no picture.`), h("p", {}, text), lasting ? null : again));
  }

  /** forget has the next show ask again, however fine the picture is. */
  forget(): void { this.dpi = 0; }

  close(): void {
    clearTimeout(this.timer);
    this.stop.abort();
    this.image?.remove();
  }
}
