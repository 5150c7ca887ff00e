// Which jobs are listed: by type, state and day. The choice stands in the address, so that a list can be linked to.

import { stateNames } from "../chip";
import { h } from "../dom";
import { chooser } from "../list";

const types = ["Parse", "Extract", "Split", "Classify", "Edit", "Pipeline", "Chart"];

export interface Filter {
  element: HTMLElement;
  /** query is what GET /jobs is asked. */
  query(): Record<string, string>;
  /** chosen says whether anything is left out. */
  chosen(): boolean;
  clear(): void;
}

export function filter(changed: () => void): Filter {
  const told = new URLSearchParams(location.search);
  const type = choice("type", types.map((t) => [t, t]), told);
  const state = choice("state", stateNames, told);
  const from = day("from", told);
  const to = day("to", told);
  const all = [type, state, from, to];
  const clear = h("button", { type: "button", class: "quiet", on: { click: () => { reset(); change(); } } }, "Clear");
  const chosen = () => all.some((c) => c.value !== "");
  const reset = () => { for (const c of all) c.value = ""; };
  const change = () => {
    const kept = new URLSearchParams(all.filter((c) => c.value !== "").map((c) => [c.name, c.value]));
    history.replaceState(history.state, "", location.pathname + (kept.size > 0 ? `?${kept}` : ""));
    clear.hidden = !chosen();
    changed();
  };
  for (const c of all) c.addEventListener("change", change);
  clear.hidden = !chosen();
  const element = h("form", { class: "filters", attr: { role: "search", "aria-label": "Jobs" }, on: { submit: (e: Event) => e.preventDefault() } },
    chooser("Type", type), chooser("State", state), chooser("From", from), chooser("To", to), clear);
  return {
    element, chosen, clear: () => { reset(); change(); },
    query: () => ({ type: type.value, state: state.value, from: midnight(from.value, 0), to: midnight(to.value, 1) }),
  };
}

function choice(name: string, options: [string, string][], told: URLSearchParams): HTMLSelectElement {
  const select = h("select", { name, id: `jobs-${name}` }, h("option", { value: "" }, "All"), options.map(([value, label]) => h("option", { value }, label)));
  select.value = told.get(name) ?? "";
  return select;
}

function day(name: string, told: URLSearchParams): HTMLInputElement {
  return h("input", { type: "date", name, id: `jobs-${name}`, value: told.get(name) ?? "" });
}

/** midnight is the moment at which a day of the reader begins, or one that comes days later; the service takes a moment. */
function midnight(date: string, days: number): string {
  if (date === "") return "";
  const at = new Date(`${date}T00:00:00`);
  at.setDate(at.getDate() + days);
  return Number.isNaN(at.getTime()) ? "" : at.toISOString();
}
