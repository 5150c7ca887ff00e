// A list of cards that are filled in, added, moved and removed by mouse or keys.

import { h } from "../dom";

export interface Card<T> {
  element: HTMLElement;
  value(): T;
  /** first is what gets the focus when the card is new. */
  first: HTMLElement;
}

export class Cards<T> {
  readonly element: HTMLElement;
  private cards: { card: Card<T>; item: HTMLElement; group: HTMLElement; head: HTMLElement }[] = [];
  private readonly list = h("ol", { class: "card-list" });
  private readonly said = h("p", { class: "sr", attr: { "aria-live": "polite" } });

  /** what is the word for one of them; make builds a card, empty or with a value. */
  constructor(private readonly what: string, private readonly make: (value?: T) => Card<T>) {
    this.element = h("div", { class: "cards-whole" }, this.list,
      h("button", { type: "button", class: "cards-add", on: { click: () => this.add() } }, `+ Add ${what}`), this.said);
  }

  get values(): T[] { return this.cards.map((c) => c.card.value()); }

  set values(all: T[]) {
    this.cards = [];
    this.list.replaceChildren();
    for (const value of all) this.put(this.make(value));
    this.number();
  }

  private add(): void {
    const card = this.make();
    this.put(card);
    this.number();
    card.first.focus();
  }

  private put(card: Card<T>): void {
    const head = h("span", { class: "cards-title" });
    const button = (glyph: string, label: string, click: () => void) => h("button", { type: "button", class: "tiny", title: label, attr: { "aria-label": label }, on: { click } }, glyph);
    const group = h("div", { class: "card cards-card", attr: { role: "group" } },
      h("div", { class: "cards-head" }, head,
        button("↑", `Move this ${this.what} up`, () => this.move(item, -1)), button("↓", `Move this ${this.what} down`, () => this.move(item, 1)),
        button("✕", `Remove this ${this.what}`, () => this.remove(item))),
      card.element);
    const item = h("li", {}, group);
    item.addEventListener("keydown", (e) => {
      if (!e.altKey || (e.key !== "ArrowUp" && e.key !== "ArrowDown")) return;
      e.preventDefault();
      this.move(item, e.key === "ArrowUp" ? -1 : 1);
    });
    this.list.append(item);
    this.cards.push({ card, item, group, head });
  }

  private move(item: HTMLElement, by: number): void {
    const at = this.cards.findIndex((c) => c.item === item);
    const to = at + by;
    if (to < 0 || to >= this.cards.length) return;
    const focus = document.activeElement as HTMLElement | null;
    const [moved] = this.cards.splice(at, 1);
    this.cards.splice(to, 0, moved!);
    this.list.insertBefore(item, this.list.children[by < 0 ? to : to + 1] ?? null);
    this.number();
    focus?.focus();
    this.said.textContent = `Now ${to + 1} of ${this.cards.length}.`;
  }

  private remove(item: HTMLElement): void {
    const at = this.cards.findIndex((c) => c.item === item);
    this.cards.splice(at, 1);
    item.remove();
    this.number();
    (this.cards[at] ?? this.cards[at - 1])?.card.first.focus();
  }

  private number(): void {
    this.cards.forEach((c, i) => {
      c.head.textContent = `${this.what.charAt(0).toUpperCase()}${this.what.slice(1)} ${i + 1}`;
      c.group.setAttribute("aria-label", c.head.textContent);
    });
  }
}

let last = 0;

/** labelled is an input with its label above it. */
export function labelled<E extends HTMLInputElement | HTMLTextAreaElement>(label: string, control: E, note = ""): HTMLElement {
  control.id ||= `card-${++last}`;
  return h("div", { class: "field" }, h("label", { htmlFor: control.id }, label, note ? h("span", { class: "hint" }, ` ${note}`) : null), control);
}
