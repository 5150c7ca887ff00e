// The words that were read, with how sure each of them is; while they are shown they also stand over the pages.

import { h } from "../../dom";
import type { Kind, Mark } from "../../viewer/viewer";
import type { Word } from "../../wire";
import { confidence } from "./blocks";
import type { Link } from "./link";
import { Listing } from "./listing";

/** wordKinds are how sure a word is. */
export const wordKinds: Kind[] = [
  { kind: "is-sure", name: "95 % and more" }, { kind: "is-fair", name: "80 to 95 %" }, { kind: "is-doubtful", name: "below 80 %" },
];

function kindOf(word: Word): string {
  const c = word.confidence ?? 1;
  return c >= 0.95 ? "is-sure" : c >= 0.8 ? "is-fair" : "is-doubtful";
}

/** wordMarks are the words as boxes over the pages. */
export function wordMarks(words: Word[]): Mark[] {
  return words.map((w, i) => ({ id: `w${i}`, box: w.bbox, kind: kindOf(w), label: w.text }));
}

export interface Words { element: HTMLElement; close(): void }

export function words(all: Word[] | null, link: Link): Words {
  const none = (text: string): Words => ({ element: h("p", { class: "empty" }, text), close: () => undefined });
  if (!all) return none("Words were not asked for. Run the document again with “Return OCR data” switched on.");
  if (all.length === 0) return none("No words were found on the pages.");
  let shown = all.map((_, i) => i);
  const find = h("input", { type: "search", placeholder: "Find a word", attr: { "aria-label": "Find a word" } });
  const doubtful = h("input", { type: "checkbox", class: "switch", id: "words-doubtful", attr: { role: "switch" } });
  const told = h("span", { class: "hint", attr: { "aria-live": "polite" } });
  const listing = new Listing({
    label: "Words", count: shown.length, height: 34, row: (i) => row(all[shown[i]!]!),
    chosen: (i) => link.pick([`w${shown[i]!}`], "list"), hovered: (i) => link.hover(i === null ? [] : [`w${shown[i]!}`]),
  });
  const filter = () => {
    const part = find.value.trim().toLowerCase();
    shown = [];
    all.forEach((w, i) => { if ((!part || w.text.toLowerCase().includes(part)) && (!doubtful.checked || (w.confidence ?? 1) < 0.95)) shown.push(i); });
    told.textContent = shown.length === all.length ? "" : `${shown.length.toLocaleString("en")} of ${all.length.toLocaleString("en")}`;
    listing.reset(shown.length);
  };
  find.addEventListener("input", filter);
  doubtful.addEventListener("input", filter);
  link.onPick((ids, from) => { if (from === "page" && ids[0]?.startsWith("w")) { const at = shown.indexOf(Number(ids[0].slice(1))); if (at >= 0) listing.show(at); } });
  link.onHover((id) => { if (id === null || id.startsWith("w")) listing.light(id === null ? -1 : shown.indexOf(Number(id.slice(1)))); });
  return {
    element: h("div", { class: "pane" }, h("div", { class: "pane-bar" }, find, doubtful, h("label", { htmlFor: doubtful.id }, "Only below 95 %"), told), listing.element),
    close: () => listing.close(),
  };
}

function row(word: Word): HTMLElement {
  return h("div", { class: "word" }, h("i", { class: `swatch ${kindOf(word)}` }), h("span", { class: "word-text" }, word.text),
    h("span", { class: "hint" }, `Page ${word.bbox.page}`), confidence(word.confidence, null));
}
