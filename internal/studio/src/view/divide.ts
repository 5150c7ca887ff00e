// Two parts side by side with a bar between them that can be moved, by hand or by keys. The place is kept for the tab.

import { h } from "../dom";

const kept = "octavo-divide";
const least = 0.2, most = 0.8;

/** divide puts two elements beside each other. */
export function divide(first: HTMLElement, second: HTMLElement): HTMLElement {
  const bar = h("div", { class: "divider", tabIndex: 0, attr: { role: "separator", "aria-orientation": "vertical", "aria-label": "Width of the pages", "aria-valuemin": String(least * 100), "aria-valuemax": String(most * 100) } });
  const element = h("div", { class: "split" }, first, bar, second);
  let share = 0.5;
  const set = (to: number) => {
    share = Math.min(most, Math.max(least, to));
    element.style.setProperty("--share", `${share}fr`);
    element.style.setProperty("--rest", `${1 - share}fr`);
    bar.setAttribute("aria-valuenow", String(Math.round(share * 100)));
    sessionStorage.setItem(kept, String(share));
  };
  set(Number(sessionStorage.getItem(kept)) || 0.5);
  bar.addEventListener("pointerdown", (e) => { bar.setPointerCapture(e.pointerId); e.preventDefault(); });
  bar.addEventListener("pointermove", (e) => {
    if (!bar.hasPointerCapture(e.pointerId)) return;
    const box = element.getBoundingClientRect();
    set((e.clientX - box.left) / box.width);
  });
  bar.addEventListener("dblclick", () => set(0.5));
  bar.addEventListener("keydown", (e) => {
    const to = { ArrowLeft: share - 0.05, ArrowRight: share + 0.05, Home: least, End: most }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    set(to);
  });
  return element;
}
