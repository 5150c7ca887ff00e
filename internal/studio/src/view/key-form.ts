// What a new key is to be called, what it may do, and for how long.

import { Failure } from "../api";
import { form } from "../dialog";
import { h } from "../dom";

const scopes: [string, string][] = [
  ["submit", "Run operations"], ["read", "See jobs, results and usage"], ["jobs", "Cancel and delete jobs"],
  ["files", "Upload and delete files"], ["webhooks", "Manage webhooks"], ["admin", "Manage keys and pipelines"],
];
const lives: [string, string][] = [["", "Never"], ["7", "In 7 days"], ["30", "In 30 days"], ["90", "In 90 days"], ["365", "In a year"]];
const day = 86_400_000;

export interface NewKey { name: string; scopes: string[]; expires_at: string | null }

/** keyForm asks in a dialog and tells whether a key was made. */
export function keyForm(create: (asked: NewKey) => Promise<void>): Promise<boolean> {
  const name = h("input", { id: "key-name", required: true, maxLength: 256, autocomplete: "off", autofocus: true });
  const boxes = scopes.map(([scope]) => h("input", { type: "checkbox", value: scope, checked: scope !== "admin" }));
  const life = h("select", { id: "key-life" }, lives.map(([days, label]) => h("option", { value: days }, label)));
  const parts = [
    h("label", { class: "field", htmlFor: "key-name" }, h("span", {}, "Name"), name),
    h("fieldset", { class: "scopes" }, h("legend", {}, "Scopes"),
      scopes.map(([scope, does], i) => h("label", { class: "check" }, boxes[i]!, h("code", {}, scope), h("span", { class: "hint" }, does)))),
    h("label", { class: "field", htmlFor: "key-life" }, h("span", {}, "Expires"), life),
  ];
  return form("Create a key", parts, "Create key", async () => {
    const chosen = boxes.filter((b) => b.checked).map((b) => b.value);
    if (name.value.trim() === "") throw new Failure(0, "INVALID_REQUEST", "The key needs a name that says what it is for.");
    if (chosen.length === 0) throw new Failure(0, "INVALID_REQUEST", "A key without a scope could do nothing.");
    await create({ name: name.value.trim(), scopes: chosen, expires_at: life.value ? new Date(Date.now() + Number(life.value) * day).toISOString() : null });
  });
}
