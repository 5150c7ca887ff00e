// The webhook portal: Studio's view of webhooks for those who were given a link. The token comes in the fragment of the
// address, which no server sees, and is kept for this tab only.

import { Failure, get, key, setKey } from "./api";
import { fill, h } from "./dom";
import { problem } from "./notice";
import type { View } from "./view";
import { askForKey } from "./view/ask-key";
import { webhooks } from "./view/webhooks";

const door = {
  title: "Webhooks",
  about: ["Open this page through the link that ", h("code", {}, "POST /configure_webhook"), " returns, or enter an API key with the scope ", h("code", {}, "webhooks"), ". It stays in this tab only."],
  more: null,
};

let shown: View | null = null;
let inside = false; // the service lets us in

function take(): void {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!token) return;
  setKey(token);
  history.replaceState(null, "", location.pathname + location.search);
}

function show(next: View): void {
  shown?.close?.();
  shown = next;
  fill(document.getElementById("main")!, next.element);
  fill(document.getElementById("tools")!, inside && key() !== "" ? h("button", { type: "button", class: "quiet", on: { click: () => { setKey(""); void open(); } } }, "Sign out") : null);
  next.element.querySelector<HTMLElement>("[autofocus]")?.focus();
}

/** open shows the webhooks where the service lets us in: with a token, a key, or on a machine of one's own that has no keys yet. */
async function open(): Promise<void> {
  inside = false;
  for (const d of document.querySelectorAll("dialog")) d.close();
  try {
    await get("/webhooks/endpoints");
  } catch (error) {
    if (error instanceof Failure && (error.status === 401 || error.status === 403)) return show(askForKey(error, door, () => void open()));
    return show({ title: "Error", element: problem(error) });
  }
  inside = true;
  show(webhooks(null));
}

addEventListener("refused", () => { if (inside) void open(); });
addEventListener("hashchange", () => {
  if (!location.hash.includes("token=")) return;
  take();
  void open();
});
take();
void open();
