// Studio: puts a view in the middle of the page for every address, and asks for a key where one is needed.

import { Failure, get, key, setKey } from "./api";
import { fill, h } from "./dom";
import { problem } from "./notice";
import { follow, here, link } from "./route";
import type { View } from "./view";
import { job } from "./view/job";
import { jobs } from "./view/jobs";
import { keys } from "./view/keys";
import { start } from "./view/start";
import { usage } from "./view/usage";
import { webhooks } from "./view/webhooks";

const places: { path: string; label: string }[] = [
  { path: "new", label: "New" }, { path: "jobs", label: "Jobs" }, { path: "usage", label: "Usage" },
  { path: "webhooks", label: "Webhooks" }, { path: "keys", label: "Keys" },
];

let shown: View | null = null;

function view(): View {
  const [first = "new", second = ""] = here();
  switch (first) {
    case "new": return start(second);
    case "job": return job(second);
    case "jobs": return jobs();
    case "keys": return keys();
    case "webhooks": return webhooks();
    case "usage": return usage();
  }
  return { title: "Not found", element: problem(new Failure(404, "NOT_FOUND", "There is no such view.")) };
}

function show(next: View): void {
  shown?.close?.();
  shown = next;
  document.title = `${next.title} – Octavo Studio`;
  fill(document.getElementById("main")!, next.element);
  top();
  scrollTo(0, 0);
}

function top(): void {
  const [first = "new"] = here();
  fill(document.getElementById("top")!,
    h("a", { class: "brand", href: link() }, "Octavo"),
    h("nav", { attr: { "aria-label": "Views" } }, places.map((p) =>
      h("a", { href: link(p.path), attr: { "aria-current": p.path === first ? "page" : null } }, p.label))),
    key() ? h("button", { type: "button", class: "quiet", on: { click: () => { setKey(""); void open(); } } }, "Forget key") : null);
}

/** askForKey stands in front of everything else where keys exist. */
function askForKey(error: Failure): View {
  const input = h("input", { type: "password", id: "key", autocomplete: "off", required: true });
  const form = h("form", { class: "card key", on: { submit: (e: Event) => { e.preventDefault(); setKey(input.value.trim()); void open(); } } },
    h("h1", {}, "API key"),
    h("p", {}, "This service asks for a key. It stays in this tab and is forgotten when the tab closes."),
    key() ? problem(error) : null,
    h("label", { class: "field", htmlFor: "key" }, h("span", {}, "Key"), input),
    h("button", { type: "submit", class: "primary" }, "Go on"),
    h("p", { class: "hint" }, "Create one with ", h("code", {}, "octavo keys create --org default --name studio"), "."));
  return { title: "Key", element: form };
}

async function open(): Promise<void> {
  try {
    await get("/capabilities");
  } catch (error) {
    if (error instanceof Failure && error.status === 401) return show(askForKey(error));
    if (!(error instanceof Failure && error.status === 403)) return show({ title: "Error", element: problem(error) });
  }
  show(view());
}

follow();
addEventListener("popstate", () => show(view()));
void open();
