import { h } from "../dom";
import type { View } from "../view";

export function keys(): View {
  return { title: "Keys", element: h("h1", {}, "Keys") };
}
