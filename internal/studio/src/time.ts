// Moments and spans as people read them.

import { h } from "./dom";

/** when is a moment in the reader's own time. */
export function when(iso: string): HTMLTimeElement {
  return h("time", { dateTime: iso, title: new Date(iso).toISOString() }, moment(iso));
}

/** moment is when as text, with seconds where they matter. */
export function moment(iso: string, timeStyle: "short" | "medium" = "short"): string {
  return new Date(iso).toLocaleString(undefined, { dateStyle: "medium", timeStyle });
}

/** took is a span of seconds. */
export function took(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(2)} s`;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${Math.round(seconds % 60)} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
