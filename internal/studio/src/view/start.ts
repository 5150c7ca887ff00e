// The first view: a document, an operation, and go.

import { Failure, submit } from "../api";
import { fill, h } from "../dom";
import { point } from "../form/field";
import { problem } from "../notice";
import { operations, type Operation } from "../op";
import { go, link } from "../route";
import type { Form, View } from "../view";
import { Source } from "./source";

/** start shows the operation of the address, with the settings of an earlier job where one is replayed. */
export function start(name: string, replay?: { input: unknown; config: Record<string, unknown> }): View {
  let operation = operations.find((o) => o.name === name) ?? operations[0]!;
  const status = h("div", { class: "start-status", attr: { "aria-live": "polite" } });
  const source = new Source(status);
  const forms = new Map<Operation, Form>(); // what was filled in stays while another operation is looked at
  const settings = h("div", { class: "settings" });
  const run = h("button", { type: "submit", class: "primary" });
  const choices = h("div", { class: "choices", attr: { role: "group", "aria-label": "Operation" } });

  const form = (): Form => {
    let made = forms.get(operation);
    if (!made) forms.set(operation, made = operation.form({ input: () => source.input() }));
    return made;
  };
  const show = () => {
    fill(choices, operations.map((o) => h("button", {
      type: "button", class: o === operation ? "choice on" : "choice", attr: { "aria-pressed": String(o === operation) }, on: { click: () => turn(o) },
    }, o.label)));
    fill(settings, h("p", { class: "about" }, operation.about), form().element);
    run.textContent = operation.label;
    source.single = operation.field === "document_url";
  };
  const turn = (to: Operation) => {
    operation = to;
    history.replaceState(history.state, "", link("new", to.name));
    show();
    choices.querySelector<HTMLElement>(".on")?.focus();
  };
  show();
  if (replay) {
    form().load(replay.config);
    source.load(replay.input);
  }

  const send = async (event: Event) => {
    event.preventDefault();
    run.disabled = true;
    try {
      const request = form().request();
      const from = await source.input();
      fill(status, "Submitting …");
      go("job", await submit(operation.name, { [operation.field]: from, ...request }));
    } catch (error) {
      fill(status, problem(error));
      const at = error instanceof Failure ? error.problems[0]?.loc : undefined;
      if (at) point(at.filter((l) => l !== "body"));
    } finally {
      run.disabled = false;
    }
  };

  const element = h("form", { class: "start", noValidate: true, on: { submit: (e: Event) => void send(e) } },
    h("h1", {}, "New document"), source.element, choices, settings, h("div", { class: "run" }, run, status));
  return { title: "New", element, close: () => source.close() };
}
