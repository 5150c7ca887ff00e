// The text of the document as Markdown: rendered, or as it is written.

import { Column } from "../../column";
import { copyButton, download, h } from "../../dom";
import { pieces } from "../../markdown/pieces";
import { render } from "../../markdown/render";
import type { Parsed } from "./parsed";

export function text(result: Parsed, name: string): HTMLElement {
  const whole = () => result.chunks.map((c) => c.content).join("\n\n");
  const parts = result.chunks.flatMap((c) => pieces(c.content));
  const lines = () => whole().split("\n");
  const scroller = h("div", { class: "reading", tabIndex: 0, attr: { role: "region", "aria-label": "Markdown" } });
  let column: Column | null = null;
  const show = (rendered: boolean) => {
    column?.close();
    scroller.classList.toggle("source", !rendered);
    if (rendered) {
      column = new Column({ scroller, count: parts.length, pad: 16, gap: 10, measured: true, height: (i) => 24 + 22 * parts[i]!.lines.length, make: (i) => h("div", { class: "piece" }, render(parts[i]!)) });
      return;
    }
    const all = lines();
    column = new Column({ scroller, count: all.length, pad: 16, measured: true, height: () => 20, make: (i) => h("div", { class: "piece" }, all[i] || "\u00a0") });
  };
  const source = h("input", { type: "checkbox", class: "switch", id: "markdown-source", attr: { role: "switch" }, on: { input: () => show(!source.checked) } });
  show(true);
  return h("div", { class: "pane" },
    h("div", { class: "pane-bar" }, source, h("label", { htmlFor: source.id }, "Source"), h("span", { class: "push" }),
      copyButton("Copy", whole), h("button", { type: "button", class: "quiet", on: { click: () => download(`${name}.md`, "text/markdown", whole()) } }, "Download")),
    parts.length ? scroller : h("p", { class: "empty" }, "There is no text."));
}
