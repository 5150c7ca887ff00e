// What the pointer means over the pages.

export interface PointerDeeds {
  pick(id: string): void;
  /** hover is told the mark under the pointer, null when it has left. */
  hover(id: string | null): void;
  scale(factor: number, x: number, y: number): void;
}

export function pointer(area: HTMLElement, deeds: PointerDeeds): void {
  const mark = (target: EventTarget | null) => (target as Element | null)?.closest?.<HTMLElement>("[data-mark]")?.dataset.mark ?? null;
  let over: string | null = null;
  const at = (id: string | null) => { if (id !== over) { over = id; deeds.hover(id); } };
  area.addEventListener("click", (e) => { const id = mark(e.target); if (id !== null) deeds.pick(id); });
  area.addEventListener("pointerover", (e) => at(mark(e.target)));
  area.addEventListener("pointerleave", () => at(null));
  area.addEventListener("wheel", (e) => {
    if (!e.ctrlKey) return;
    e.preventDefault();
    const box = area.getBoundingClientRect();
    deeds.scale(Math.exp(-e.deltaY / 300), e.clientX - box.left, e.clientY - box.top);
  }, { passive: false });
}
