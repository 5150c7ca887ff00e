// The few signs on buttons of the viewer, drawn on a field of 16 by 16.

import { h, svg } from "../dom";

const signs = {
  pages: "M2 2.5h4v5H2zM2 9.5h4v4H2zM9 2.5h5v11H9z",
  left: "M10 3 5 8l5 5",
  right: "m6 3 5 5-5 5",
  less: "M3.5 8h9",
  more: "M3.5 8h9M8 3.5v9",
  fit: "M2 3v10M14 3v10M4.5 8h7M6.5 6l-2 2 2 2M9.5 6l2 2-2 2",
  boxes: "M2 2.5h7v5H2zM6 5.5h8v8H6z",
  order: "M2.5 4 4 3v5M2.5 8h3M8 4h6M8 8h6M8 12h6M2.5 11h2.5l-2.5 3H5",
  legend: "M2 3h3v3H2zM2 10h3v3H2zM8 4.5h6M8 11.5h6",
};

/** sign is a drawing that says nothing to those who cannot see it. */
export function sign(name: keyof typeof signs): SVGSVGElement {
  return svg("svg", { viewBox: "0 0 16 16", width: 16, height: 16, fill: "none", stroke: "currentColor", "stroke-width": 1.5, "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true" },
    svg("path", { d: signs[name] }));
}

/** button is one with a sign instead of words. */
export function button(name: keyof typeof signs, label: string, click: () => void): HTMLButtonElement {
  return h("button", { type: "button", class: "icon", title: label, attr: { "aria-label": label }, on: { click } }, sign(name));
}

/** toggle is a button that stays pressed. */
export function toggle(name: keyof typeof signs, label: string, on: boolean, change: (on: boolean) => void): HTMLButtonElement {
  const b = button(name, label, () => { const next = b.getAttribute("aria-pressed") !== "true"; b.setAttribute("aria-pressed", String(next)); change(next); });
  b.setAttribute("aria-pressed", String(on));
  return b;
}
