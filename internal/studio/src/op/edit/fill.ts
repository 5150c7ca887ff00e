// A form filled in on its pages, and sent.

import { Failure, submit } from "../../api";
import { fill, h } from "../../dom";
import { options } from "../../form/options";
import { problem } from "../../notice";
import { go } from "../../route";
import type { Panel } from "../../view";
import type { Viewer } from "../../viewer/viewer";
import { Draft, type Mode } from "./draft";
import { list, types } from "./list";
import { Overlay } from "./overlay";
import { asked, found, touched, type EditWidget, type Type } from "./widget";

// A form is filled in dark ink unless another colour is chosen.
const ink = { color: "#000000" };

export function filling(input: unknown, schema: EditWidget[], viewer: Viewer): Panel {
  const draft = new Draft(found(schema));
  viewer.setView("before");
  viewer.setMarks([]);
  const overlay = new Overlay(draft, viewer);
  const more = options({ schema: "EditOptions", common: ["color", "font_size", "flatten"] });
  more.load(ink);
  const status = h("div", { class: "start-status" });
  const send = h("button", { type: "button", class: "primary", on: { click: () => void run() } }, "Fill");
  const undo = h("button", { type: "button", class: "quiet", hidden: true, on: { click: () => { const w = draft.restore(); if (w) overlay.reveal(w); } } }, "Bring back what was removed");
  const empty = h("input", { type: "checkbox", id: "fill-empty" });
  const count = h("span", { class: "hint", attr: { "aria-live": "polite" } });

  const way = (mode: Mode, label: string) => h("button", { type: "button", class: "choice", data: { mode }, on: { click: () => draft.setMode(mode) } }, label);
  const ways = [way("fill", "Fill in"), way("arrange", "Arrange")];
  const kind = h("select", { attr: { "aria-label": "Type of new fields" }, on: { change: () => { overlay.kind = kind.value as Type; } } }, types.map((t) => h("option", { value: t.type }, t.label)));
  const add = h("button", { type: "button", on: { click: () => put() } }, "+ Add field");
  const help = h("p", { class: "hint", id: "arrange-help" });

  /** put adds a field in the middle of the page that is looked at, where it can be moved from. */
  const put = () => {
    const page = draft.selected?.box.page ?? 1;
    const square = kind.value === "checkbox" || kind.value === "radio";
    draft.setMode("arrange");
    const w = draft.add({ left: 0.35, top: 0.45, width: square ? 0.025 : 0.3, height: square ? 0.02 : 0.025, page }, kind.value as Type);
    overlay.reveal(w);
    overlay.focus(w);
  };
  const tell = () => {
    const n = draft.widgets.filter(touched).length;
    send.textContent = n === 0 ? "Fill" : n === 1 ? "Fill 1 field" : `Fill ${n} fields`;
    count.textContent = draft.widgets.length === 1 ? "1 field" : `${draft.widgets.length} fields`;
    undo.hidden = draft.removed === 0;
    for (const w of ways) { w.classList.toggle("on", w.dataset.mode === draft.mode); w.setAttribute("aria-pressed", String(w.dataset.mode === draft.mode)); }
    help.textContent = draft.mode === "fill" ? "Type into the boxes on the page or in the list."
      : "Drag boxes and their corners, or draw a new one on the page. Arrow keys move, Shift and arrow keys resize, Delete removes, Enter fills in.";
  };
  draft.on(tell);

  const run = async () => {
    send.disabled = true;
    try {
      const entries = asked(draft.widgets, empty.checked);
      if (entries.length === 0) throw new Failure(0, "NOTHING_TO_FILL", "Type into a field, tick one, or add one first.");
      fill(status, "Submitting …");
      go("job", await submit("edit", { document_url: input, edit_instructions: "", form_schema: entries, edit_options: more.value() }));
    } catch (error) {
      fill(status, problem(error));
      send.disabled = false;
    }
  };

  const element = h("section", { class: "panel edit-panel", attr: { "aria-label": "Fields" } },
    h("div", { class: "row panel-head" }, h("div", { class: "choices", attr: { role: "group", "aria-label": "What the mouse does" } }, ways), h("span", { class: "row" }, kind, add), count),
    help,
    draft.widgets.length === 0 ? h("p", { class: "panel-note" }, "No fields were found on these pages. Draw your own: choose Arrange, or add a field.") : null,
    list(draft, overlay), undo,
    h("details", { class: "more" }, h("summary", {}, "How it is written"), more.element,
      h("label", { class: "check", htmlFor: "fill-empty" }, empty, "Make fields of empty boxes, too")),
    h("div", { class: "row edit-send" }, send, status));
  tell();
  return { element, close: () => viewer.cover(null) };
}
