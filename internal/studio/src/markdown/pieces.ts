// Markdown divided into pieces that can be shown one by one: headings, paragraphs, lists, tables, code.

export interface Piece {
  kind: "heading" | "text" | "list" | "table" | "html" | "code" | "quote" | "rule" | "page";
  level: number;   // of a heading
  lines: string[]; // without the fences of code
}

const heading = /^(#{1,6})\s+(\S.*)$/;
const item = /^\s*(?:[-*+•]|\d{1,9}[.)])\s+/;
const fence = /^\s*(```+|~~~+)/;
const pageMark = /^\[\[(?:START|END) OF PAGE \d+\]\]$/;
const longest = 60; // lines of one piece of a text or list, so that none takes long to show

/** pieces divides a text; every line of it stands in one piece. */
export function pieces(text: string): Piece[] {
  const lines = text.split(/\r?\n/);
  const out: Piece[] = [];
  for (let i = 0; i < lines.length;) {
    const start = i, line = lines[i]!;
    if (!line.trim()) { i++; continue; }
    const opening = fence.exec(line);
    if (opening) {
      for (i++; i < lines.length && !lines[i]!.trim().startsWith(opening[1]!); i++) { /* up to the closing fence */ }
      out.push({ kind: "code", level: 0, lines: lines.slice(start + 1, i) });
      i++;
      continue;
    }
    const title = heading.exec(line);
    if (title) { out.push({ kind: "heading", level: title[1]!.length, lines: [title[2]!.trimEnd()] }); i++; continue; }
    if (pageMark.test(line.trim())) { out.push({ kind: "page", level: 0, lines: [line.trim().slice(2, -2)] }); i++; continue; }
    if (/^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/.test(line)) { out.push({ kind: "rule", level: 0, lines: [] }); i++; continue; }
    const kind = kindOf(line, lines[i + 1] ?? "");
    i = end(lines, i, kind);
    out.push({ kind, level: 0, lines: lines.slice(start, i) });
  }
  return out;
}

function kindOf(line: string, next: string): Piece["kind"] {
  if (/^\s*<table[\s>]/i.test(line)) return "html";
  if (line.includes("|") && next.includes("-") && /^[\s|:-]+$/.test(next)) return "table";
  if (/^\s*>/.test(line)) return "quote";
  return item.test(line) ? "list" : "text";
}

function end(lines: string[], from: number, kind: Piece["kind"]): number {
  let i = from;
  if (kind === "html") {
    // Tables may stand inside tables: the piece ends where all are closed.
    for (let open = 0; i < lines.length;) {
      open += count(lines[i]!, /<table[\s>]/gi) - count(lines[i]!, /<\/table>/gi);
      i++;
      if (open <= 0) break;
    }
    return i;
  }
  for (i++; i < lines.length && (kind === "table" || i - from < longest); i++) {
    const line = lines[i]!;
    if (!line.trim()) return i;
    if (kind === "table" ? !line.includes("|") : heading.test(line) || fence.test(line) || pageMark.test(line.trim()) || /^\s*<table[\s>]/i.test(line)) return i;
    if (kind === "text" && item.test(line)) return i;
    if (kind === "text" && kindOf(line, lines[i + 1] ?? "") === "table") return i;
  }
  return i;
}

function count(text: string, what: RegExp): number { return text.match(what)?.length ?? 0; }
