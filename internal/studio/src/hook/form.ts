// The values of an endpoint, asked for in a dialog.

import { Failure } from "../api";
import { form } from "../dialog";
import { h } from "../dom";
import type { Endpoint } from "../wire";

export type Asked = Pick<Endpoint, "url" | "description" | "channels" | "disabled">;

/** endpointForm asks for a new endpoint, or for changes of one, and tells whether they were saved. */
export function endpointForm(e: Endpoint | null, save: (asked: Asked) => Promise<void>): Promise<boolean> {
  const url = h("input", { id: "hook-url", type: "url", value: e?.url ?? "", required: true, autocomplete: "off", spellcheck: false, autofocus: true, placeholder: "https://example.com/hooks" });
  const description = h("input", { id: "hook-description", value: e?.description ?? "", autocomplete: "off" });
  const channels = h("input", { id: "hook-channels", value: e?.channels.join(", ") ?? "", autocomplete: "off", spellcheck: false, attr: { "aria-describedby": "hook-channels-hint" } });
  const enabled = h("input", { type: "checkbox", checked: !e?.disabled });
  const parts = [
    h("label", { class: "field", htmlFor: "hook-url" }, h("span", {}, "URL"), url),
    h("label", { class: "field", htmlFor: "hook-description" }, h("span", {}, "Description"), description),
    h("div", { class: "field" }, h("label", { htmlFor: "hook-channels" }, "Channels"), channels,
      h("p", { class: "hint", id: "hook-channels-hint" }, "Separated by commas. Empty: messages of all channels.")),
    h("label", { class: "check" }, enabled, "Enabled"),
  ];
  return form(e ? "Edit endpoint" : "Add endpoint", parts, "Save", async () => {
    if (!/^https?:\/\/./i.test(url.value.trim())) throw new Failure(0, "INVALID_REQUEST", "The URL has to start with https:// or http://.");
    await save({
      url: url.value.trim(), description: description.value.trim(), disabled: !enabled.checked,
      channels: channels.value.split(",").map((c) => c.trim()).filter(Boolean),
    });
  });
}
