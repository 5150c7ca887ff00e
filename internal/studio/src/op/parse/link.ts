// Pages and lists that point at each other: what is chosen or under the pointer on one side lights up on the other.

import type { Viewer } from "../../viewer/viewer";

export type From = "page" | "list";

export class Link {
  private chosen: string[] = [];
  private readonly told: ((ids: string[], from: From) => void)[] = [];
  private readonly over: ((id: string | null) => void)[] = [];

  constructor(private readonly viewer: Viewer) {
    viewer.picked = (id) => this.pick([id], "page");
    viewer.hovered = (id) => { this.viewer.highlight(id === null ? this.chosen : [...this.chosen, id], false); for (const f of this.over) f(id); };
  }

  /** pick chooses things; a choice in a list brings them into sight on the pages. */
  pick(ids: string[], from: From): void {
    this.chosen = ids;
    this.viewer.highlight(ids, from === "list");
    for (const f of this.told) f(ids, from);
  }

  /** hover lights what is under the pointer in a list. */
  hover(ids: string[]): void { this.viewer.highlight([...this.chosen, ...ids], false); }

  get ids(): string[] { return this.chosen; }

  /** onPick is told what was chosen, and on which side. */
  onPick(f: (ids: string[], from: From) => void): void { this.told.push(f); }

  /** onHover is told what is under the pointer on the pages. */
  onHover(f: (id: string | null) => void): void { this.over.push(f); }
}
