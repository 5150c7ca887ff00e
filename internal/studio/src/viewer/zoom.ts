// How large pages are shown: as wide as there is room, or a share of their size on paper.

export type Zoom = "fit" | number;

const steps = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4];

export const least = steps[0]!;
export const most = steps.at(-1)!;

/** next is the step after or before a size. */
export function next(now: number, by: 1 | -1): number {
  if (by > 0) return steps.find((s) => s > now * 1.01) ?? most;
  return steps.findLast((s) => s < now / 1.01) ?? least;
}

export function within(zoom: number): number { return Math.min(most, Math.max(least, zoom)); }

// Few sizes of pictures are asked for, because the service keeps each of them.
const fine = [100, 150, 200, 300];

/** dpiFor is how fine a picture must be so that `pixels` of the screen show `inches` of paper well. */
export function dpiFor(pixels: number, inches: number): number {
  const need = (pixels * devicePixelRatio) / inches;
  return fine.find((dpi) => dpi >= need * 0.9) ?? fine.at(-1)!;
}
