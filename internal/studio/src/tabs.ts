// Panels of which one is shown, chosen by tabs: arrow keys go along them, as everywhere.

import { h } from "./dom";

export interface Tab {
  id: string;
  label: string;
  count?: number;
  /** element is what the tab shows, or makes it when it is shown for the first time. */
  element: HTMLElement | (() => HTMLElement);
}

export interface Tabs {
  element: HTMLElement;
  show(id: string): void;
  /** current is the tab that is shown. */
  current(): string;
}

let groups = 0;

/** tabs shows the first panel; turn is asked before another is shown and may say no, shown is told afterwards. */
export function tabs(label: string, all: Tab[], turn: (id: string) => boolean = () => true, shown: (id: string) => void = () => undefined): Tabs {
  const group = `tabs${++groups}`;
  const buttons = all.map((t) => h("button", {
    type: "button", class: "tab", id: `${group}-${t.id}`, attr: { role: "tab", "aria-controls": `${group}-${t.id}-panel` },
    on: { click: () => choose(t.id), keydown: (e) => step(e) },
  }, t.label, t.count === undefined ? null : h("span", { class: "tab-count" }, t.count.toLocaleString("en"))));
  const panels = all.map((t) => h("div", { class: "tab-panel", id: `${group}-${t.id}-panel`, attr: { role: "tabpanel", "aria-labelledby": `${group}-${t.id}` } }, typeof t.element === "function" ? null : t.element));
  let current = "";

  const show = (id: string) => {
    current = id;
    all.forEach((t, i) => {
      const on = t.id === id;
      buttons[i]!.setAttribute("aria-selected", String(on));
      buttons[i]!.tabIndex = on ? 0 : -1;
      panels[i]!.hidden = !on;
      if (on && typeof t.element === "function" && !panels[i]!.hasChildNodes()) panels[i]!.append(t.element());
    });
    shown(id);
  };
  const choose = (id: string): boolean => {
    const may = turn(id);
    if (may) show(id);
    return may;
  };
  const step = (e: KeyboardEvent) => {
    const at = buttons.indexOf(e.target as HTMLButtonElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    const next = (to + all.length) % all.length;
    if (choose(all[next]!.id)) buttons[next]!.focus();
  };
  show(all[0]!.id);
  return { show, current: () => current, element: h("div", { class: "tabs" }, h("div", { class: "tab-list", attr: { role: "tablist", "aria-label": label } }, buttons), panels) };
}
