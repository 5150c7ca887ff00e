import { h } from "../dom";
import type { View } from "../view";

export function jobs(): View {
  return { title: "Jobs", element: h("h1", {}, "Jobs") };
}
