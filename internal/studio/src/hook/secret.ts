// The secret of an endpoint: shown, copied, rotated.

import { post } from "../api";
import { ask, dialog } from "../dialog";
import { copyButton, fill, h } from "../dom";
import { toast } from "../notice";
import type { Endpoint } from "../wire";

/** secret shows it until the dialog is closed. */
export function secret(e: Endpoint, value: string): void {
  const shown = h("output", { class: "secret", attr: { "aria-label": "Signing secret" } }, value);
  const rotate = h("button", { type: "button", class: "danger" }, "Rotate");
  rotate.addEventListener("click", async () => {
    const done = await ask("Rotate the secret?", `${e.url} gets a new secret. The present one goes on signing beside it for 24 hours, then it stops.`, "Rotate", async () => {
      ({ secret: value } = await post<{ secret: string }>(`/webhooks/endpoints/${encodeURIComponent(e.id)}/rotate_secret`));
      fill(shown, value);
    });
    if (done) toast("The secret is rotated. Configure the new one in the receiver within 24 hours.");
  });
  dialog("Signing secret", h("div", { class: "pile" },
    h("p", {}, `The receiver at ${e.url} checks the signature of every message with this secret. Keep it to yourself.`), shown,
    h("p", { class: "hint" }, "Messages carry the headers webhook-id, webhook-timestamp and webhook-signature.")), rotate, copyButton("Copy", () => value));
}
