// The widgets over the pages. While filling they are what they look like; while arranging they are boxes that are dragged,
// resized, drawn and removed, by mouse or keys.

import { h } from "../../dom";
import type { Viewer } from "../../viewer/viewer";
import { called, control, type Control } from "./control";
import { drag, draw } from "./drag";
import type { Draft } from "./draft";
import { shown, type Type, type Widget } from "./widget";

/** step is how far an arrow key goes, in parts of the page. */
const step = 0.0025;

export class Overlay {
  /** kind is what a drawn box becomes. */
  kind: Type = "text";
  private readonly layers = new Map<number, HTMLElement>();
  private readonly boxes = new Map<Widget, { element: HTMLElement; control: Control | null }>();

  constructor(private readonly draft: Draft, private readonly viewer: Viewer) {
    viewer.cover((page) => this.layer(page));
    draft.on((change, w) => {
      if (change === "mode" || change === "list") for (const page of this.layers.keys()) this.fill(page);
      if (change === "box" && w) this.place(w);
      if ((change === "value" || change === "box") && w) this.boxes.get(w)?.control?.sync();
      if (change === "value" && w && this.draft.mode === "arrange") this.fill(w.box.page);
      if (change === "select") for (const [x, b] of this.boxes) b.element.classList.toggle("selected", x === w);
    });
  }

  /** reveal brings a widget into sight; the page comes first, since it may not be there yet. */
  reveal(w: Widget): void {
    const box = this.boxes.get(w)?.element;
    if (box?.isConnected) box.scrollIntoView({ block: "center" });
    else this.viewer.jump(w.box.page);
  }

  /** focus goes to the box of a widget. */
  focus(w: Widget): void {
    const box = this.boxes.get(w);
    (box?.control?.element ?? box?.element)?.focus();
  }

  private layer(page: number): HTMLElement {
    const layer = h("div", { class: "form-layer" });
    layer.addEventListener("pointerdown", (e) => {
      if (this.draft.mode !== "arrange" || e.target !== layer || e.pointerType === "touch" || e.button !== 0) return;
      draw(e, layer, (box) => { const w = this.draft.add({ ...box, page }, this.kind); this.focus(w); });
    });
    this.layers.set(page, layer);
    this.fill(page);
    return layer;
  }

  private fill(page: number): void {
    const layer = this.layers.get(page);
    if (!layer) return;
    const held = [...this.boxes].find(([, b]) => b.element.contains(document.activeElement))?.[0];
    for (const [w] of this.boxes) if (w.box.page === page || !this.draft.widgets.includes(w)) this.boxes.delete(w);
    layer.classList.toggle("arranging", this.draft.mode === "arrange");
    layer.replaceChildren(...this.draft.widgets.filter((w) => w.box.page === page).map((w) => this.box(w, layer)));
    if (held && held.box.page === page && this.draft.widgets.includes(held)) this.focus(held);
  }

  private box(w: Widget, layer: HTMLElement): HTMLElement {
    const element = h("div", { class: `form-box ${w.type}`, data: { widget: w.id }, title: w.description });
    let inside: Control | null = null;
    if (this.draft.mode === "fill") {
      inside = control(w, this.draft, "page");
      inside.sync();
      inside.element.addEventListener("focus", () => this.draft.select(w));
      element.append(inside.element);
    } else {
      element.tabIndex = 0;
      element.setAttribute("role", "button");
      element.setAttribute("aria-describedby", "arrange-help");
      element.append(h("span", { class: "sr" }, `${called(w)}, ${w.type}`), h("span", { class: shown(w) ? "form-said" : "form-said unset", attr: { "aria-hidden": "true" } }, shown(w) || (w.group || w.type === "checkbox" ? "" : w.description)),
        ...["nw", "ne", "sw", "se"].map((c) => h("span", { class: `form-handle ${c}`, data: { corner: c } })));
      element.addEventListener("focus", () => this.draft.select(w));
      element.addEventListener("pointerdown", (e) => { element.focus(); drag(e, layer, w, this.draft); });
      element.addEventListener("keydown", (e) => this.keys(e, w));
    }
    element.classList.toggle("selected", this.draft.selected === w);
    this.boxes.set(w, { element, control: inside });
    this.place(w);
    return element;
  }

  private place(w: Widget): void {
    const element = this.boxes.get(w)?.element;
    if (!element) return;
    const part = (n: number) => `${n * 100}%`;
    Object.assign(element.style, { left: part(w.box.left), top: part(w.box.top), width: part(w.box.width), height: part(w.box.height) });
    element.style.setProperty("--tall", `${w.box.height * 100}cqh`);
  }

  private keys(e: KeyboardEvent, w: Widget): void {
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[e.key];
    if (by) {
      e.preventDefault();
      const [x, y] = by as [number, number];
      const { left, top, width, height } = w.box;
      this.draft.setBox(w, e.shiftKey ? { width: Math.min(width + x, 1 - left), height: Math.min(height + y, 1 - top) } : { left: left + x, top: top + y });
    } else if (e.key === "Delete" || e.key === "Backspace") {
      e.preventDefault();
      const at = this.draft.widgets.indexOf(w);
      this.draft.remove(w);
      const next = this.draft.widgets[at] ?? this.draft.widgets[at - 1];
      if (next) this.focus(next);
    } else if (e.key === "Enter") {
      e.preventDefault();
      this.draft.setMode("fill");
      this.focus(w);
    }
  }
}
