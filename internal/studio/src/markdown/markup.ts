// The HTML that tables of results are written in, read into values. The parser of the browser is not asked: it would
// take styles and handlers for meant, and the policy of the page would complain about each of them.

import type { Cell, Grid, Part } from "./grid";

const tag = /<(\/?)([a-z][a-z0-9]{0,20})((?:[^<>"']|"[^"]{0,5000}"|'[^']{0,5000}'){0,500})>/gi;
const emphasis = new Set(["b", "strong", "i", "em", "s", "u", "sub", "sup", "mark", "del", "ins"]);
const unseen = new Set(["script", "style", "iframe", "template"]);
const deepest = 4; // tables inside tables
const widest = 2000; // columns or rows that one cell may cover
const names: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

type Token = { text: string } | { name: string; closes: boolean; rest: string };

function tokens(markup: string): Token[] {
  const out: Token[] = [];
  let from = 0;
  for (const m of markup.matchAll(tag)) {
    if (m.index > from) out.push({ text: decode(markup.slice(from, m.index)) });
    from = m.index + m[0].length;
    out.push({ name: m[2]!.toLowerCase(), closes: m[1] === "/", rest: m[3]! });
  }
  if (from < markup.length) out.push({ text: decode(markup.slice(from)) });
  return out;
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal: string, hex: string, name: string) => {
    if (name) return names[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** readTable is the first table of the markup, null where there is none. */
export function readTable(markup: string): Grid | null {
  const all = tokens(markup);
  const at = all.findIndex((t) => "name" in t && t.name === "table" && !t.closes);
  return at < 0 ? null : new Reader(all, at + 1).table(1);
}

class Reader {
  constructor(private readonly all: Token[], private at: number) {}

  /** table reads up to the end of the table whose beginning was read. */
  table(depth: number): Grid {
    const rows: Grid = [];
    while (this.at < this.all.length) {
      const t = this.all[this.at++]!;
      if (!("name" in t)) continue;
      if (t.name === "table") {
        if (t.closes) break;
        this.table(depth + 1); // one that stands between rows is not shown
      } else if (t.name === "tr" && !t.closes) rows.push([]);
      else if ((t.name === "td" || t.name === "th") && !t.closes) {
        if (rows.length === 0) rows.push([]);
        rows.at(-1)!.push(this.cell(t.name === "th", t.rest, depth));
      }
    }
    return rows;
  }

  private cell(head: boolean, rest: string, depth: number): Cell {
    const parts = this.parts(depth);
    const span = (name: string) => Math.min(widest, Math.max(1, Number(new RegExp(`\\b${name}\\s*=\\s*["']?(\\d{1,9})`, "i").exec(rest)?.[1] ?? 1)));
    return { text: spell(parts).trim(), parts, head, rows: span("rowspan"), cols: span("colspan"), note: decode(/data-formula="([^"]*)"/i.exec(rest)?.[1] ?? "") };
  }

  /** parts reads what a cell holds, up to what ends it. */
  private parts(depth: number): Part[] {
    const root: Part[] = [];
    const open: { name: string; parts: Part[] }[] = [{ name: "", parts: root }];
    while (this.at < this.all.length) {
      const t = this.all[this.at]!;
      const into = open.at(-1)!.parts;
      if (!("name" in t)) { into.push(t.text); this.at++; continue; }
      if (["td", "th", "tr"].includes(t.name) || (t.name === "table" && t.closes)) {
        if (t.closes && t.name !== "table" && t.name !== "tr") this.at++;
        return root;
      }
      this.at++;
      if (t.name === "table") { const inner = this.table(depth + 1); if (depth < deepest) into.push({ table: inner }); }
      else if (t.name === "br") into.push("\n");
      else if (unseen.has(t.name) && !t.closes) this.skip(t.name);
      else if (emphasis.has(t.name)) {
        if (!t.closes && open.length < 8) { const made = { tag: t.name, parts: [] as Part[] }; into.push(made); open.push({ name: t.name, parts: made.parts }); }
        else if (t.closes && open.at(-1)!.name === t.name) open.pop();
      }
    }
    return root;
  }

  private skip(name: string): void {
    while (this.at < this.all.length) {
      const t = this.all[this.at++]!;
      if ("name" in t && t.closes && t.name === name) return;
    }
  }
}

function spell(parts: Part[]): string {
  return parts.map((p) => (typeof p === "string" ? p : "table" in p ? p.table.map((row) => row.map((c) => c.text).join(" ")).join("\n") : spell(p.parts))).join("");
}
