// The pages before and after an edit: one, the other, or both with a line between them that can be moved.

import { pageImage } from "../../api";
import { h } from "../../dom";
import type { Viewer } from "../../viewer/viewer";

export interface Compare { element: HTMLElement; close(): void }

type Way = "after" | "before" | "both";

const ways: { way: Way; label: string }[] = [{ way: "after", label: "After" }, { way: "before", label: "Before" }, { way: "both", label: "Slider" }];

export function compare(job: string, viewer: Viewer): Compare {
  const stop = new AbortController();
  const made: string[] = [];
  const range = h("input", { type: "range", min: "0", max: "100", value: "50", attr: { "aria-label": "How much of the page is shown as it was before" } });
  const slide = h("label", { class: "compare-slide", hidden: true }, h("span", {}, "Before"), range, h("span", {}, "After"));
  const set = (share: number) => {
    range.value = String(share);
    viewer.element.style.setProperty("--before", `${share}%`);
  };
  range.addEventListener("input", () => set(Number(range.value)));

  /** cover is the page as it was, cut off at the line. */
  const cover = (page: number): HTMLElement => {
    const image = h("img", { alt: `Page ${page} before the edit` });
    const layer = h("div", { class: "compare-layer" }, image, h("span", { class: "compare-line" }));
    const move = (e: PointerEvent) => {
      const r = layer.getBoundingClientRect();
      set(Math.round(Math.min(Math.max((e.clientX - r.left) / r.width, 0), 1) * 100));
    };
    layer.addEventListener("pointerdown", (e) => { if (e.pointerType === "touch") return; e.preventDefault(); layer.setPointerCapture(e.pointerId); move(e); });
    layer.addEventListener("pointermove", (e) => { if (layer.hasPointerCapture(e.pointerId)) move(e); });
    pageImage(job, page, 110, stop.signal, "before").then((src) => { made.push(src); image.src = src; }, () => image.remove());
    return layer;
  };
  const buttons = ways.map((w) => h("button", { type: "button", class: "choice", on: { click: () => choose(w.way) } }, w.label));
  const choose = (way: Way) => {
    buttons.forEach((b, i) => { b.classList.toggle("on", ways[i]!.way === way); b.setAttribute("aria-pressed", String(ways[i]!.way === way)); });
    slide.hidden = way !== "both";
    viewer.setView(way === "before" ? "before" : "after");
    viewer.cover(way === "both" ? cover : null);
    set(50);
  };
  choose("after");
  return {
    element: h("div", { class: "compare" }, h("div", { class: "choices", attr: { role: "group", "aria-label": "Pages before and after" } }, buttons), slide),
    close: () => { stop.abort(); viewer.cover(null); made.forEach((src) => URL.revokeObjectURL(src)); },
  };
}
