// Where webhooks are sent: the endpoints of the organization, each with its secret, channels and switch.

import { call, get, post } from "../api";
import { chip } from "../chip";
import { ask } from "../dialog";
import { fill, h } from "../dom";
import { problem, toast } from "../notice";
import { moment } from "../time";
import type { Delivery, Endpoint } from "../wire";
import { endpointForm } from "./form";
import { secret } from "./secret";

const path = (e: Endpoint, more = "") => `/webhooks/endpoints/${encodeURIComponent(e.id)}${more}`;

export interface Endpoints {
  element: HTMLElement;
  load(): Promise<void>;
}

/** endpoints lists them; changed is told of all of them, sent of a message that was tried. */
export function endpoints(changed: (all: Endpoint[]) => void, sent: () => void): Endpoints {
  let all: Endpoint[] = [];
  const list = h("ul", { class: "hook-list" });
  const said = h("div", { attr: { "aria-live": "polite" } });
  const add = h("button", { type: "button", class: "primary" }, "Add endpoint");
  add.addEventListener("click", async () => {
    let made: Endpoint | null = null;
    if (!await endpointForm(null, async (asked) => { made = await post<Endpoint>("/webhooks/endpoints", asked); })) return;
    secret(made!, made!.secret!);
    await load();
  });

  const load = async () => {
    all = (await get<{ endpoints: Endpoint[] }>("/webhooks/endpoints")).endpoints;
    draw();
  };
  const put = (e: Endpoint) => { all = all.map((o) => (o.id === e.id ? e : o)); draw(); };
  const draw = () => {
    // A list that is drawn anew must not throw those who use the keyboard back to the top.
    const at = document.activeElement as HTMLElement | null;
    const kept = list.contains(at) ? `[data-endpoint="${at!.closest<HTMLElement>("li")!.dataset.endpoint}"] [data-does="${at!.dataset.does}"]` : "";
    fill(list, all.map(card));
    list.hidden = all.length === 0;
    if (kept) (list.querySelector<HTMLElement>(kept) ?? add).focus();
    empty.hidden = all.length > 0;
    changed(all);
  };
  const empty = h("div", { class: "none-yet", hidden: true }, h("p", {}, "No endpoints yet. Add the address of a program that is to hear of finished jobs."));

  const doing = (work: () => Promise<void>) => async () => {
    fill(said);
    try { await work(); } catch (error) { fill(said, problem(error)); }
  };
  const card = (e: Endpoint): HTMLElement => {
    const button = (does: string, work: () => Promise<void>, kind = "") => h("button", {
      type: "button", class: `small ${kind}`, data: { does }, attr: { "aria-label": `${does} ${e.url}` }, on: { click: doing(work) },
    }, does);
    return h("li", { class: e.disabled ? "card off" : "card", data: { endpoint: e.id } },
      h("div", { class: "hook-head" }, h("h3", {}, e.url), e.disabled ? chip("Disabled", "off") : chip("Enabled", "good")),
      e.description ? h("p", {}, e.description) : null,
      h("p", { class: "hint" }, [e.disabled_reason ? `Disabled: ${e.disabled_reason}` : "", e.channels.length > 0 ? `Channels: ${e.channels.join(", ")}` : "All channels", `added ${moment(e.created_at)}`].filter(Boolean).join(" · ")),
      h("div", { class: "row" },
        e.disabled ? null : button("Send test", () => test(e)),
        button("Secret", async () => secret(e, (await get<{ secret: string }>(path(e, "/secret"))).secret)),
        button("Edit", async () => { await endpointForm(e, async (asked) => put(await (await call("PATCH", path(e), asked)).json() as Endpoint)); }),
        button(e.disabled ? "Enable" : "Disable", async () => put(await (await call("PATCH", path(e), { disabled: !e.disabled })).json() as Endpoint)),
        button("Delete", () => drop(e))));
  };
  const test = async (e: Endpoint) => {
    const d = await post<Delivery>(path(e, "/test"));
    const last = d.attempts.at(-1);
    if (d.status === "succeeded") toast(`${e.url} accepted the test with ${last?.status_code}.`);
    else fill(said, h("p", { class: "problem", attr: { role: "alert" } }, `${e.url} did not accept the test: ${last?.error ?? d.status}`));
    sent();
  };
  const drop = async (e: Endpoint) => {
    if (!await ask("Delete this endpoint?", `${e.url} gets no more messages, and its secret is lost.`, "Delete", () => call("DELETE", path(e)))) return;
    await load();
    add.focus();
  };

  const element = h("section", { class: "pile", attr: { "aria-labelledby": "endpoints" } },
    h("div", { class: "page-head" }, h("h2", { id: "endpoints" }, "Endpoints"), add),
    h("p", { class: "hint" }, "Every enabled endpoint gets a signed POST when an asynchronous job whose request asks for it (", h("code", {}, "async.webhook.mode: svix"), ") has ended."),
    said, list, empty);
  return { element, load };
}
