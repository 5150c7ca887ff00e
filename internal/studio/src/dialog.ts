// Questions and details that stand over the page. The browser keeps the focus inside and gives it back.

import { h } from "./dom";
import { problem } from "./notice";

let count = 0;

/** dialog shows something until it is closed; actions stand beside the button that does. */
export function dialog(title: string, body: HTMLElement, ...actions: HTMLButtonElement[]): HTMLDialogElement {
  const id = `dialog-${++count}`;
  const close = h("button", { type: "button", on: { click: () => element.close() } }, "Close");
  const element = h("dialog", { class: "dialog", attr: { "aria-labelledby": id } },
    h("h2", { id }, title), h("div", { class: "dialog-body" }, body), h("div", { class: "row end" }, actions, close));
  element.addEventListener("close", () => element.remove());
  document.body.append(element);
  element.showModal();
  return element;
}

/** ask has something done once it was agreed to; a failure is shown where the question stands. */
export function ask(title: string, text: string, yes: string, work: () => Promise<void>): void {
  const id = `dialog-${++count}`;
  const failed = h("div");
  const agree = h("button", { type: "button", class: "danger" }, yes);
  const keep = h("button", { type: "button", autofocus: true, on: { click: () => element.close() } }, "Cancel");
  agree.addEventListener("click", async () => {
    agree.disabled = true;
    try {
      await work();
      element.close();
    } catch (error) {
      failed.replaceChildren(problem(error));
      agree.disabled = false;
    }
  });
  const element = h("dialog", { class: "dialog", attr: { role: "alertdialog", "aria-labelledby": id, "aria-describedby": `${id}-text` } },
    h("h2", { id }, title), h("p", { id: `${id}-text` }, text), failed, h("div", { class: "row end" }, keep, agree));
  element.addEventListener("close", () => element.remove());
  document.body.append(element);
  element.showModal();
}
