// Fields guessed from values: from a sample of the wished result, or from what a document says beside its labels.

import { field, named, worded, type Field, type Kind } from "./field";

/** ofSample makes fields of an object that looks like the wished result; of a list of them, all that occur. */
export function ofSample(sample: unknown): Field[] {
  const whole = Array.isArray(sample) ? sample.reduce((all: unknown, one: unknown) => merged(all, one), {}) : sample;
  if (typeof whole !== "object" || whole === null) return [];
  return Object.entries(whole).map(([name, value]) => Object.assign(ofValue(value), { name, description: worded(name) }));
}

function ofValue(value: unknown): Field {
  if (Array.isArray(value)) {
    const one = value.length > 0 ? value.reduce(merged) : "";
    return Object.assign(ofValue(Array.isArray(one) ? "" : one), { list: true });
  }
  if (typeof value === "object" && value !== null) return field({ kind: "object", fields: ofSample(value) });
  if (typeof value === "number") return field({ kind: Number.isInteger(value) ? "integer" : "number" });
  if (typeof value === "boolean") return field({ kind: "boolean" });
  return field({ kind: typeof value === "string" && date.test(value.trim()) ? "date" : "string" });
}

/** merged has all that two samples have: keys of both, and a fraction where one number has one. */
function merged(a: unknown, b: unknown): unknown {
  if (typeof a === "number" && typeof b === "number") return Number.isInteger(a) ? b : a;
  if (!map(a) || !map(b)) return a ?? b;
  const out: Record<string, unknown> = { ...a };
  for (const [name, value] of Object.entries(b)) out[name] = name in out ? merged(out[name], value) : value;
  return out;
}

function map(value: unknown): value is Record<string, unknown> { return typeof value === "object" && value !== null && !Array.isArray(value); }

const date = /^(\d{4}-\d{1,2}-\d{1,2}(T[\d:.]+(Z|[+-]\d\d:?\d\d)?)?|\d{1,2}[./-]\d{1,2}[./-](\d{4}|\d{2})|\d{1,2}\.? \p{L}{3,10}\.? \d{4}|\p{L}{3,10}\.? \d{1,2},? \d{4})$/u;
const amount = /^[-+(]?\s*(\p{Sc}|[A-Z]{3})?\s*\d{1,3}([.,’' ]?\d{3})*([.,]\d{1,4})?\s*(\p{Sc}|[A-Z]{3}|%)?\)?$/u;

/** ofText guesses what kind of value is printed. Digits without a fraction or unit are more often a number of something
 * than an amount, and those keep their zeros only as text. */
export function ofText(text: string): Kind {
  const t = text.trim();
  if (date.test(t)) return "date";
  if (/^(yes|no|ja|nein|oui|non|sí|true|false|☐|☑|☒|\[[ xX]\])$/iu.test(t)) return "boolean";
  if (/^\d+$/.test(t)) return t.length <= 3 && !t.startsWith("0") ? "integer" : "string";
  return amount.test(t) && /\d/.test(t) ? "number" : "string";
}

/** labelled is a field for a value that stands beside a label. */
export function labelled(label: string, values: string[]): Field {
  const all = new Set(values.filter((v) => v.trim() !== "").map(ofText));
  const number = all.size === 2 && all.has("integer") && all.has("number");
  return field({ name: named(label), description: label.replace(/[:\s]+$/, ""), kind: number ? "number" : all.size === 1 ? [...all][0]! : "string" });
}
