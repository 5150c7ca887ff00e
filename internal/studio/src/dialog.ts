// Questions, forms and details that stand over the page. The browser keeps the focus inside and gives it back.

import { h } from "./dom";
import { problem } from "./notice";

let count = 0;

/** open shows a dialog under a title and removes it when it is closed. */
function open(title: string, attr: Record<string, string>, ...parts: HTMLElement[]): HTMLDialogElement {
  const id = `dialog-${++count}`;
  const element = h("dialog", { class: "dialog", attr: { "aria-labelledby": id, ...attr } }, h("h2", { id }, title), parts);
  element.addEventListener("close", () => element.remove());
  document.body.append(element);
  element.showModal();
  return element;
}

/** dialog shows something until it is closed; actions stand beside the button that does. */
export function dialog(title: string, body: HTMLElement, ...actions: HTMLButtonElement[]): HTMLDialogElement {
  const close = h("button", { type: "button", on: { click: () => element.close() } }, "Close");
  const element = open(title, {}, h("div", { class: "dialog-body" }, body), h("div", { class: "row end" }, actions, close));
  return element;
}

/** ask has something done once it was agreed to, and tells whether it was; a failure is shown where the question stands. */
export function ask(title: string, text: string, yes: string, work: () => Promise<unknown>): Promise<boolean> {
  const id = `dialog-${count + 1}-text`;
  return doing(title, { role: "alertdialog", "aria-describedby": id }, [h("p", { id }, text)], yes, "danger", work);
}

/** form asks for values and stays open until work has gone well; it tells whether it has. */
export function form(title: string, parts: HTMLElement[], yes: string, work: () => Promise<unknown>): Promise<boolean> {
  return doing(title, {}, parts, yes, "primary", work);
}

function doing(title: string, attr: Record<string, string>, parts: HTMLElement[], yes: string, kind: string, work: () => Promise<unknown>): Promise<boolean> {
  const failed = h("div");
  const agree = h("button", { type: "submit", class: kind }, yes);
  const keep = h("button", { type: "button", autofocus: kind === "danger", on: { click: () => element.close() } }, "Cancel");
  const submit = async (event: Event) => {
    event.preventDefault();
    agree.disabled = true;
    try {
      await work();
      element.close("done");
    } catch (error) {
      failed.replaceChildren(problem(error));
      agree.disabled = false;
    }
  };
  const element = open(title, attr, h("form", { class: "pile", noValidate: true, on: { submit: (e: Event) => void submit(e) } },
    parts, failed, h("div", { class: "row end" }, keep, agree)));
  return new Promise((resolve) => element.addEventListener("close", () => resolve(element.returnValue === "done")));
}
