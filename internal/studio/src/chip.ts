// A state as a coloured word. The word says it all; the colour only helps.

import { h } from "./dom";

export type Tone = "good" | "bad" | "wait" | "off";

export function chip(text: string, tone: Tone): HTMLElement { return h("span", { class: `state ${tone}` }, text); }

const states: Record<string, [string, Tone]> = {
  Idle: ["Held back", "wait"], Pending: ["Waiting", "wait"], InProgress: ["Running", "wait"], Completing: ["Storing", "wait"],
  Completed: ["Completed", "good"], Failed: ["Failed", "bad"], Cancelled: ["Cancelled", "off"],
};

/** states of jobs and what they are called here. */
export const stateNames: [string, string][] = Object.entries(states).map(([state, [name]]) => [state, name]);

/** stateChip is the state of a job. */
export function stateChip(state: string): HTMLElement {
  const [name, tone] = states[state] ?? [state, "off" as const];
  return chip(name, tone);
}
