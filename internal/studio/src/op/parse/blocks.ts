// The blocks as a list in reading order; choosing one shows it on its page, and the other way round.

import { local } from "../../api";
import { h } from "../../dom";
import { kind, kinds } from "./kinds";
import type { Link } from "./link";
import { Listing } from "./listing";
import { place, sure, type Item, type Parsed } from "./parsed";

export interface Blocks { element: HTMLElement; close(): void }

export function blocks(result: Parsed, link: Link): Blocks {
  let shown = result.items;
  const types = h("select", { attr: { "aria-label": "Type" } }, h("option", { value: "" }, "All types"), counted(result.items));
  const find = h("input", { type: "search", placeholder: "Find text", attr: { "aria-label": "Find text in blocks" } });
  const told = h("span", { class: "hint", attr: { "aria-live": "polite" } });
  const listing = new Listing({
    label: "Blocks", count: shown.length, height: 84, measured: true, row: (i) => row(shown[i]!),
    chosen: (i) => link.pick([shown[i]!.id], "list"), hovered: (i) => link.hover(i === null ? [] : [shown[i]!.id]),
  });
  const filter = () => {
    const words = find.value.trim().toLowerCase();
    shown = result.items.filter((i) => (!types.value || i.block.type === types.value) && (!words || i.block.content.toLowerCase().includes(words)));
    told.textContent = shown.length === result.items.length ? "" : `${shown.length} of ${result.items.length}`;
    listing.reset(shown.length);
  };
  types.addEventListener("input", filter);
  find.addEventListener("input", filter);
  link.onPick((ids, from) => {
    if (from !== "page") return;
    let at = shown.findIndex((i) => i.id === ids[0]);
    if (at < 0 && result.items.some((i) => i.id === ids[0])) {
      types.value = ""; find.value = "";
      filter();
      at = shown.findIndex((i) => i.id === ids[0]);
    }
    if (at >= 0) listing.show(at);
  });
  link.onHover((id) => listing.light(id === null ? -1 : shown.findIndex((i) => i.id === id)));
  if (result.items.length === 0) return { element: h("p", { class: "empty" }, "Nothing was found on the pages."), close: () => listing.close() };
  return { element: h("div", { class: "pane" }, h("div", { class: "pane-bar" }, types, find, told), listing.element), close: () => listing.close() };
}

function counted(items: Item[]): HTMLElement[] {
  const counts = new Map<string, number>();
  for (const i of items) counts.set(i.block.type, (counts.get(i.block.type) ?? 0) + 1);
  return kinds.filter((k) => counts.has(k.name)).map((k) => h("option", { value: k.name }, `${k.name} (${counts.get(k.name)})`));
}

function row({ block, order }: Item): HTMLElement {
  const picture = typeof block.image_url === "string" ? h("img", { class: "block-image", alt: "", loading: "lazy", src: local(block.image_url) }) : null;
  return h("div", { class: `block ${kind(block.type)}` },
    h("div", { class: "block-head" }, h("span", { class: "block-order" }, order), chip(block.type), h("span", { class: "hint block-place" }, place(block)), confidence(sure(block), block.confidence)),
    h("div", { class: "block-text" }, preview(block.content) || h("span", { class: "hint" }, "No text")), picture);
}

/** chip names a type beside its colour. */
export function chip(type: string): HTMLElement { return h("span", { class: "chip" }, h("i", { class: `swatch ${kind(type)}` }), type); }

/** confidence shows how sure the service is. */
export function confidence(share: number | null, word: string | null): HTMLElement | null {
  if (share === null && !word) return null;
  const low = share === null ? word === "low" : share < 0.85;
  return h("span", { class: low ? "trust low" : "trust", title: "Confidence" }, share === null ? word! : `${Math.round(share * 100)} %`);
}

const longest = 600; // characters of a preview

/** preview is a content as plain text: tags and bars of tables say nothing here. */
function preview(content: string): string {
  const text = content.slice(0, 4 * longest).replace(/<\/t[dh]><t[dh][^>]*>|<\/tr><tr>/g, " · ").replace(/<[^>]*>/g, " ").replace(/\|(?:\s*-+\s*\|)+\n?/g, "").replace(/\s*\|\s*/g, " · ");
  const plain = text.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&").replace(/(?: · )+\n?(?: · )*/g, " · ").replace(/^[\s·]+|[\s·]+$/g, "");
  return plain.length > longest ? plain.slice(0, longest) + " …" : plain;
}
