// What an answer says of pages, in one form for both kinds of split.

export interface Part { name: string; pages: number[]; confidence: string | null }
export interface Section extends Part { partitions: Part[]; evidence: Map<number, string> }

interface Evidence { page_number: number; evidence: string; confidence: string | null }
interface Wire { name: string; pages: (number | Evidence)[]; conf?: string; partitions?: Wire[] | null }

export function sections(result: { splits: Wire[] }): Section[] {
  return result.splits.map((s) => ({ ...part(s), partitions: (s.partitions ?? []).map(part), evidence: evidence(s) }));
}

function part(w: Wire): Part {
  const weak = w.pages.map((p) => (typeof p === "number" ? null : p.confidence)).filter((c) => c !== null);
  const least = ["low", "medium", "high"].find((c) => weak.includes(c)) ?? null;
  return { name: w.name, pages: w.pages.map((p) => (typeof p === "number" ? p : p.page_number)), confidence: w.conf ?? least };
}

function evidence(w: Wire): Map<number, string> {
  return new Map(w.pages.flatMap((p) => (typeof p === "number" ? [] : [[p.page_number, p.evidence] as const])));
}

/** runs writes pages as people do: 1–3, 7. */
export function runs(pages: number[]): string {
  const out: string[] = [];
  for (let i = 0; i < pages.length;) {
    let k = i;
    while (k + 1 < pages.length && pages[k + 1] === pages[k]! + 1) k++;
    out.push(k === i ? `${pages[i]}` : `${pages[i]}–${pages[k]}`);
    i = k + 1;
  }
  return out.join(", ");
}
