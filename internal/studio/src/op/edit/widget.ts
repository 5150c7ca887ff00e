// The fields of a form while they are filled in and moved about.

import type { Box } from "../../wire";

export type Type = "text" | "checkbox" | "radio" | "dropdown" | "barcode";

/** EditWidget is a field as the service says it. */
export interface EditWidget {
  bbox: Box; description: string; type: Type; fill?: boolean; value?: string | null; font_size?: number | null;
  options?: { value: string; label: string }[];
}

export interface Widget {
  id: string;
  box: Box;
  description: string;
  type: Type;
  value: string | null;  // null is nothing
  was: string | null;    // what stood there when the fields were found
  options: { value: string; label: string }[];
  group: string;         // radio marks of which one can be on
  mine: boolean;         // added, moved or resized here
}

/** listing is the instruction that changes nothing and asks for the fields. */
export const listing = "List the fields.";

let last = 0;

/** found makes widgets of those that an answer lists. */
export function found(all: EditWidget[]): Widget[] {
  let group = "";
  return all.map((w, i) => {
    const before = all[i - 1];
    const head = (x: EditWidget) => x.description.split(": ").slice(0, -1).join(": ");
    if (w.type === "radio" && !(before?.type === "radio" && head(before) === head(w))) group = `${head(w)}#${i}`;
    const value = start(w);
    return {
      id: `w${++last}`, box: { ...w.bbox }, description: w.description, type: w.type, value, was: value, options: w.options ?? [],
      group: w.type === "radio" ? group : "", mine: false,
    };
  });
}

/** ticked reports whether a box or mark is on, by the many words there are for that. */
export function ticked(w: EditWidget): boolean { return w.value !== null && w.value !== undefined && !/^(off|no|false|0|unchecked|)$/i.test(w.value); }

/** start is the value that a field shows at first: of boxes and marks only whether they are on. */
function start(w: EditWidget): string | null {
  const value = w.value ?? null;
  if (w.type === "checkbox") return ticked(w) ? "true" : null;
  if (w.type === "radio") return value !== null && (w.options?.[0]?.value ?? "true") === value ? "true" : null;
  return value;
}

/** fresh is a widget that is added by hand. */
export function fresh(box: Box, type: Type, description: string): Widget {
  return { id: `w${++last}`, box, description, type, value: null, was: null, options: [], group: "", mine: true };
}

export function touched(w: Widget): boolean { return w.value !== w.was; }

/** asked are the widgets of a request. Fields that were left as they are need not be sent, since they stay as they are;
 * with all of them even the empty boxes become fields. */
export function asked(widgets: Widget[], all: boolean): EditWidget[] {
  return widgets.filter((w) => all || w.mine || touched(w)).filter((w) => !off(w)).map((w) => {
    const entry: EditWidget = { bbox: { ...w.box }, description: w.description || "Field", type: w.type };
    return touched(w) ? { ...entry, value: sent(w) } : { ...entry, fill: false };
  });
}

/** off is a mark that was switched off because another of its group was switched on, which says it already. */
function off(w: Widget): boolean { return w.type === "radio" && w.value === null && w.was !== null; }

function sent(w: Widget): string {
  if (w.type === "checkbox") return w.value === null ? "false" : "true";
  if (w.type === "radio") return w.options[0]?.value ?? "true";
  return w.value ?? "";
}

/** shown is a value as people see it. */
export function shown(w: { type: Type; value: string | null; options: { value: string; label: string }[] }): string {
  if (w.type === "checkbox" || w.type === "radio") return w.value === null ? "" : "✓";
  return w.options.find((o) => o.value === w.value)?.label ?? w.value ?? "";
}
