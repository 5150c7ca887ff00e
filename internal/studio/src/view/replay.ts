// An earlier request once more: the start view with its operation, document and settings.

import { Failure, job } from "../api";
import { h } from "../dom";
import { problem } from "../notice";
import { operations } from "../op";
import type { View } from "../view";
import { start } from "./start";

/** replay loads the request of a job into the form of its operation. */
export function replay(name: string, from: string): View {
  const stop = new AbortController();
  let inner: View | null = null;
  const element = h("div", {}, h("p", { class: "hint" }, "Loading the earlier request …"));
  const load = async () => {
    const { raw_config: raw } = await job(from, stop.signal);
    if (!raw) throw new Failure(404, "NOT_FOUND", "The request of this job is not kept any more.");
    const { [field(name)]: input, ...config } = JSON.parse(raw) as Record<string, unknown>;
    forget(config);
    inner = start(name, { input, config });
    element.replaceChildren(inner.element);
  };
  load().catch((error) => { if (!stop.signal.aborted) element.replaceChildren(problem(error)); });
  return { title: "New", element, close: () => { stop.abort(); inner?.close?.(); } };
}

function field(name: string): string { return operations.find((o) => o.name === name)?.field ?? "input"; }

/** forget drops what must not be sent as it is told: passwords are told as stars. */
function forget(config: Record<string, unknown>): void {
  const settings = config.settings as Record<string, unknown> | null | undefined;
  if (settings && "document_password" in settings) delete settings.document_password;
}
