// The control of one widget, the same on the page and in the list: text, tick, mark, choice.

import { h } from "../../dom";
import type { Draft } from "./draft";
import type { Widget } from "./widget";

export interface Control {
  element: HTMLElement;
  /** sync shows the value of the widget. */
  sync(): void;
}

/** tall is how high a box is, in parts of the page, that has more than one line. */
const tall = 0.04;

/** control is labelled by id where something on the page names it, else by the widget's own description. */
export function control(w: Widget, draft: Draft, where: string): Control {
  const name = { "aria-label": w.description || "Field without a name" };
  if (w.type === "checkbox" || w.type === "radio") {
    const box = h("input", { type: w.type, attr: name, ...(w.group ? { name: `${where}-${w.group}` } : {}), on: { change: () => draft.setValue(w, box.checked ? "true" : null) } });
    return { element: box, sync: () => { box.checked = w.value !== null; } };
  }
  if (w.type === "dropdown" && w.options.length > 0) {
    const known = w.value === null || w.options.some((o) => o.value === w.value);
    const box = h("select", { attr: name, on: { change: () => draft.setValue(w, box.value === "" && w.was === null ? null : box.value) } },
      h("option", { value: "" }, ""), known ? null : h("option", { value: w.value! }, w.value), w.options.map((o) => h("option", { value: o.value }, o.label || o.value)));
    return { element: box, sync: () => { box.value = w.value ?? ""; } };
  }
  const several = w.type === "text" && w.box.height > tall;
  const box = several ? h("textarea", { attr: name }) : h("input", { type: "text", attr: name, autocomplete: "off" });
  box.addEventListener("input", () => draft.setValue(w, box.value === "" && w.was === null ? null : box.value));
  return { element: box, sync: () => { if (box.value !== (w.value ?? "")) box.value = w.value ?? ""; } };
}
