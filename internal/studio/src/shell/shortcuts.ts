// Keys that work everywhere: g and a letter goes to a view, ? lists them all.

import { h } from "../dom";
import { dialog } from "../dialog";
import { go } from "../route";
import type { Place } from "./places";

/** shortcuts listens to keys; more are those of the view that is shown. */
export function shortcuts(places: Place[], more: () => [string, string][]): void {
  let gone = 0; // when g was pressed
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || document.querySelector("dialog[open]")) return;
    if (event.key === "?") {
      event.preventDefault();
      return help(places, more());
    }
    const place = event.timeStamp - gone < 1500 ? places.find((p) => p.letter === event.key) : undefined;
    gone = event.key === "g" ? event.timeStamp : 0;
    if (!place) return;
    event.preventDefault();
    go(place.path);
  });
}

function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio]), textarea, select"));
}

/** help lists the keys. */
export function help(places: Place[], more: [string, string][]): void {
  const rows: [string, string][] = [...places.map((p): [string, string] => [`g ${p.letter}`, p.label]), ["?", "This list"], ["Esc", "Close a dialog"], ...more];
  dialog("Keyboard", h("dl", { class: "keys" }, rows.map(([keys, does]) =>
    h("div", {}, h("dt", {}, keys.split(" ").map((k) => h("kbd", {}, k))), h("dd", {}, does)))));
}
