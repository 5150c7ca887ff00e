// The door: asks for a key where keys exist, and says what is wrong with one that is refused.

import { type Failure, key, setKey } from "../api";
import { h } from "../dom";
import { problem } from "../notice";
import type { View } from "../view";

/** askForKey stands in front of everything else; entered is called once there is a key to try. */
export function askForKey(error: Failure, entered: () => void): View {
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
    h("h1", {}, "API key"),
    h("p", {}, "This service asks for a key. It stays in this tab and is forgotten when the tab closes."),
    refused ? problem(error) : null,
    h("label", { class: "field", htmlFor: "key" }, h("span", {}, "Key"), input),
    h("button", { type: "submit", class: "primary" }, "Go on"),
    h("p", { class: "hint" }, "Create one on the machine that runs the service:", h("code", { class: "line" }, "octavo keys create --org default --name studio")));
  return { title: "Key", element: form };
}
