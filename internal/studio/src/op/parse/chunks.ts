// The chunks with their sizes: how they are spread, and what each of them holds.

import { Column } from "../../column";
import { copyButton, h } from "../../dom";
import type { Link } from "./link";
import type { Parsed } from "./parsed";

const longest = 3000; // characters of a chunk that are shown at once

export function chunks(result: Parsed, link: Link): HTMLElement {
  const sizes = result.chunks.map((c) => c.content.length);
  const most = Math.max(1, ...sizes);
  const ids: string[][] = result.chunks.map(() => []);
  for (const item of result.items) ids[item.chunk]!.push(item.id);
  const open = new Set<number>(result.chunks.length === 1 ? [0] : []);
  const scroller = h("div", { class: "stack", tabIndex: 0, attr: { role: "region", "aria-label": "Chunks" } });

  const card = (i: number): HTMLElement => {
    const chunk = result.chunks[i]!;
    const pages = [...new Set(chunk.blocks.map((b) => b.bbox.page))];
    const where = pages.length === 0 ? "" : pages.length === 1 ? `page ${pages[0]}` : `pages ${Math.min(...pages)}–${Math.max(...pages)}`;
    const head = h("button", { type: "button", class: "chunk-head", attr: { "aria-expanded": String(open.has(i)) } },
      h("strong", {}, `Chunk ${i + 1}`), h("span", { class: "hint" }, [`${sizes[i]!.toLocaleString("en")} characters`, count(chunk.blocks.length, "block"), where].filter(Boolean).join(" · ")),
      bar(sizes[i]! / most));
    head.addEventListener("click", () => {
      const on = !open.has(i);
      if (on) open.add(i); else open.delete(i);
      head.setAttribute("aria-expanded", String(on));
      if (on) { element.append(content(i)); link.pick(ids[i]!, "list"); } else element.querySelector(".chunk-content")?.remove();
    });
    const element = h("section", { class: "card chunk", attr: { "aria-label": `Chunk ${i + 1}` }, on: { pointerenter: () => link.hover(ids[i]!), pointerleave: () => link.hover([]) } }, head, open.has(i) ? content(i) : null);
    return element;
  };
  const content = (i: number): HTMLElement => {
    const { content: text, embed } = result.chunks[i]!;
    const shown = h("pre", { class: "chunk-text", tabIndex: 0 }, text.slice(0, longest));
    const more = h("button", { type: "button", class: "quiet", hidden: text.length <= longest, on: { click: () => { shown.textContent = text.slice(0, 50 * longest); more.hidden = true; } } }, "Show more");
    return h("div", { class: "chunk-content" }, h("div", { class: "row" }, copyButton("Copy content", () => text), embed !== text ? copyButton("Copy embed text", () => embed) : null), shown, more);
  };
  new Column({ scroller, count: result.chunks.length, pad: 12, gap: 8, measured: true, height: () => 72, make: card });
  return h("div", { class: "pane" }, h("div", { class: "pane-bar spread" }, summary(sizes), spread(sizes)), result.chunks.length ? scroller : h("p", { class: "empty" }, "There are no chunks."));
}

function count(n: number, what: string): string { return `${n} ${what}${n === 1 ? "" : "s"}`; }

function bar(share: number): HTMLElement { return h("span", { class: "size-bar", attr: { "aria-hidden": "true" } }, h("i", { style: { width: `${Math.max(1, share * 100)}%` } })); }

function summary(sizes: number[]): HTMLElement {
  const sorted = [...sizes].sort((a, b) => a - b);
  const middle = sorted[sorted.length >> 1] ?? 0;
  const n = (v: number | undefined) => (v ?? 0).toLocaleString("en");
  return h("p", { class: "hint" }, sizes.length === 1 ? "1 chunk holds everything. The chunk modes cut longer documents for retrieval." : `${n(sizes.length)} chunks · ${n(sorted[0])} to ${n(sorted.at(-1))} characters, the middle one ${n(middle)}`);
}

/** spread is how many chunks are about how large. */
function spread(sizes: number[]): HTMLElement | null {
  if (sizes.length < 8) return null; // few sizes are seen better one by one
  const steps = 24, most = Math.max(1, ...sizes);
  const counts = new Array<number>(steps).fill(0);
  for (const s of sizes) counts[Math.min(steps - 1, Math.floor((s / most) * steps))]!++;
  const tallest = Math.max(...counts);
  return h("div", { class: "histogram", attr: { role: "img", "aria-label": `Distribution of sizes up to ${most} characters` } },
    counts.map((c, i) => h("i", { title: `${Math.round((i * most) / steps)} to ${Math.round(((i + 1) * most) / steps)} characters: ${c}`, style: { height: `${c ? Math.max(6, (c / tallest) * 100) : 0}%` } })));
}
