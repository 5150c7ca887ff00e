// What was sent: messages with their attempts, by endpoint, state and job, and again where asked.

import { get, post } from "../api";
import { chip, type Tone } from "../chip";
import { fill, h } from "../dom";
import { chooser } from "../list";
import { problem, toast } from "../notice";
import { moment } from "../time";
import type { Delivery, Endpoint } from "../wire";

const states: Record<Delivery["status"], [string, Tone]> = { pending: ["Pending", "wait"], succeeded: ["Succeeded", "good"], failed: ["Failed", "bad"] };

export interface Deliveries {
  element: HTMLElement;
  load(): Promise<void>;
  /** choices are the endpoints that can be filtered by. */
  choices(all: Endpoint[]): void;
}

/** deliveries lists them; job is the address of a job, or null where there is no place to look at one. */
export function deliveries(job: ((id: string) => string) | null, signal: AbortSignal): Deliveries {
  let cursor: string | null = null;
  const list = h("ol", { class: "hook-list" });
  const empty = h("div", { class: "none-yet", hidden: true }, h("p", {}, "No deliveries."));
  const said = h("div", { attr: { "aria-live": "polite" } });
  const older = h("button", { type: "button", hidden: true, on: { click: () => void attempt(() => ask(false)) } }, "Older deliveries");
  const endpoint = h("select", { id: "delivery-endpoint" }, h("option", { value: "" }, "All"));
  const status = h("select", { id: "delivery-status" }, h("option", { value: "" }, "All"), Object.entries(states).map(([value, [name]]) => h("option", { value }, name)));
  const about = h("input", { id: "delivery-job", type: "search", autocomplete: "off", spellcheck: false });
  for (const c of [endpoint, status, about]) c.addEventListener("change", () => void attempt(() => ask(true)));

  const attempt = async (work: () => Promise<void>) => {
    try { await work(); fill(said); } catch (error) { if (!signal.aborted) fill(said, problem(error)); }
  };
  const ask = async (fresh: boolean) => {
    const query = { endpoint_id: endpoint.value, status: status.value, job_id: about.value.trim(), cursor: fresh ? "" : cursor ?? "", limit: "30" };
    const page = await get<{ deliveries: Delivery[]; next_cursor: string | null }>("/webhooks/deliveries?" + new URLSearchParams(Object.entries(query).filter(([, v]) => v !== "")), signal);
    cursor = page.next_cursor;
    if (fresh) fill(list);
    const rows = page.deliveries.map(card);
    list.append(...rows);
    older.hidden = cursor === null;
    empty.hidden = list.children.length > 0;
    list.hidden = !empty.hidden;
    if (!fresh) rows[0]?.querySelector("button")?.focus();
  };
  const card = (d: Delivery): HTMLElement => {
    const element = h("li", { class: "card", data: { delivery: d.id } });
    const draw = (now: Delivery) => {
      const [name, tone] = states[now.status];
      const again = h("button", { type: "button", class: "small", attr: { "aria-label": `Redeliver message of job ${now.job_id} to ${now.url}` } }, "Redeliver");
      again.addEventListener("click", () => void attempt(async () => {
        const sent = await post<Delivery>(`/webhooks/deliveries/${encodeURIComponent(now.id)}/redeliver`);
        toast("The message is sent again.");
        await follow(draw, sent);
      }));
      const focus = element.contains(document.activeElement) && document.activeElement?.localName === "button";
      const open = element.querySelector("details")?.open ?? false;
      fill(element,
        h("div", { class: "hook-head" }, h("h3", {}, now.url), chip(name, tone)),
        h("p", { class: "hint" }, "Job ", job && now.job_id !== "test" ? h("a", { href: job(now.job_id) }, now.job_id) : now.job_id, ` · message ${now.message_id}`,
          now.endpoint_id ? "" : " · direct", now.next_attempt_at ? ` · next attempt ${moment(now.next_attempt_at)}` : ""),
        h("div", { class: "row" }, again, attempts(now, open)));
      if (focus) element.querySelector("button")!.focus();
    };
    draw(d);
    return element;
  };
  /** follow shows a message that was sent again until its next attempt is over. */
  const follow = async (draw: (d: Delivery) => void, d: Delivery) => {
    const before = d.attempts.length;
    draw(d);
    for (let wait = 200; d.attempts.length === before && wait < 20_000 && !signal.aborted; wait *= 1.6) {
      await new Promise((r) => setTimeout(r, wait));
      const page = await get<{ deliveries: Delivery[] }>(`/webhooks/deliveries?job_id=${encodeURIComponent(d.job_id)}&limit=100`, signal);
      d = page.deliveries.find((o) => o.id === d.id) ?? d;
      draw(d);
    }
  };

  const load = () => attempt(() => ask(true));
  const element = h("section", { class: "pile", attr: { "aria-labelledby": "deliveries" } },
    h("div", { class: "page-head" }, h("h2", { id: "deliveries" }, "Deliveries"), h("button", { type: "button", on: { click: () => void load() } }, "Refresh")),
    h("form", { class: "filters", attr: { role: "search", "aria-label": "Deliveries" }, on: { submit: (e: Event) => e.preventDefault() } },
      chooser("Endpoint", endpoint), chooser("State", status), chooser("Job id", about)),
    said, list, empty, h("div", { class: "row centre" }, older));
  return {
    element, load,
    choices: (all) => {
      const chosen = endpoint.value;
      fill(endpoint, h("option", { value: "" }, "All"), all.map((e) => h("option", { value: e.id }, e.url)));
      endpoint.value = all.some((e) => e.id === chosen) ? chosen : "";
    },
  };
}

function attempts(d: Delivery, open: boolean): HTMLElement {
  const said = d.attempts.length === 1 ? "1 attempt" : `${d.attempts.length} attempts`;
  if (d.attempts.length === 0) return h("span", { class: "hint" }, said);
  return h("details", { class: "attempts", open }, h("summary", {}, said), h("ol", {}, d.attempts.map((a) =>
    h("li", {}, [moment(a.at, "medium"), a.status_code ?? "no answer", a.error, `${a.duration} s`].filter((x) => x !== null).join(" · ")))));
}
