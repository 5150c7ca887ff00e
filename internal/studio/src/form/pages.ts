// Pages as people write them ("1-3, 7, 10-") and as requests hold them.

interface Range { start?: number | null; end?: number | null }

/** pagesOf reads what was written: undefined for all pages, null where it cannot be read. */
export function pagesOf(written: string, names: boolean): unknown {
  const parts = written.split(",").map((p) => p.trim()).filter(Boolean);
  if (parts.length === 0) return undefined;
  const read = parts.map((p) => /^(\d+)?\s*(?:([-–])\s*(\d+)?)?$/.exec(p));
  if (read.every((m) => m && (m[1] || m[3]))) {
    if (read.every((m) => !m![2])) return read.map((m) => Number(m![1]));
    const ranges = read.map((m): Range => ({
      start: m![1] ? Number(m![1]) : null,
      end: m![2] ? (m![3] ? Number(m![3]) : null) : Number(m![1]),
    }));
    return ranges.length === 1 ? ranges[0] : ranges;
  }
  return names ? parts : null;
}

/** spellPages writes a selection as people do. */
export function spellPages(value: unknown): string {
  if (value === null || value === undefined) return "";
  const parts: unknown[] = Array.isArray(value) ? value : [value];
  return parts.map((p) => {
    if (typeof p !== "object" || p === null) return String(p);
    const { start, end } = p as Range;
    return start === end && start ? String(start) : `${start ?? ""}-${end ?? ""}`;
  }).filter((p) => p !== "-").join(", ");
}
