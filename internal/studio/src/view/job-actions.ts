// What can be done with a job: cancel, delete, run again with other settings, see the request as code.

import { cancel, local, publicAddress } from "../api";
import { curl, node, python, type Sent } from "../code";
import { ask, dialog } from "../dialog";
import { copyButton, download, h } from "../dom";
import { toast } from "../notice";
import { operations } from "../op";
import { go, link } from "../route";
import { tabs } from "../tabs";
import type { Job } from "../wire";

/** actions are the buttons of a job, and remove deletes it. They are made anew only when what can be done has changed, so that they keep the focus. */
export function actions(id: string, remove: () => Promise<void>): { element: HTMLElement; show(job: Job): void } {
  const element = h("div", { class: "row job-actions" });
  let before = "";
  return {
    element,
    show(job) {
      const state = `${job.state} ${Boolean(job.raw_config)}`;
      if (state === before) return;
      before = state;
      element.replaceChildren(...buttons(id, job, remove));
    },
  };
}

function buttons(id: string, job: Job, remove: () => Promise<void>): HTMLElement[] {
  const made: HTMLElement[] = [];
  const operation = operations.find((o) => o.type === job.type);
  const under = !["Completed", "Failed", "Cancelled"].includes(job.state);
  if (under) made.push(button("Cancel", () => void ask("Cancel this job?", "It is not worked on any more. What was done so far is lost.", "Cancel job", () => cancel(id))));
  if (operation && job.raw_config) {
    made.push(h("a", { class: "button small", href: `${link("new", operation.name)}?from=${encodeURIComponent(id)}` }, "Run again with changes"));
    const sent = { address: publicAddress(), operation: operation.name, body: JSON.parse(job.raw_config) as Record<string, unknown> };
    made.push(button("Code", () => code(sent)));
  }
  made.push(...files(job));
  if (job.state === "Completed") made.push(button("JSON", () => download(`${id}.json`, "application/json", JSON.stringify(job.result, null, 2))));
  made.push(button("Delete", async () => {
    if (!await ask("Delete this job?", "Its results are deleted for good. The document itself stays.", "Delete", remove)) return;
    toast("The job is deleted.");
    go("jobs");
  }));
  return made;
}

function button(label: string, click: () => void): HTMLButtonElement {
  return h("button", { type: "button", class: "small", on: { click } }, label);
}

/** files are what the answer links to. */
function files(job: Job): HTMLElement[] {
  const result = (job.result ?? {}) as { pdf_url?: unknown; document_url?: unknown; result?: { type?: unknown; url?: unknown } };
  const behind = result.result?.type === "url" ? result.result.url : null;
  const known: [string, unknown][] = [["PDF", result.pdf_url], ["Edited document", result.document_url], ["Result", behind]];
  return known.filter(([, url]) => typeof url === "string" && url !== "")
    .map(([label, url]) => h("a", { class: "button small", href: local(url as string), target: "_blank", rel: "noopener" }, label));
}

/** code shows a request as programs send it. */
function code(sent: Sent): void {
  const ways: [string, string, (s: Sent) => string][] = [["curl", "curl", curl], ["node", "Node.js", node], ["python", "Python", python]];
  const shown = tabs("Language", ways.map(([id, label, write]) => ({
    id, label, element: h("pre", { class: "code", tabIndex: 0, attr: { "aria-label": `${label} code` } }, write(sent)),
  })));
  const copy = copyButton("Copy", () => ways.find(([id]) => id === shown.current())![2](sent));
  const body = h("div", { class: "pile" }, h("p", { class: "hint" }, "The key is taken from ", h("code", {}, "$OCTAVO_API_KEY"), "; where the service has no keys any value will do."), shown.element);
  dialog("This request as code", body, copy).classList.add("wide");
}
