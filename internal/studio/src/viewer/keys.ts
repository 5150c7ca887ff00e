// What keys do while the pages have the focus.

export interface KeyDeeds {
  /** step goes to the next or previous mark; false when there is none. */
  step(by: 1 | -1): boolean;
  pick(): boolean;
  clear(): void;
  turn(by: 1 | -1): void;
  jump(to: "first" | "last"): void;
  zoom(by: 1 | -1 | "fit"): void;
}

/** keys listens on the area itself; what stands on the pages keeps its own keys. */
export function keys(area: HTMLElement, deeds: KeyDeeds): void {
  const meant: Record<string, () => boolean | void> = {
    ArrowDown: () => deeds.step(1), ArrowRight: () => deeds.step(1), ArrowUp: () => deeds.step(-1), ArrowLeft: () => deeds.step(-1),
    Enter: () => deeds.pick(), Escape: () => deeds.clear(),
    PageDown: () => deeds.turn(1), PageUp: () => deeds.turn(-1), Home: () => deeds.jump("first"), End: () => deeds.jump("last"),
    "+": () => deeds.zoom(1), "=": () => deeds.zoom(1), "-": () => deeds.zoom(-1), "0": () => deeds.zoom("fit"),
  };
  area.addEventListener("keydown", (e) => {
    if (e.target !== area || e.altKey || e.metaKey) return;
    if (e.ctrlKey && !["+", "=", "-", "0"].includes(e.key)) return;
    const deed = meant[e.key];
    if (deed && deed() !== false) e.preventDefault();
  });
}
