// The control of one widget, the same on the page and in the list: text, tick, mark, choice.

import { h } from "../../dom";
import type { Draft } from "./draft";
import type { Widget } from "./widget";

export interface Control {
  element: HTMLElement;
  /** sync shows the value and the name of the widget. */
  sync(): void;
}

/** tall is how high a box is, in parts of the page, that has more than one line. */
const tall = 0.04;

/** control is what a widget is filled in with; where keeps the marks of the page and those of the list apart. */
export function control(w: Widget, draft: Draft, where: string): Control {
  const name = { "aria-label": called(w) };
  const named = (element: HTMLElement, show: () => void): Control => ({ element, sync: () => { element.setAttribute("aria-label", called(w)); show(); } });
  if (w.type === "checkbox" || w.type === "radio") {
    const box = h("input", { type: w.type, attr: name, ...(w.group ? { name: `${where}-${w.group}` } : {}), on: { change: () => draft.setValue(w, box.checked ? "true" : null) } });
    return named(box, () => { box.checked = w.value !== null; });
  }
  if (w.type === "dropdown" && w.options.length > 0) {
    const known = w.value === null || w.options.some((o) => o.value === w.value);
    const box = h("select", { attr: name, on: { change: () => draft.setValue(w, box.value === "" && w.was === null ? null : box.value) } },
      h("option", { value: "" }, ""), known ? null : h("option", { value: w.value! }, w.value), w.options.map((o) => h("option", { value: o.value }, o.label || o.value)));
    return named(box, () => { box.value = w.value ?? ""; });
  }
  const several = w.type === "text" && w.box.height > tall;
  const box = several ? h("textarea", { attr: name }) : h("input", { type: "text", attr: name, autocomplete: "off" });
  box.addEventListener("input", () => draft.setValue(w, box.value === "" && w.was === null ? null : box.value));
  return named(box, () => { if (box.value !== (w.value ?? "")) box.value = w.value ?? ""; });
}

/** called is what a widget is called to those who cannot see where it stands. */
export function called(w: Widget): string { return w.description || "Field without a name"; }
