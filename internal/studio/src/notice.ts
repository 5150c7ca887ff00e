// What went wrong, with its name, what was said, and what to do about it.

import { Failure } from "./api";
import { h } from "./dom";
import { remedies } from "./remedies";

// What the page itself reports; the service's own names stand in remedies.ts.
const own: Record<string, string> = {
  UNREACHABLE: "See whether octavo serve is running, then try again.",
  INVALID_REQUEST: "Correct the fields that are named.",
};

/** remedy is what can be done about an error, by its name. */
export function remedy(name: string): string { return own[name] ?? remedies[name] ?? ""; }

/** problem shows an error in place. */
export function problem(error: unknown): HTMLElement {
  const f = known(error);
  const advice = remedy(f.name);
  return h("div", { class: "problem", attr: { role: "alert" } },
    h("strong", { class: "problem-name" }, f.name),
    h("p", { class: "problem-message" }, f.message),
    advice ? h("p", { class: "hint" }, advice) : null,
    f.request ? h("p", { class: "hint" }, "Request ", h("code", {}, f.request)) : null);
}

/** known makes an error of the page one that can be shown. */
export function known(error: unknown): Failure {
  if (error instanceof Failure) return error;
  console.error(error);
  return new Failure(0, "PAGE_ERROR", error instanceof Error ? error.message : String(error));
}

/** toast says something that does not ask for an answer. */
export function toast(text: string): void {
  const note = h("div", { class: "toast" }, text);
  document.getElementById("toasts")?.append(note);
  setTimeout(() => note.remove(), 5000);
}
