import { h } from "../dom";
import type { View } from "../view";

export function usage(): View {
  return { title: "Usage", element: h("h1", {}, "Usage") };
}
