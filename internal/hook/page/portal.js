// The webhook portal. The token comes in the fragment of the address, which no server sees, and is kept for this
// tab only. Text from outside is set as text, never as markup.

const KEY = "octavo.webhooks.token";
const base = location.pathname.replace(/\/webhooks\/portal\/?$/, "");
const $ = (id) => document.getElementById(id);

let endpoints = [];
let cursor = null;
let asked = null; // what the open question does on yes; returns where the focus goes then
let edited = null; // the endpoint in the form, null for a new one
let shown = null; // the endpoint whose secret is open

// Talking to the service

class Problem extends Error {
  constructor(message, status, fields) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

async function call(method, path, body) {
  const headers = {};
  const token = sessionStorage.getItem(KEY);
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(`${base}/webhooks/${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
    });
  } catch {
    throw new Problem("The service cannot be reached. Check the connection and try again.", 0, {});
  }
  const data = await answer.json().catch(() => null);
  if (!answer.ok) throw problemOf(answer, data);
  return data;
}

function problemOf(answer, data) {
  const fields = {};
  for (const d of Array.isArray(data?.detail) ? data.detail : []) {
    const name = d.loc?.[0] === "body" ? (d.loc[1] ?? "") : "";
    fields[name] ??= d.msg;
  }
  const wait = answer.headers.get("Retry-After");
  const texts = {
    401: "This link is not valid or has expired. Ask for a new one, or enter an API key.",
    403: data?.error?.message ?? "This is not allowed.",
    429: `Too many requests. Try again in ${wait ?? "a few"} seconds.`,
    503: `The service is busy. Try again in ${wait ?? "a few"} seconds.`,
  };
  const text = texts[answer.status] ?? data?.error?.message ?? Object.values(fields)[0] ?? `The service answered ${answer.status}.`;
  return new Problem(text, answer.status, fields);
}

// Messages

function say(text, bad = false) {
  const n = $("notice");
  n.textContent = text;
  n.classList.toggle("bad", bad);
  n.hidden = text === "";
}

// doing runs work for a button: the button waits, failures are shown, an expired link leads back to the door.
// The button is not disabled meanwhile, because it would lose the focus.
async function doing(button, work, onProblem = (p) => say(p.message, true)) {
  if (button?.ariaBusy === "true") return;
  if (button) button.ariaBusy = "true";
  try {
    await work();
  } catch (p) {
    if (!(p instanceof Problem)) throw p;
    if (p.status === 401) leave(sessionStorage.getItem(KEY) ? p.message : "");
    else onProblem(p);
  } finally {
    if (button) button.ariaBusy = "false";
  }
}

// Signing in and out

function takeToken() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!token) return;
  sessionStorage.setItem(KEY, token);
  history.replaceState(null, "", location.pathname + location.search);
}

function leave(text = "") {
  sessionStorage.removeItem(KEY);
  for (const d of document.querySelectorAll("dialog[open]")) d.close();
  endpoints = [];
  $("endpoints").replaceChildren();
  $("deliveries").replaceChildren();
  $("house").hidden = $("leave").hidden = true;
  $("door").hidden = false;
  say(text, text !== "");
  $("door-key").focus();
}

async function enter() {
  $("door").hidden = true;
  await loadEndpoints();
  await loadDeliveries(true);
  $("house").hidden = $("leave").hidden = false;
}

// Endpoints

async function loadEndpoints() {
  endpoints = (await call("GET", "endpoints")).endpoints;
  drawEndpoints();
}

function drawEndpoints() {
  const focused = focusPath();
  $("endpoints").replaceChildren(...endpoints.map(endpointRow));
  $("endpoints-empty").hidden = endpoints.length > 0;
  const chosen = $("filter-endpoint").value;
  $("filter-endpoint").replaceChildren(new Option("All", ""), ...endpoints.map((e) => new Option(e.url, e.id)));
  $("filter-endpoint").value = endpoints.some((e) => e.id === chosen) ? chosen : "";
  restoreFocus(focused);
}

// A redrawn list must not throw keyboard users back to the top of the page.
function focusPath() {
  const row = document.activeElement?.closest?.("[data-id]");
  return row && { id: row.dataset.id, act: document.activeElement.dataset.do };
}

function restoreFocus(path) {
  if (!path) return;
  const row = document.querySelector(`[data-id="${CSS.escape(path.id)}"]`);
  (row?.querySelector(`[data-do="${path.act}"]`) ?? $("add")).focus();
}

function endpointRow(e) {
  const row = $("endpoint-row").content.firstElementChild.cloneNode(true);
  const part = (s) => row.querySelector(s);
  row.dataset.id = e.id;
  row.classList.toggle("off", e.disabled);
  part(".url").textContent = e.url;
  badge(part(".badge"), e.disabled ? "Disabled" : "Enabled", e.disabled ? "bad" : "good");
  part(".description").textContent = e.description;
  part(".description").hidden = e.description === "";
  const facts = [e.channels.length ? `Channels: ${e.channels.join(", ")}` : "All channels", `added ${time(e.created_at)}`];
  if (e.disabled_reason) facts.unshift(`Disabled: ${e.disabled_reason}`);
  part(".detail").textContent = facts.join(" · ");
  part('[data-do="toggle"]').textContent = e.disabled ? "Enable" : "Disable";
  part('[data-do="test"]').hidden = e.disabled;
  for (const b of row.querySelectorAll("button")) {
    b.setAttribute("aria-label", `${b.textContent} ${e.url}`);
    b.addEventListener("click", () => actions[b.dataset.do](e, b));
  }
  return row;
}

const actions = {
  test: (e, b) => doing(b, async () => {
    const d = await call("POST", `endpoints/${encodeURIComponent(e.id)}/test`);
    const a = d.attempts.at(-1);
    if (d.status === "succeeded") say(`${e.url} accepted the test with ${a.status_code}.`);
    else say(`${e.url} did not accept the test: ${a?.error ?? d.status}.`, true);
    await loadDeliveries(true);
  }),
  secret: (e, b) => doing(b, async () => {
    const { secret } = await call("GET", `endpoints/${encodeURIComponent(e.id)}/secret`);
    showSecret(e, secret);
  }),
  edit: (e) => openForm(e),
  toggle: (e, b) => doing(b, async () => {
    replace(await call("PATCH", `endpoints/${encodeURIComponent(e.id)}`, { disabled: !e.disabled }));
    say(e.disabled ? `${e.url} is enabled.` : `${e.url} is disabled.`);
  }),
  delete: (e) => ask("Delete endpoint", `${e.url} gets no more messages, and its secret is lost.`, "Delete", async () => {
    await call("DELETE", `endpoints/${encodeURIComponent(e.id)}`);
    endpoints = endpoints.filter((x) => x.id !== e.id);
    drawEndpoints();
    say(`${e.url} is deleted.`);
    await loadDeliveries(true);
    return $("add");
  }),
};

function replace(changed) {
  endpoints = endpoints.map((e) => (e.id === changed.id ? changed : e));
  drawEndpoints();
}

// The form for new and changed endpoints

const fieldNames = ["url", "description", "channels"];

function openForm(e) {
  edited = e;
  $("edit-title").textContent = e ? "Edit endpoint" : "Add endpoint";
  $("edit-url").value = e?.url ?? "";
  $("edit-description").value = e?.description ?? "";
  $("edit-channels").value = e?.channels.join(", ") ?? "";
  $("edit-enabled").checked = !e?.disabled;
  formProblems({});
  $("edit").showModal();
  $("edit-url").focus();
}

function formProblems(fields) {
  let first = null;
  for (const name of fieldNames) {
    const text = fields[name] ?? "";
    $(`edit-${name}-problem`).textContent = text;
    $(`edit-${name}`).setAttribute("aria-invalid", text !== "");
    if (text && !first) first = $(`edit-${name}`);
  }
  $("edit-problem").textContent = fields[""] ?? "";
  first?.focus();
}

async function save() {
  const body = {
    url: $("edit-url").value.trim(),
    description: $("edit-description").value.trim(),
    channels: $("edit-channels").value.split(",").map((c) => c.trim()).filter((c) => c !== ""),
    disabled: !$("edit-enabled").checked,
  };
  if (!/^https?:\/\/./i.test(body.url)) {
    formProblems({ url: "Enter a URL that starts with https:// or http://." });
    return;
  }
  if (edited) {
    replace(await call("PATCH", `endpoints/${encodeURIComponent(edited.id)}`, body));
    $("edit").close();
    say("Saved.");
    return;
  }
  const made = await call("POST", "endpoints", body);
  $("edit").close();
  await loadEndpoints();
  say(`${made.url} is added.`);
  showSecret(made, made.secret);
}

// The secret

function showSecret(e, secret) {
  shown = e;
  $("secret-text").textContent = `Receivers at ${e.url} check the signature of every message with this secret. Keep it to yourself.`;
  $("secret-value").value = secret;
  $("secret-problem").textContent = "";
  $("secret-copy").textContent = "Copy";
  if (!$("secret").open) $("secret").showModal();
}

async function copySecret() {
  const field = $("secret-value");
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    $("secret-copy").textContent = "Copied";
  } catch {
    $("secret-problem").textContent = "Copying is not possible here. The secret is selected: use the keyboard.";
    field.focus();
  }
}

function rotate() {
  const e = shown;
  ask("Rotate secret", `${e.url} gets a new secret. The present one goes on signing beside it for 24 hours, then it stops.`, "Rotate", async () => {
    const { secret } = await call("POST", `endpoints/${encodeURIComponent(e.id)}/rotate_secret`);
    showSecret(e, secret);
    say("The secret is rotated. Configure the new one in the receiver within 24 hours.");
    return $("secret-copy");
  });
}

// Questions

function ask(title, text, yes, work) {
  $("ask-title").textContent = title;
  $("ask-text").textContent = text;
  $("ask-yes").textContent = yes;
  asked = work;
  $("ask").showModal();
  $("ask").querySelector(".close").focus();
}

// Deliveries

async function loadDeliveries(fresh) {
  const query = new URLSearchParams({ limit: "50" });
  for (const [name, id] of [["endpoint_id", "filter-endpoint"], ["status", "filter-status"], ["job_id", "filter-job"]]) {
    const value = $(id).value.trim();
    if (value) query.set(name, value);
  }
  if (!fresh && cursor) query.set("cursor", cursor);
  const page = await call("GET", `deliveries?${query}`);
  cursor = page.next_cursor;
  const rows = page.deliveries.map(deliveryRow);
  if (fresh) $("deliveries").replaceChildren(...rows);
  else $("deliveries").append(...rows);
  $("more").hidden = !cursor;
  $("deliveries-empty").hidden = $("deliveries").childElementCount > 0;
  if (!fresh) rows[0]?.querySelector("button").focus();
}

function deliveryRow(d) {
  const row = $("delivery-row").content.firstElementChild.cloneNode(true);
  drawDelivery(row, d);
  const button = row.querySelector("button");
  button.addEventListener("click", () => doing(button, async () => {
    drawDelivery(row, await call("POST", `deliveries/${encodeURIComponent(d.id)}/redeliver`));
    say("The message is sent again. Refresh to see how it went.");
  }));
  return row;
}

function drawDelivery(row, d) {
  const part = (s) => row.querySelector(s);
  const names = { pending: "Pending", succeeded: "Succeeded", failed: "Failed" };
  row.dataset.id = d.id;
  badge(part(".badge"), names[d.status] ?? d.status, { succeeded: "good", failed: "bad" }[d.status]);
  part(".url").textContent = d.url;
  const last = d.attempts.at(-1);
  const facts = [`Job ${d.job_id}`, `message ${d.message_id}`];
  if (last) facts.push(`last attempt ${time(last.at)}`);
  if (d.next_attempt_at) facts.push(`next attempt ${time(d.next_attempt_at)}`);
  if (!d.endpoint_id) facts.push("direct");
  part(".detail").textContent = facts.join(" · ");
  part("summary").textContent = d.attempts.length === 1 ? "1 attempt" : `${d.attempts.length} attempts`;
  part("details").hidden = d.attempts.length === 0;
  part(".attempts").replaceChildren(...d.attempts.map((a) => {
    const li = document.createElement("li");
    li.textContent = [time(a.at), a.status_code ?? "no answer", a.error, `${a.duration} s`].filter((x) => x !== null).join(" · ");
    return li;
  }));
  part("button").setAttribute("aria-label", `Redeliver message of job ${d.job_id} to ${d.url}`);
}

function badge(node, text, kind) {
  node.textContent = text;
  node.classList.remove("good", "bad");
  if (kind) node.classList.add(kind);
}

function time(iso) {
  return new Date(iso).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });
}

// Wiring

$("door-form").addEventListener("submit", (ev) => {
  ev.preventDefault();
  const key = $("door-key").value.trim();
  if (key === "") return say("Enter a key.", true);
  sessionStorage.setItem(KEY, key);
  $("door-key").value = "";
  say("");
  doing(ev.submitter, enter, (p) => leave(p.message));
});
$("leave").addEventListener("click", () => leave());
$("add").addEventListener("click", () => openForm(null));
$("edit-form").addEventListener("submit", (ev) => {
  ev.preventDefault();
  formProblems({});
  doing(ev.submitter, save, (p) => formProblems(Object.keys(p.fields).length ? p.fields : { "": p.message }));
});
$("secret-copy").addEventListener("click", copySecret);
$("secret-rotate").addEventListener("click", rotate);
$("secret").addEventListener("close", () => { $("secret-value").value = ""; });
$("ask-yes").addEventListener("click", (ev) => doing(ev.currentTarget, async () => {
  const next = await asked();
  $("ask").close();
  next.focus();
}, (p) => {
  $("ask").close();
  say(p.message, true);
}));
for (const b of document.querySelectorAll("dialog .close")) b.addEventListener("click", () => b.closest("dialog").close());
$("filter").addEventListener("submit", (ev) => {
  ev.preventDefault();
  doing(ev.submitter, () => loadDeliveries(true));
});
$("refresh").addEventListener("click", (ev) => doing(ev.currentTarget, async () => {
  await loadEndpoints();
  await loadDeliveries(true);
}));
$("more").addEventListener("click", (ev) => doing(ev.currentTarget, () => loadDeliveries(false)));
addEventListener("hashchange", () => {
  if (!location.hash.includes("token=")) return;
  takeToken();
  doing(null, enter, (p) => leave(p.message));
});

// Without a token the service may still be open, on a machine of one's own that has no keys yet.
takeToken();
doing(null, enter, (p) => leave(p.message));
