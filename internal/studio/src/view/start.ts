// The first view: a document, an operation, and go.

import { Failure, submit, upload } from "../api";
import { fill, h } from "../dom";
import { problem } from "../notice";
import { operations } from "../op";
import { go } from "../route";
import type { Form, View } from "../view";

/** start shows the operation of the address, with the settings of an earlier job where one is replayed. */
export function start(name: string, replay?: { input: unknown; config: Record<string, unknown> }): View {
  let operation = operations.find((o) => o.name === name) ?? operations[0]!;
  let form: Form;
  let file: File | null = null;
  let input: unknown = replay?.input ?? null;

  const status = h("div", { class: "start-status" });
  const chosen = h("p", { class: "chosen", attr: { "aria-live": "polite" } });
  const url = h("input", { type: "url", placeholder: "https://… or a file id", attr: { "aria-label": "Address of the document" } });
  const picker = h("input", { type: "file", id: "file", class: "sr" });
  const settings = h("div", { class: "settings" });
  const run = h("button", { type: "submit", class: "primary" });

  const choose = (f: File) => {
    file = f; input = null; url.value = "";
    fill(chosen, f.name, h("span", { class: "hint" }, ` ${size(f.size)}`));
  };
  const drop = h("label", { class: "drop", htmlFor: "file" },
    h("strong", {}, "Drop a document here"), h("span", { class: "hint" }, "or choose a file: PDF, scan, image, spreadsheet, office file, mail"), picker);
  drop.addEventListener("dragover", (e) => { e.preventDefault(); drop.classList.add("over"); });
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (e) => {
    e.preventDefault(); drop.classList.remove("over");
    if (e.dataTransfer?.files[0]) choose(e.dataTransfer.files[0]);
  });
  picker.addEventListener("change", () => { if (picker.files?.[0]) choose(picker.files[0]); });
  url.addEventListener("input", () => { file = null; input = null; fill(chosen); });

  /** source is the document as a request names it; a file is uploaded once. */
  const source = async (): Promise<unknown> => {
    if (file && !input) {
      const bar = h("progress", { max: 1, value: 0, attr: { "aria-label": "Upload" } });
      fill(status, "Uploading ", bar);
      input = (await upload(file, (share) => { bar.value = share; })).file_id;
      fill(status);
    }
    const from = input ?? url.value.trim();
    if (!from) throw new Failure(0, "NO_DOCUMENT", "Drop a file or give an address first.");
    return from;
  };

  const tabs = h("div", { class: "choices", attr: { role: "group", "aria-label": "Operation" } });
  const show = () => {
    fill(tabs, operations.map((o) => h("button", {
      type: "button", class: o === operation ? "choice on" : "choice", attr: { "aria-pressed": String(o === operation) },
      on: { click: () => { operation = o; history.replaceState(null, "", location.pathname.replace(/\/(new(\/\w+)?)?$/, "") + "/new/" + o.name); show(); } },
    }, o.label)));
    form = operation.form({ input: source });
    fill(settings, h("p", { class: "hint" }, operation.about), form.element);
    run.textContent = operation.label;
  };
  show();
  if (replay) {
    form!.load(replay.config);
    fill(chosen, describe(replay.input));
  }

  const send = async (event: Event) => {
    event.preventDefault();
    run.disabled = true;
    try {
      const request = form.request();
      const from = await source();
      fill(status, "Submitting …");
      go("job", await submit(operation.name, { [operation.field]: from, ...request }));
    } catch (error) {
      fill(status, problem(error));
    } finally {
      run.disabled = false;
    }
  };

  const element = h("form", { class: "start", on: { submit: (e: Event) => void send(e) } },
    h("h1", {}, "New document"), drop, chosen,
    h("div", { class: "field" }, h("span", {}, "or paste an address"), url),
    tabs, settings, h("div", { class: "row" }, run, status));
  return { title: "New", element };
}

function describe(input: unknown): string {
  if (typeof input === "string") return input;
  return Array.isArray(input) ? input.join(", ") : JSON.stringify(input);
}

function size(bytes: number): string {
  if (bytes < 1e3) return `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
