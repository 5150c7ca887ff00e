// The fields of a schema as people put them together. What a JSON schema says beyond that is kept as it is.

export type Kind = "string" | "number" | "integer" | "boolean" | "date" | "enum" | "object" | "json";

export interface Field {
  id: number; // tells fields apart on the page; their names may be empty or equal while they are typed
  name: string;
  description: string;
  kind: Kind;
  list: boolean; // any number of them
  required: boolean;
  choices: string[]; // of an enum
  fields: Field[];   // of an object
  rest: Record<string, unknown>;  // keywords without a control; the whole schema where the kind is json
  outer: Record<string, unknown>; // the same, of the list around it
}

export interface Fields {
  fields: Field[];
  rest: Record<string, unknown>; // keywords of the root
}

export const kinds: { kind: Kind; label: string }[] = [
  { kind: "string", label: "Text" }, { kind: "number", label: "Number" }, { kind: "integer", label: "Whole number" },
  { kind: "boolean", label: "Yes or no" }, { kind: "date", label: "Date" }, { kind: "enum", label: "Choice" }, { kind: "object", label: "Object" },
];

let last = 0;

/** field is a new one. */
export function field(of: Partial<Field> = {}): Field {
  return { name: "", description: "", kind: "string", list: false, required: false, choices: [], fields: [], rest: {}, outer: {}, ...of, id: ++last };
}

/** count is how many fields there are in all. */
export function count(fields: Field[]): number {
  return fields.reduce((n, f) => n + 1 + count(f.fields), 0);
}

/** named makes a key of words: "Invoice No." becomes invoice_no. */
export function named(label: string): string {
  const plain = label.normalize("NFKD").replace(/\p{M}/gu, "").replace(/ß/g, "ss").toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_+|_+$/g, "").slice(0, 60);
}

/** worded makes words of a key: invoiceNo and invoice_no become "Invoice no". */
export function worded(name: string): string {
  const words = name.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2").replace(/[_\-.]+/g, " ").trim().toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** fault is what keeps fields from being a schema, in words that name the place; empty where nothing does. */
export function fault(fields: Field[], within = ""): string {
  const seen = new Set<string>();
  for (const [i, f] of fields.entries()) {
    const name = f.name.trim();
    if (!name) return `Field ${i + 1}${within ? ` of ${within}` : ""} needs a name.`;
    const path = within ? `${within}.${name}` : name;
    if (seen.has(name)) return `There are two fields ${path}; give one another name.`;
    seen.add(name);
    if (f.kind === "enum" && f.choices.length === 0) return `${path} is a choice, but there is nothing to choose from: add its options.`;
    if (f.kind === "object" && f.fields.length === 0) return `${path} is an object without fields: add one to it.`;
    const inner = fault(f.fields, path);
    if (inner) return inner;
  }
  return "";
}
