// Fields that a document suggests itself: what stands beside its labels, and the columns of its tables.

import { Failure, inner, job, submit, watch } from "../../api";
import { field, named, type Field } from "../../schema/field";
import { labelled } from "../../schema/sample";
import type { FullResult, Job } from "../../wire";

export interface Suggestion {
  field: Field;
  seen: string; // what stands there, to recognise it by
}

/** suggest reads the document once, and looks for everything that carries a label in what was read. */
export async function suggest(input: unknown, say: (text: string) => void, signal: AbortSignal): Promise<Suggestion[]> {
  say("Reading the document …");
  const parsed = await done(await submit("parse", { input, formatting: { table_output_format: "json", merge_tables: true } }), signal);
  say("Looking for labels …");
  const found = await done(await submit("extract", { input: `jobid://${parsed.id}` }), signal);
  const blocks = (await inner((parsed.job.result as { result: FullResult }).result)).chunks.flatMap((c) => c.blocks);
  const values = (await inner((found.job.result as { result: Record<string, unknown>[] }).result))[0] ?? {};
  const tables = blocks.filter((b) => b.type === "Table").map((b) => table(b.content)).filter((t) => t !== null);
  const columns = new Set(tables.flatMap((t) => t.field.fields.map((f) => f.name)));
  return unique([...singles(values, columns), ...tables]);
}

async function done(id: string, signal: AbortSignal): Promise<{ id: string; job: Job }> {
  let last: Job | null = null;
  await watch(id, (now) => { last = now; }, signal);
  const now = last ?? await job(id);
  if (now.status !== "Completed") throw new Failure(now.error?.code ?? 0, now.error?.name ?? "FAILED", now.error?.message ?? now.reason ?? "");
  return { id, job: now };
}

function singles(values: Record<string, unknown>, columns: Set<string>): Suggestion[] {
  const out: Suggestion[] = [];
  for (const [label, value] of Object.entries(values)) {
    if (typeof value !== "string" || label.length > 60 || columns.has(named(label))) continue;
    out.push({ field: labelled(label, [value]), seen: value });
  }
  return out;
}

/** table is a list of objects, one for each row; tables of two columns are labels and values, which are found anyway. */
function table(content: string): Suggestion | null {
  let rows: string[][];
  try { rows = JSON.parse(content) as string[][]; } catch { return null; }
  const [head, ...body] = rows;
  if (!head || head.length < 3 || body.length === 0 || head.filter((c) => c.trim()).length < head.length - 1) return null;
  const fields = head.map((label, i) => (label.trim() ? labelled(label, body.map((r) => r[i] ?? "")) : null)).filter((f) => f !== null && f.name !== "") as Field[];
  if (fields.length < 2 || fields.every((f) => /^\d/.test(f.name))) return null;
  const seen = `${body.length === 1 ? "1 row" : `${body.length} rows`}: ${fields.map((f) => f.description).join(", ")}`;
  return { field: field({ name: "rows", description: `Rows of the table with ${fields.map((f) => f.description).join(", ")}`, kind: "object", list: true, fields: apart(fields) }), seen };
}

function unique(all: Suggestion[]): Suggestion[] {
  apart(all.map((s) => s.field));
  return all.filter((s) => s.field.name !== "");
}

/** apart gives fields of one name numbers. */
function apart(fields: Field[]): Field[] {
  const seen = new Map<string, number>();
  for (const f of fields) {
    const n = (seen.get(f.name) ?? 0) + 1;
    seen.set(f.name, n);
    if (n > 1) f.name = `${f.name}_${n}`;
  }
  return fields;
}
