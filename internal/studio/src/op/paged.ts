// Does a document have pages that can be looked at?

import type { Job } from "../wire";

const sheets = /\.(xlsx|xlsm|xltx|xltm|xls|ods|csv|tsv|qpw)$/i;

/** paged is false where a job is about spreadsheets: they have cells. */
export function paged(job: Job): boolean {
  const names = job.source?.inputs.map((i) => i.name) ?? [];
  return names.length === 0 || !names.every((n) => sheets.test(n));
}
