// The pages in a row, each in the colour of its section; arrow keys go along them.

import { pageImage } from "../../api";
import { h } from "../../dom";
import type { Section } from "./pages";

/** hues is how many colours there are before they come again. */
export const hues = 8;

export interface Strip {
  element: HTMLElement;
  /** at says which page is being read. */
  at(page: number): void;
  /** mark outlines pages; none for no pages. */
  mark(pages: number[]): void;
  close(): void;
}

/** strip shows pictures of the pages of a job, and blank sheets where it has none. */
export function strip(job: string | null, pages: number, all: Section[], go: (page: number) => void): Strip {
  const stop = new AbortController();
  const made: string[] = [];
  const seen = new IntersectionObserver((entries) => {
    for (const e of entries) {
      if (!e.isIntersecting) continue;
      seen.unobserve(e.target);
      void picture(e.target as HTMLElement);
    }
  }, { rootMargin: "200px" });

  const picture = async (cell: HTMLElement) => {
    try {
      const src = await pageImage(job!, Number(cell.dataset.page), 36, stop.signal);
      made.push(src);
      cell.querySelector(".strip-paper")!.append(h("img", { alt: "", src }));
    } catch { /* a page without a picture stays a blank sheet */ }
  };

  const cells = Array.from({ length: pages }, (_, i) => {
    const page = i + 1;
    const of = all.map((s, k) => ({ s, k })).filter(({ s }) => s.pages.includes(page));
    const parts = of.map(({ s }) => { const p = s.partitions.find((q) => q.pages.includes(page)); return p ? `${s.name} (${p.name})` : s.name; });
    const said = parts.length > 0 ? parts.join(" and ") : "no section";
    const cell = h("button", {
      type: "button", class: of.length > 0 ? "strip-page" : "strip-page none", title: `Page ${page}: ${said}`, tabIndex: page === 1 ? 0 : -1, data: { page: String(page) },
      on: { click: () => go(page), focus: () => cells.forEach((c) => { c.tabIndex = c === cell ? 0 : -1; }) },
    },
      h("span", { class: "strip-paper" }),
      h("span", { class: "strip-bands" }, of.length > 0 ? of.map(({ k }) => h("span", { class: `strip-band hue${k % hues}` }, k + 1)) : h("span", { class: "strip-band" }, "–")),
      h("span", { class: "sr" }, `Page ${page}: ${said}`), h("span", { class: "strip-number", attr: { "aria-hidden": "true" } }, page));
    if (job) seen.observe(cell);
    return cell;
  });

  const element = h("div", { class: "page-strip", attr: { role: "group", "aria-label": "Pages by section" } }, cells);
  element.addEventListener("keydown", (e) => {
    const at = cells.indexOf(document.activeElement as HTMLButtonElement);
    const row = Math.max(1, cells.findIndex((c) => c.offsetTop > cells[0]!.offsetTop));
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + row, ArrowUp: at - row, Home: 0, End: pages - 1 }[e.key];
    if (at < 0 || to === undefined) return;
    e.preventDefault();
    cells[Math.min(Math.max(to, 0), pages - 1)]!.focus();
  });
  return {
    element,
    at: (page) => {
      element.querySelector("[aria-current]")?.removeAttribute("aria-current");
      cells[page - 1]?.setAttribute("aria-current", "page");
    },
    mark: (marked) => {
      for (const c of element.querySelectorAll(".marked")) c.classList.remove("marked");
      for (const page of marked) cells[page - 1]?.classList.add("marked");
    },
    close: () => { stop.abort(); seen.disconnect(); made.forEach((src) => URL.revokeObjectURL(src)); },
  };
}
