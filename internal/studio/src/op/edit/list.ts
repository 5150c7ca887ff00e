// The widgets as a list beside the pages: what each is called, what goes into it, and where it stands.

import { fill, h } from "../../dom";
import { called, control, type Control } from "./control";
import type { Draft } from "./draft";
import type { Overlay } from "./overlay";
import type { Type, Widget } from "./widget";

export const types: { type: Type; label: string }[] = [
  { type: "text", label: "Text" }, { type: "checkbox", label: "Check box" }, { type: "radio", label: "Radio mark" }, { type: "dropdown", label: "Dropdown" }, { type: "barcode", label: "Barcode" },
];

export function list(draft: Draft, overlay: Overlay): HTMLElement {
  const element = h("ol", { class: "form-list" });
  const rows = new Map<Widget, { row: HTMLElement; control: Control }>();

  const row = (w: Widget): HTMLElement => {
    const inside = control(w, draft, "list");
    inside.sync();
    const mark = w.type === "checkbox" || w.type === "radio";
    const li = h("li", { class: mark ? "form-row mark-row" : "form-row", data: { widget: w.id } },
      w.mine && !w.was ? own(w) : h("span", { class: "form-name" }, called(w)),
      h("span", { class: "form-control" }, inside.element),
      h("button", { type: "button", class: "tiny", title: "Remove", attr: { "aria-label": `Remove ${w.description || "this field"}` }, on: { click: () => remove(w) } }, "✕"));
    li.addEventListener("focusin", () => { draft.select(w); overlay.reveal(w); });
    rows.set(w, { row: li, control: inside });
    return li;
  };
  /** own is a field that was added here: it is named here, too. */
  const own = (w: Widget): HTMLElement => h("span", { class: "form-own" },
    h("input", { type: "text", value: w.description, placeholder: "what belongs into it", attr: { "aria-label": "Name of the new field" }, on: { input: (e) => draft.describe(w, { description: (e.target as HTMLInputElement).value }) } }),
    h("select", { attr: { "aria-label": "Type of the new field" }, on: { change: (e) => draft.describe(w, { type: (e.target as HTMLSelectElement).value as Type }) } },
      types.map((t) => h("option", { value: t.type, selected: t.type === w.type }, t.label))));
  const remove = (w: Widget) => {
    const at = draft.widgets.indexOf(w);
    draft.remove(w);
    const next = draft.widgets[at] ?? draft.widgets[at - 1];
    if (next) rows.get(next)?.row.querySelector<HTMLElement>("input, select, textarea")?.focus();
  };
  const draw = () => {
    const held = document.activeElement?.getAttribute("aria-label") ?? "";
    const holder = [...rows].find(([, r]) => r.row.contains(document.activeElement))?.[0];
    rows.clear();
    const pages = [...new Set(draft.widgets.map((w) => w.box.page))].sort((a, b) => a - b);
    fill(element, pages.map((page) => [
      pages.length > 1 ? h("li", { class: "form-page" }, `Page ${page}`) : null,
      draft.widgets.filter((w) => w.box.page === page).map(row),
    ]));
    show(draft.selected);
    if (holder) rows.get(holder)?.row.querySelector<HTMLElement>(`[aria-label="${CSS.escape(held)}"]`)?.focus();
  };
  const show = (w: Widget | null) => {
    for (const [x, r] of rows) r.row.classList.toggle("selected", x === w);
    if (w && !rows.get(w)?.row.contains(document.activeElement)) rows.get(w)?.row.scrollIntoView({ block: "nearest" });
  };
  draft.on((change, w) => {
    if (change === "list") draw();
    if ((change === "value" || change === "box") && w) rows.get(w)?.control.sync();
    if (change === "select") show(w);
  });
  draw();
  return element;
}
