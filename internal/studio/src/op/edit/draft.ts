// What is being filled in: the widgets, which of them is meant, and what is done with the mouse.

import type { Box } from "../../wire";
import { fresh, type Type, type Widget } from "./widget";

export type Mode = "fill" | "arrange";
/** Change is what happened: a value, a box, the list of widgets, what is selected, the mode. */
export type Change = "value" | "box" | "list" | "select" | "mode";

/** least is how narrow and low a box can be, in parts of the page. */
export const least = 0.006;

export class Draft {
  mode: Mode = "fill";
  selected: Widget | null = null;
  private gone: { widget: Widget; at: number }[] = [];
  private readonly told: ((change: Change, w: Widget | null) => void)[] = [];

  constructor(readonly widgets: Widget[]) {}

  on(tell: (change: Change, w: Widget | null) => void): void { this.told.push(tell); }
  private tell(change: Change, w: Widget | null): void { for (const tell of this.told) tell(change, w); }

  setValue(w: Widget, value: string | null): void {
    if (w.value === value) return;
    w.value = value;
    if (w.type === "radio" && value !== null && w.group) {
      for (const other of this.widgets) {
        if (other !== w && other.group === w.group && other.value !== null) { other.value = null; this.tell("value", other); }
      }
    }
    this.tell("value", w);
  }

  /** setBox moves or resizes a widget; it stays on its page. */
  setBox(w: Widget, box: Partial<Box>): void {
    const b = { ...w.box, ...box };
    b.width = Math.min(Math.max(b.width, least), 1);
    b.height = Math.min(Math.max(b.height, least), 1);
    b.left = Math.min(Math.max(b.left, 0), 1 - b.width);
    b.top = Math.min(Math.max(b.top, 0), 1 - b.height);
    w.box = b;
    w.mine = true;
    this.tell("box", w);
  }

  /** describe changes what a widget is; the list keeps its place. */
  describe(w: Widget, of: { description?: string; type?: Type }): void {
    Object.assign(w, of);
    w.mine = true;
    if (of.type) { w.value = null; this.tell("list", w); } else this.tell("box", w);
  }

  add(box: Box, type: Type): Widget {
    const w = fresh(box, type, "");
    this.widgets.push(w);
    this.tell("list", w);
    this.select(w);
    return w;
  }

  remove(w: Widget): void {
    const at = this.widgets.indexOf(w);
    if (at < 0) return;
    this.widgets.splice(at, 1);
    this.gone.push({ widget: w, at });
    if (this.selected === w) this.select(null);
    this.tell("list", null);
  }

  get removed(): number { return this.gone.length; }

  /** restore brings back what was removed last. */
  restore(): Widget | null {
    const last = this.gone.pop();
    if (!last) return null;
    this.widgets.splice(last.at, 0, last.widget);
    this.tell("list", last.widget);
    return last.widget;
  }

  select(w: Widget | null): void {
    if (this.selected === w) return;
    this.selected = w;
    this.tell("select", w);
  }

  setMode(mode: Mode): void {
    if (this.mode === mode) return;
    this.mode = mode;
    this.tell("mode", null);
  }
}
