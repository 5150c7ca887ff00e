// Boxes moved, resized and drawn with a pointer, in parts of the page.

import { h } from "../../dom";
import type { Box } from "../../wire";
import { least, type Draft } from "./draft";
import type { Widget } from "./widget";

type Spot = { x: number; y: number };

/** spot is where a pointer is on a layer. */
function spot(e: PointerEvent, layer: HTMLElement): Spot {
  const r = layer.getBoundingClientRect();
  const part = (n: number) => Math.min(Math.max(n, 0), 1);
  return { x: part((e.clientX - r.left) / r.width), y: part((e.clientY - r.top) / r.height) };
}

/** follow calls back while the pointer is held. */
function follow(e: PointerEvent, layer: HTMLElement, move: (at: Spot) => void, end: (at: Spot) => void): void {
  e.preventDefault();
  const stop = new AbortController();
  layer.setPointerCapture(e.pointerId);
  layer.addEventListener("pointermove", (m) => move(spot(m, layer)), { signal: stop.signal });
  for (const name of ["pointerup", "pointercancel"] as const) {
    layer.addEventListener(name, (m) => { stop.abort(); end(spot(m, layer)); }, { signal: stop.signal });
  }
}

/** drag moves a widget, or a corner of it where a handle was taken. */
export function drag(e: PointerEvent, layer: HTMLElement, w: Widget, draft: Draft): void {
  if (e.button !== 0) return;
  const corner = (e.target as HTMLElement).dataset.corner ?? "";
  const from = spot(e, layer);
  const { left, top, width, height } = w.box;
  const right = left + width, bottom = top + height;
  const move = (at: Spot) => {
    const dx = at.x - from.x, dy = at.y - from.y;
    if (!corner) return draft.setBox(w, { left: left + dx, top: top + dy });
    const l = corner.includes("w") ? Math.min(left + dx, right - least) : left;
    const t = corner.includes("n") ? Math.min(top + dy, bottom - least) : top;
    const r = corner.includes("e") ? Math.max(right + dx, left + least) : right;
    const b = corner.includes("s") ? Math.max(bottom + dy, top + least) : bottom;
    draft.setBox(w, { left: l, top: t, width: r - l, height: b - t });
  };
  follow(e, layer, move, () => undefined);
}

/** draw makes a box between two corners; one that is too small to be meant is none. */
export function draw(e: PointerEvent, layer: HTMLElement, done: (box: Omit<Box, "page">) => void): void {
  const from = spot(e, layer);
  const ghost = h("div", { class: "form-ghost" });
  const between = (at: Spot) => ({ left: Math.min(from.x, at.x), top: Math.min(from.y, at.y), width: Math.abs(at.x - from.x), height: Math.abs(at.y - from.y) });
  layer.append(ghost);
  follow(e, layer, (at) => {
    const b = between(at);
    Object.assign(ghost.style, { left: `${b.left * 100}%`, top: `${b.top * 100}%`, width: `${b.width * 100}%`, height: `${b.height * 100}%` });
  }, (at) => {
    ghost.remove();
    const b = between(at);
    if (b.width > least && b.height > least) done(b);
  });
}
