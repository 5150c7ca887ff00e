// A piece of Markdown as an element. Only elements named here are made, whatever the text says.

import { h } from "../dom";
import { fromMarkdown, gridOf } from "./grid";
import { inline } from "./inline";
import type { Piece } from "./pieces";
import { table } from "./table";

const headings = ["h2", "h3", "h4", "h5", "h6", "h6"] as const;

export function render(piece: Piece): HTMLElement {
  const text = piece.lines.join("\n");
  switch (piece.kind) {
    // The page has a heading of its own, so that those of documents begin one below it.
    case "heading": return h(headings[piece.level - 1] ?? "h6", { class: `md-h${piece.level}` }, inline(text));
    case "table": return table(fromMarkdown(piece.lines));
    case "html": { const grid = gridOf(text); return grid ? table(grid) : h("p", {}, text); }
    case "code": return h("pre", { class: "md-code", tabIndex: 0 }, text);
    case "quote": return h("blockquote", {}, inline(text.replace(/^\s*>\s?/gm, "")));
    case "rule": return h("hr");
    case "page": return h("p", { class: "md-page" }, text.toLowerCase().replace(/^(start|end) of page/, (m) => m[0]!.toUpperCase() + m.slice(1)));
    case "list": return list(piece.lines);
  }
  return h("p", {}, inline(text));
}

const deepest = 12; // lists inside lists

/** list shows items by how far they are moved in. */
function list(lines: string[]): HTMLElement {
  const root = h("ul", { class: "md-list" });
  const open: { indent: number; list: HTMLElement }[] = [];
  for (const line of lines) {
    const m = /^(\s*)([-*+•]|\d{1,9}[.)])\s+(.*)$/.exec(line);
    if (!m) { open.at(-1)?.list.lastElementChild?.append(h("br"), ...inline(line.trim())); continue; }
    const indent = m[1]!.length;
    while (open.length > 1 && open.at(-1)!.indent > indent) open.pop();
    if (open.length === 0) open.push({ indent, list: root });
    else if (open.at(-1)!.indent < indent && open.length < deepest) {
      const inside = h("ul", { class: "md-list" });
      open.at(-1)!.list.lastElementChild!.append(inside);
      open.push({ indent, list: inside });
    }
    const own = /\d/.test(m[2]!); // a number that the document gave is shown as it stands
    open.at(-1)!.list.append(h("li", { class: own ? "md-numbered" : "" }, own ? h("span", { class: "md-number" }, m[2]!, " ") : null, inline(m[3]!)));
  }
  return root;
}
