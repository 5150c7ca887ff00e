// Tables of results, in whatever format they were asked for, as a grid of cells.

import { readTable } from "./markup";

/** Part is a piece of what a cell holds: text with line breaks, emphasis, or a table. */
export type Part = string | { tag: string; parts: Part[] } | { table: Grid };

export interface Cell {
  text: string;
  /** parts is what the cell shows where it is more than Markdown. */
  parts?: Part[];
  rows: number;
  cols: number;
  head: boolean;
  note: string; // a formula or the choices of a cell
}

export type Grid = Cell[][];

function cell(text: string, head = false): Cell { return { text, rows: 1, cols: 1, head, note: "" }; }

/** gridOf reads a table; null where the content is none. */
export function gridOf(content: string): Grid | null {
  const text = content.trim();
  if (/^<table[\s>]/i.test(text)) return readTable(text);
  if (text.startsWith("[")) return fromJSON(text);
  const lines = text.split("\n");
  if (text.startsWith("|") && lines.length > 1 && /^[\s|:-]+$/.test(lines[1]!)) return fromMarkdown(lines);
  return text.includes(",") || lines.length > 1 ? fromCSV(text) : null;
}

function fromJSON(text: string): Grid | null {
  try {
    const rows = JSON.parse(text) as unknown;
    if (!Array.isArray(rows) || !rows.every(Array.isArray)) return null;
    return (rows as unknown[][]).map((row, r) => row.map((v) => cell(typeof v === "object" && v !== null ? String((v as { text?: unknown }).text ?? "") : String(v ?? ""), r === 0)));
  } catch { return null; }
}

/** fromMarkdown reads lines with bars; the second says only where columns end. */
export function fromMarkdown(lines: string[]): Grid {
  return lines.filter((_, i) => i !== 1).filter((l) => l.trim()).map((line, r) =>
    line.trim().replace(/^\|/, "").replace(/(?<!\\)\|$/, "").split(/(?<!\\)\|/).map((c) => cell(c.trim().replaceAll("\\|", "|").replace(/<br\s*\/?>/gi, "\n"), r === 0)));
}

function fromCSV(text: string): Grid {
  const rows: string[][] = [[]];
  for (const m of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    if (m.index === text.length && m[0] === "" && m.index > 0 && text[m.index - 1] !== ",") break;
    rows.at(-1)!.push(m[1] !== undefined ? m[1].replaceAll('""', '"') : (m[2] ?? ""));
    if (m[3] === "\n") rows.push([]);
    if (m[3] === "") break;
  }
  return rows.map((row, r) => row.map((v) => cell(v, r === 0)));
}

/** flat is the grid with a text at every place; what a cell covers is empty. */
export function flat(grid: Grid): string[][] {
  const out: string[][] = grid.map(() => []);
  grid.forEach((row, r) => {
    let k = 0;
    for (const c of row) {
      while (out[r]![k] !== undefined) k++;
      for (let y = r; y < Math.min(grid.length, r + c.rows); y++) for (let x = k; x < k + c.cols; x++) out[y]![x] = "";
      out[r]![k] = c.text;
      k += c.cols;
    }
  });
  return out.map((row) => Array.from(row, (v) => v ?? ""));
}

/** csv is the grid as a file that spreadsheets open. */
export function csv(grid: Grid): string {
  return flat(grid).map((row) => row.map((v) => (/[",\n\r]/.test(v) ? `"${v.replaceAll('"', '""')}"` : v)).join(",")).join("\r\n") + "\r\n";
}
