// Columns of days, each stacked by operation, with axes. Those who cannot see it have the table.

import { h, svg } from "../dom";

export interface Column { label: string; parts: { kind: number; name: string; value: number }[] }

const height = 240;
const room = { left: 56, right: 20, top: 12, bottom: 28 };

/** columns draws a chart that is as wide as its place; whole says that values are counts. */
export function columns(all: Column[], label: string, whole: boolean, spell: (value: number) => string): HTMLElement {
  const place = h("div", { class: "chart" });
  let drawn = 0;
  const watch = new ResizeObserver(() => {
    const width = Math.floor(place.clientWidth);
    if (width === drawn || width < 100) return;
    drawn = width;
    place.replaceChildren(draw(all, label, whole, spell, width));
  });
  watch.observe(place);
  return place;
}

function draw(all: Column[], label: string, whole: boolean, spell: (value: number) => string, width: number): SVGSVGElement {
  const most = Math.max(...all.map((c) => c.parts.reduce((sum, p) => sum + p.value, 0)), 0);
  const ticks = scale(most, whole);
  const top = ticks.at(-1)!;
  const inner = { width: width - room.left - room.right, height: height - room.top - room.bottom };
  const y = (v: number) => room.top + inner.height * (1 - v / top);
  const step = inner.width / all.length;
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label });
  for (const tick of ticks) {
    picture.append(svg("line", { class: tick === 0 ? "axis" : "rule", x1: room.left, x2: width - room.right, y1: y(tick), y2: y(tick) }),
      svg("text", { x: room.left - 8, y: y(tick) + 4, "text-anchor": "end" }, spell(tick)));
  }
  const every = Math.ceil(56 / step);
  all.forEach((c, i) => {
    const x = room.left + step * i;
    const column = svg("g", { class: "day" }, svg("rect", { class: "whole", x, y: room.top, width: step, height: inner.height }));
    let below = 0;
    for (const p of c.parts) {
      if (p.value === 0) continue;
      column.append(svg("rect", {
        class: `hue${p.kind} bar`, x: x + step * 0.15, width: Math.max(step * 0.7, 1), y: y(below + p.value), height: Math.max(y(below) - y(below + p.value), 1),
      }));
      below += p.value;
    }
    const told = c.parts.filter((p) => p.value > 0).map((p) => `${p.name}: ${spell(p.value)}`);
    column.append(svg("title", {}, [c.label, ...(told.length > 0 ? told : ["nothing"])].join("\n")));
    picture.append(column);
    // The last day is always named.
    if ((all.length - 1 - i) % every === 0) picture.append(svg("text", { x: x + step / 2, y: height - 8, "text-anchor": "middle" }, c.label));
  });
  return picture;
}

/** scale is four steps or so from nought to a round number that nothing exceeds; what is counted has no parts. */
function scale(most: number, whole: boolean): number[] {
  if (most <= 0) return [0, 1];
  const rough = whole ? Math.max(most / 4, 1) : most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough)!;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => Number((i * step).toPrecision(6)));
}
