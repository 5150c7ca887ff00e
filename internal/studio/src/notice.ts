// What went wrong, with its name, what was said, and what to do about it.

import { Failure } from "./api";
import { h } from "./dom";

const remedies: Record<string, string> = {
  UNREACHABLE: "See whether octavo serve is running, then try again.",
  AUTH_ERROR: "Enter a key that is valid and has the scope this needs (octavo keys list).",
  RATE_LIMIT: "Wait a moment; the limits are settings of the service (rate.*).",
  QUEUE_FULL: "The queue is full. Try again later, or send the job in the batch lane.",
  INVALID_REQUEST: "Correct the fields that are named.",
  INVALID_SCHEMA: "Correct the schema where the message points.",
  DOCUMENT_UNSUPPORTED: "Convert the file to PDF, or install the converter that octavo doctor names.",
  DOCUMENT_PASSWORD_REQUIRED: "Give the document's password under settings.document_password.",
  DOCUMENT_CORRUPT: "The file is damaged; save or print it anew and try again.",
  DOCUMENT_TOO_LARGE: "Split the document or choose fewer pages (settings.page_range).",
  URL_NOT_ALLOWED: "The service does not fetch from this address; upload the file instead, or allow the host in fetch.allow.",
  INFERENCE_METHOD_UNSUPPORTED: "Switch the option off, or configure a model (inference.models).",
  NOT_FOUND: "It may have been deleted, may have expired, or belongs to another organization.",
};

/** remedy is what can be done about an error, by its name. */
export function remedy(name: string): string { return remedies[name] ?? ""; }

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
