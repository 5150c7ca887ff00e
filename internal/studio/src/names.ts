// The names of files that were uploaded in this tab: requests call them by their ids.

import type { Job } from "./wire";

const kept = "octavo-names";
const most = 200;

function all(): Record<string, string> {
  try { return JSON.parse(sessionStorage.getItem(kept) ?? "{}") as Record<string, string>; } catch { return {}; }
}

/** name remembers what a file is called. */
export function name(id: string, called: string): void {
  const entries = [...Object.entries(all()), [id, called]].slice(-most);
  sessionStorage.setItem(kept, JSON.stringify(Object.fromEntries(entries)));
}

/** named is what an input is called: the name of the file where it is known, else what it is known by. */
export function named(input: string): string { return all()[input] ?? input; }

/** called is what a job is called: its documents, or what it does where it names none. */
export function called(job: Pick<Job, "source" | "type">): string {
  return job.source?.inputs.map((i) => named(i.name)).join(", ") || job.type;
}
