// The keys of the organization: list, create, revoke. Only keys with the scope admin see this.

import { call, Failure, get, post } from "../api";
import { chip } from "../chip";
import { ask, dialog } from "../dialog";
import { copyButton, fill, h } from "../dom";
import { list, row, rows } from "../list";
import { problem, toast } from "../notice";
import { when } from "../time";
import type { View } from "../view";
import type { Key } from "../wire";
import { keyForm } from "./key-form";

export function keys(): View {
  const stop = new AbortController();
  const place = h("div", {}, h("p", { class: "hint" }, "Loading …"));
  const create = h("button", { type: "button", class: "primary", hidden: true }, "Create key");

  const load = async () => {
    try {
      const { keys: all } = await get<{ keys: Key[] }>("/admin/keys", stop.signal);
      create.hidden = false;
      fill(place, all.length > 0 ? table(all, load) : h("div", { class: "none-yet" }, h("p", {}, "No keys in the database. Keys of a key file are not listed here."), open()));
    } catch (error) {
      if (!stop.signal.aborted) fill(place, refused(error));
    }
  };
  create.addEventListener("click", async () => {
    let made: Key | null = null;
    if (!await keyForm(async (asked) => { made = await post<Key>("/admin/keys", asked); })) return;
    reveal(made!);
    await load();
  });
  void load();
  const element = h("div", { class: "page" }, h("header", { class: "page-head" }, h("h1", {}, "Keys"), create), place);
  return { title: "Keys", element, close: () => stop.abort() };
}

/** open warns where the first key closes the door for those without one. */
function open(): HTMLElement {
  return h("p", { class: "hint" }, "As soon as a first key exists, every request needs one.");
}

function refused(error: unknown): HTMLElement {
  if (!(error instanceof Failure) || error.status !== 403) return problem(error);
  return h("div", { class: "none-yet" },
    h("p", {}, "This key may not manage keys: it lacks the scope ", h("code", {}, "admin"), "."),
    h("p", { class: "hint" }, "Forget it and enter one that has it, or create one on the machine that runs the service:"),
    h("code", {}, "octavo keys create --org default --name admin --scopes all,admin"));
}

function table(all: Key[], changed: () => Promise<void>): HTMLElement {
  return list("Keys", "", ["Name", "Key", "Scopes", "Created", "Last used", "State"], rows(...all.map((k) => keyRow(k, changed))));
}

function keyRow(key: Key, changed: () => Promise<void>): HTMLElement {
  const ended = key.revoked_at !== null || (key.expires_at !== null && new Date(key.expires_at) < new Date());
  const revoke = h("button", { type: "button", class: "small", attr: { "aria-label": `Revoke ${key.name}` } }, "Revoke");
  revoke.addEventListener("click", async () => {
    const done = await ask("Revoke this key?", `Programs that use ${key.name} (${key.prefix}…) are refused within seconds. This cannot be undone.`, "Revoke",
      () => call("DELETE", `/admin/keys/${encodeURIComponent(key.id)}`));
    if (!done) return;
    toast(`${key.name} is revoked.`);
    await changed();
  });
  return row([h("strong", {}, key.name)], [
    ["Key", [h("code", {}, `${key.prefix}…`)]],
    ["Scopes", [h("span", { class: "words" }, key.scopes.map((s) => chip(s, "off")))]],
    ["Created", [when(key.created_at)]],
    ["Last used", [key.last_used_at ? when(key.last_used_at) : "never"]],
    ["State", [state(key), key.expires_at && !ended ? h("span", { class: "hint below" }, "until ", when(key.expires_at)) : null]],
  ], [ended ? null : revoke]);
}

function state(key: Key): HTMLElement {
  if (key.revoked_at) return chip("Revoked", "off");
  if (key.expires_at && new Date(key.expires_at) < new Date()) return chip("Expired", "off");
  return chip("Active", "good");
}

/** reveal shows a new key, which nobody will see again. */
function reveal(made: Key): void {
  const secret = made.key ?? "";
  dialog("The new key", h("div", { class: "pile" },
    h("p", {}, `This is the only time that the key of ${made.name} is shown. Keep it where your programs find it.`),
    h("output", { class: "secret", attr: { "aria-label": "Key" } }, secret)), copyButton("Copy", () => secret));
}
