// The answer of a parse as its views need it: blocks in reading order, with names by which pages and lists find each other.

import { inner } from "../../api";
import type { Block, Box, Chunk, FullResult, Word } from "../../wire";

export interface Item { id: string; block: Block; chunk: number; order: number }

export interface Parsed {
  /** answer is the whole of it, with the result that may have stood behind a URL. */
  answer: Record<string, unknown>;
  chunks: Chunk[];
  items: Item[];
  /** words is null where they were not asked for. */
  words: Word[] | null;
  /** sheets tells that boxes count cells. */
  sheets: boolean;
  /** pages tells that there are pictures of pages: text files have none. */
  pages: boolean;
  /** drawn tells whether there is one of a page of a list of documents. */
  drawn(page: number): boolean;
  warnings: string[];
}

/** parsed reads the result of a job. */
export async function parsed(answer: unknown): Promise<Parsed> {
  const whole = answer as Record<string, unknown> & { result: FullResult | { type: "url"; url: string } };
  const full = await inner<FullResult>(whole.result as FullResult);
  const items: Item[] = [];
  full.chunks.forEach((c, chunk) => {
    for (const block of c.blocks) items.push({ id: `b${items.length}`, block, chunk, order: items.length + 1 });
  });
  const sheets = items.some((i) => typeof i.block.extra?.sheet_name === "string");
  const sources = (full.custom?.documents ?? [{ pdf_url: whole.pdf_url, first_page: 1 }]) as { pdf_url: unknown; first_page: number }[];
  return {
    answer: { ...whole, result: full }, chunks: full.chunks, items, words: full.ocr?.words ?? null, sheets,
    pages: !sheets && sources.some((s) => typeof s.pdf_url === "string"),
    drawn: (page) => typeof sources.findLast((s) => s.first_page <= page)?.pdf_url === "string",
    warnings: Array.isArray(full.custom?.warnings) ? (full.custom.warnings as string[]) : [],
  };
}

/** place says where a block stands: a page, or the cells of a sheet. */
export function place(block: Block): string {
  const sheet = block.extra?.sheet_name;
  return typeof sheet === "string" ? `${sheet}!${cells(block.bbox)}` : `Page ${block.bbox.page}`;
}

/** cells is a range as spreadsheets write it. */
export function cells(box: Box): string {
  const first = column(box.left) + box.top;
  const last = column(box.left + box.width - 1) + (box.top + box.height - 1);
  return first === last ? first : `${first}:${last}`;
}

function column(number: number): string {
  let out = "";
  for (let n = Math.round(number); n > 0; n = Math.floor((n - 1) / 26)) out = String.fromCharCode(65 + ((n - 1) % 26)) + out;
  return out || "?";
}

/** sure is how sure the service is of a block, 0 to 1; null where it does not say. */
export function sure(block: Block): number | null { return block.granular_confidence?.parse_confidence ?? null; }
