import { h } from "../dom";
import type { View } from "../view";

export function webhooks(): View {
  return { title: "Webhooks", element: h("h1", {}, "Webhooks") };
}
