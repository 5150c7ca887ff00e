// JSON as a tree of which the branches open when they are asked for; what is shown is a list of lines, of which only
// those near the window are in the document, so that large answers cost no more than small ones.

import { Column } from "./column";
import { copyButton, download, h } from "./dom";

interface Line { key: string; value: unknown; depth: number; open: boolean }

const longText = 2000; // characters of one text that are shown
const mostChildren = 1000; // children of one branch that are shown

/** json shows a value with buttons to copy it and to save it as a file. */
export function json(value: unknown, file: string): HTMLElement {
  const whole = () => JSON.stringify(value, null, 2);
  const lines: Line[] = [{ key: "", value, depth: 0, open: false }];
  let at = 0;
  const scroller = h("div", { class: "tree", tabIndex: 0, attr: { role: "tree", "aria-label": "JSON" } });
  const column = new Column({ scroller, count: 1, pad: 8, measured: true, height: () => 22, make: (i) => row(lines[i]!, i === at) });
  column.element.setAttribute("role", "presentation");

  const turn = (i: number, open: boolean) => {
    const line = lines[i]!;
    if (!branch(line.value) || line.open === open) return;
    line.open = open;
    if (open) lines.splice(i + 1, 0, ...children(line));
    else {
      let end = i + 1;
      while (end < lines.length && lines[end]!.depth > line.depth) end++;
      lines.splice(i + 1, end - i - 1);
    }
    const top = scroller.scrollTop;
    column.reset(lines.length);
    scroller.scrollTop = top;
    column.update();
  };
  const move = (i: number) => {
    at = Math.max(0, Math.min(lines.length - 1, i));
    column.refresh();
    column.show(at, "nearest");
  };
  scroller.addEventListener("click", (e) => {
    const i = Number((e.target as Element).closest<HTMLElement>("[role=treeitem]")?.dataset.index ?? -1);
    if (i < 0 || getSelection()?.toString()) return;
    at = i;
    if (branch(lines[i]!.value)) turn(i, !lines[i]!.open); else column.refresh();
  });
  scroller.addEventListener("keydown", (e) => {
    const line = lines[at]!;
    const deed = {
      ArrowDown: () => move(at + 1), ArrowUp: () => move(at - 1), Home: () => move(0), End: () => move(lines.length - 1),
      ArrowRight: () => (line.open ? move(at + 1) : turn(at, true)),
      ArrowLeft: () => (line.open ? turn(at, false) : move(lines.findLastIndex((l, i) => i < at && l.depth < line.depth))),
      Enter: () => turn(at, !line.open),
    }[e.key];
    if (!deed) return;
    e.preventDefault();
    deed();
  });
  turn(0, true);
  const first = lines.findIndex((l) => l.key === "result");
  if (first > 0) turn(first, true);
  return h("div", { class: "pane" },
    h("div", { class: "pane-bar" }, h("span", { class: "push" }), copyButton("Copy", whole), h("button", { type: "button", class: "quiet", on: { click: () => download(file, "application/json", whole()) } }, "Download")),
    scroller);
}

function branch(value: unknown): value is object { return typeof value === "object" && value !== null; }

function children(line: Line): Line[] {
  const entries = Array.isArray(line.value) ? line.value.slice(0, mostChildren).map((v, i): [string, unknown] => [String(i), v]) : Object.entries(line.value as object).slice(0, mostChildren);
  return entries.map(([key, value]) => ({ key, value, depth: line.depth + 1, open: false }));
}

function row(line: Line, current: boolean): HTMLElement {
  const folds = branch(line.value);
  return h("div", {
    class: current ? "tree-line at" : "tree-line", style: { paddingLeft: `${(line.depth + 1) * 1.125 + 0.5}rem` },
    attr: { role: "treeitem", "aria-level": String(line.depth + 1), "aria-expanded": folds ? String(line.open) : null, "aria-selected": String(current) },
  }, h("span", { class: "tree-fold", attr: { "aria-hidden": "true" } }, folds ? (line.open ? "▾" : "▸") : ""),
    line.key === "" ? null : h("span", { class: "tree-key" }, line.key, ": "), leaf(line));
}

function leaf({ value }: Line): HTMLElement {
  if (Array.isArray(value)) return h("span", { class: "hint" }, value.length > mostChildren ? `[${value.length}, the first ${mostChildren} shown]` : `[${value.length}]`);
  if (branch(value)) return h("span", { class: "hint" }, `{${Object.keys(value).length}}`);
  const text = JSON.stringify(value) ?? "";
  return h("span", { class: `tree-${value === null ? "null" : typeof value}` }, text.length > longText ? text.slice(0, longText) + " …" : text);
}
