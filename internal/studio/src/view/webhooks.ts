// Webhooks: where finished jobs are told of, and what became of every message.

import { fill, h } from "../dom";
import { deliveries } from "../hook/deliveries";
import { endpoints } from "../hook/endpoints";
import { problem } from "../notice";
import type { View } from "../view";

/** webhooks shows them; job is the address of a job, or null where there is no place to look at one. */
export function webhooks(job: ((id: string) => string) | null): View {
  const stop = new AbortController();
  const sent = deliveries(job, stop.signal);
  const places = endpoints(sent.choices, () => void sent.load());
  const element = h("div", { class: "page" }, h("header", { class: "page-head" }, h("h1", {}, "Webhooks")), places.element, sent.element);
  places.load().then(() => sent.load()).catch((error) => {
    if (!stop.signal.aborted) fill(element, h("h1", {}, "Webhooks"), problem(error));
  });
  return { title: "Webhooks", element, close: () => stop.abort() };
}
