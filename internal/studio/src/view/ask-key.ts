// The door: asks for a key where keys exist, and says what is wrong with one that is refused.

import { type Failure, key, setKey } from "../api";
import { h } from "../dom";
import { problem } from "../notice";
import type { View } from "../view";

/** Door is what the page says about the keys that open it. */
export interface Door { title: string; about: (string | Node)[]; more: HTMLElement | null }

/** askForKey stands in front of everything else; entered is called once there is a key to try. */
export function askForKey(error: Failure, door: Door, entered: () => void): View {
  const refused = key() !== "";
  const input = h("input", {
    type: "password", id: "key", autocomplete: "off", required: true, spellcheck: false, autofocus: true,
    attr: { "aria-invalid": refused ? "true" : null },
  });
  const send = (event: Event) => {
    event.preventDefault();
    if (input.value.trim() === "") return;
    setKey(input.value.trim());
    entered();
  };
  const form = h("form", { class: "card key", on: { submit: send } },
    h("h1", {}, door.title),
    h("p", {}, door.about),
    refused ? problem(error) : null,
    h("label", { class: "field", htmlFor: "key" }, h("span", {}, "Key"), input),
    h("button", { type: "submit", class: "primary" }, "Go on"), door.more);
  return { title: "Key", element: form };
}
