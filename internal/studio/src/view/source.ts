// The document or documents a request is about: dropped anywhere, chosen, pasted, or named by an address.

import { Failure, upload } from "../api";
import { fill, h } from "../dom";
import { name, named } from "../names";
import { sample } from "../sample";

interface Taken { file: File; id: string | null }

const most = 100; // documents of one request

export class Source {
  readonly element: HTMLElement;
  private files: Taken[] = [];
  private earlier: unknown = null;
  private readonly stop = new AbortController();
  private readonly chosen = h("ul", { class: "chosen", attr: { "aria-live": "polite", "aria-label": "Chosen documents" } });
  private readonly url = h("input", { type: "text", inputMode: "url", id: "address", placeholder: "https://…, or the id of an upload", autocomplete: "off", spellcheck: false });
  private readonly picker = h("input", { type: "file", id: "file", class: "sr", multiple: true });
  private readonly drop: HTMLElement;

  /** status is where uploads show how far they are. */
  constructor(private readonly status: HTMLElement) {
    this.drop = h("label", { class: "drop", htmlFor: "file" }, this.picker,
      h("strong", {}, "Drop a document anywhere on this page"), h("span", { class: "hint" }, "or click to choose: PDF, scan, photo, Word, Excel, PowerPoint, mail, text. Several files are read as one."));
    const example = h("button", { type: "button", class: "quiet", on: { click: () => this.take([sample()]) } }, "Try it with a sample");
    this.element = h("div", { class: "source" }, this.drop, this.chosen,
      h("div", { class: "address" }, h("label", { htmlFor: "address" }, "or paste an address"), this.url, example));
    this.picker.addEventListener("change", () => { this.take([...(this.picker.files ?? [])]); this.picker.value = ""; });
    this.url.addEventListener("input", () => { this.files = []; this.earlier = null; this.list(); });
    this.listen();
    this.list();
  }

  /** single tells that an operation works on one document only. */
  single = false;

  /** load takes the input of an earlier request. */
  load(input: unknown): void {
    this.files = [];
    this.earlier = input;
    this.url.value = "";
    this.list();
  }

  /** input is what a request names the document by; files are uploaded once. */
  async input(): Promise<unknown> {
    if (this.files.length) {
      if (this.single && this.files.length > 1) throw new Failure(0, "TOO_MANY_DOCUMENTS", "This works on one document. Remove the others.");
      for (const [i, taken] of this.files.entries()) taken.id ??= await this.send(taken.file, i);
      fill(this.status);
      const ids = this.files.map((t) => t.id);
      return ids.length === 1 ? ids[0] : ids;
    }
    const from = this.earlier ?? this.url.value.trim();
    if (!from) throw new Failure(0, "NO_DOCUMENT", "Drop a file or give an address first.");
    return from;
  }

  close(): void { this.stop.abort(); }

  private async send(file: File, index: number): Promise<string> {
    const bar = h("progress", { max: 1, value: 0, attr: { "aria-label": "Upload" } });
    fill(this.status, this.files.length > 1 ? `Uploading ${index + 1} of ${this.files.length} ` : "Uploading ", bar);
    const { file_id: id } = await upload(file, (share) => { bar.value = share; });
    name(id, file.name);
    return id;
  }

  private take(files: File[]): void {
    if (files.length === 0) return;
    this.files = [...(this.single ? [] : this.files), ...files.map((file) => ({ file, id: null }))].slice(0, most);
    this.earlier = null;
    this.url.value = "";
    this.list();
  }

  private list(): void {
    const rows = this.files.map((taken) => h("li", {}, h("span", { class: "chosen-name" }, taken.file.name), h("span", { class: "hint" }, size(taken.file.size)),
      h("button", { type: "button", class: "quiet", attr: { "aria-label": `Remove ${taken.file.name}` }, on: { click: () => { this.files = this.files.filter((t) => t !== taken); this.list(); } } }, "Remove")));
    if (this.earlier !== null) rows.push(h("li", {}, h("span", { class: "chosen-name" }, describe(this.earlier)), h("span", { class: "hint" }, "from the earlier job"),
      h("button", { type: "button", class: "quiet", on: { click: () => { this.earlier = null; this.list(); } } }, "Remove")));
    fill(this.chosen, rows);
    this.chosen.hidden = rows.length === 0;
    this.drop.classList.toggle("small", rows.length > 0);
  }

  private listen(): void {
    const on = <K extends keyof DocumentEventMap>(type: K, f: (e: DocumentEventMap[K]) => void) => document.addEventListener(type, f, { signal: this.stop.signal });
    const brings = (e: DragEvent) => e.dataTransfer?.types.includes("Files") ?? false;
    let inside = 0; // entering a child leaves its parent, so that the page is left when all were
    on("dragenter", (e) => { if (brings(e)) { inside++; this.drop.classList.add("over"); } });
    on("dragleave", (e) => { if (brings(e) && --inside <= 0) { inside = 0; this.drop.classList.remove("over"); } });
    on("dragover", (e) => { if (brings(e)) e.preventDefault(); });
    on("drop", (e) => {
      if (!brings(e)) return;
      e.preventDefault();
      inside = 0;
      this.drop.classList.remove("over");
      this.take([...(e.dataTransfer?.files ?? [])]);
    });
    on("paste", (e) => {
      const files = [...(e.clipboardData?.files ?? [])];
      if (files.length) { e.preventDefault(); this.take(files); return; }
      if ((e.target as Element).closest?.("input, textarea, [contenteditable]")) return;
      const text = e.clipboardData?.getData("text/plain").trim() ?? "";
      if (/^https?:\/\/\S+$/.test(text)) { this.load(null); this.url.value = text; }
    });
  }
}

function describe(input: unknown): string {
  if (typeof input === "string") return named(input);
  return Array.isArray(input) ? input.map(describe).join(", ") : JSON.stringify(input);
}

function size(bytes: number): string {
  if (bytes < 1e3) return `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
