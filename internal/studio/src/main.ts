// Studio: puts a view in the middle of the page for every address, and asks for a key where one is needed.

import { Failure, get, key, setKey } from "./api";
import { fill, h } from "./dom";
import { known, problem } from "./notice";
import { follow, here, link } from "./route";
import { places } from "./shell/places";
import { help, shortcuts } from "./shell/shortcuts";
import { themeButton } from "./shell/theme";
import { titled, type View } from "./view";
import { askForKey } from "./view/ask-key";
import { job } from "./view/job";
import { jobs } from "./view/jobs";
import { keys } from "./view/keys";
import { replay } from "./view/replay";
import { start } from "./view/start";
import { usage } from "./view/usage";
import { webhooks } from "./view/webhooks";

const door = {
  title: "API key",
  about: ["This service asks for a key. It stays in this tab and is forgotten when the tab closes."],
  more: h("p", { class: "hint" }, "Create one on the machine that runs the service:", h("code", { class: "line" }, "octavo keys create --org default --name studio")),
};

let shown: View | null = null;
let inside = false; // the service lets us in
const main = document.getElementById("main")!;

function view(): View {
  const [first = "new", second = ""] = here();
  const from = new URLSearchParams(location.search).get("from");
  switch (first) {
    case "new": return from ? replay(second, from) : start(second);
    case "job": return job(second);
    case "jobs": return jobs();
    case "keys": return keys();
    case "webhooks": return webhooks((id) => link("job", id));
    case "usage": return usage();
  }
  return failed(new Failure(404, "NOT_FOUND", "There is no such view."), "Not found");
}

function failed(error: unknown, title = "Error"): View {
  return { title, element: h("div", { class: "page" }, h("h1", {}, title), problem(error)) };
}

/** show replaces the view; the focus goes to its title, so that those who do not see the change hear of it. */
function show(make: () => View): void {
  shown?.close?.();
  const first = shown === null;
  try {
    shown = make();
  } catch (error) {
    shown = failed(error);
  }
  document.title = titled(shown.title);
  fill(main, shown.element);
  top();
  scrollTo(0, 0);
  if (first) return;
  const title = shown.element.querySelector<HTMLElement>("[autofocus], h1") ?? main;
  if (title.matches("h1")) title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

function top(): void {
  const [first = "new"] = here();
  for (const a of document.querySelectorAll<HTMLAnchorElement>("#views a")) {
    if (a.dataset.place === first) a.setAttribute("aria-current", "page");
    else a.removeAttribute("aria-current");
  }
  document.getElementById("forget")!.hidden = key() === "";
}

function tools(): void {
  fill(document.getElementById("tools")!,
    h("button", { type: "button", id: "forget", class: "quiet", hidden: key() === "", on: { click: () => { setKey(""); void open(); } } }, "Forget key"),
    h("button", { type: "button", class: "icon", title: "Keyboard", attr: { "aria-label": "Keyboard shortcuts" }, on: { click: () => help(places, shown?.keys ?? []) } }, "?"),
    themeButton());
}

/** open asks whether the service lets us in before anything is shown of it. */
async function open(): Promise<void> {
  inside = false;
  try {
    await get("/capabilities");
  } catch (error) {
    if (error instanceof Failure && error.status === 401) return show(() => askForKey(error, door, () => void open()));
    // A key without the scope to read may still have others; every view says what it lacks.
    if (!(error instanceof Failure && error.status === 403)) return show(() => failed(error));
  }
  inside = true;
  show(view);
}

/** broken tells of a fault of the page itself; what is shown stays. */
function broken(error: unknown): void {
  if (error instanceof DOMException && error.name === "AbortError") return;
  const note = problem(known(error));
  note.append(h("button", { type: "button", on: { click: () => note.remove() } }, "Dismiss"));
  document.getElementById("toasts")!.append(note);
}

addEventListener("error", (event) => { if (event.error) broken(event.error); });
addEventListener("unhandledrejection", (event) => broken(event.reason));
addEventListener("refused", () => { if (inside) void open(); });
addEventListener("popstate", () => { if (inside) show(view); else void open(); });
follow();
tools();
shortcuts(places, () => shown?.keys ?? []);
void open();
