// The shapes of requests as the service describes them in its OpenAPI document.

import { get } from "../api";

export interface Schema {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  maxLength?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  /** name is that of the component it stands under; set when it is resolved. */
  name?: string;
}

export interface Shapes { [name: string]: Schema }

let asked: Promise<Shapes> | null = null;

/** shapes are the components of the service's document, fetched once. */
export function shapes(): Promise<Shapes> {
  asked ??= get<{ components: { schemas: Shapes } }>("/openapi.json").then((d) => d.components.schemas);
  asked.catch(() => { asked = null; });
  return asked;
}

/** resolve follows references; what stands beside one wins over what it points at. */
export function resolve(schema: Schema, all: Shapes): Schema {
  let out = schema;
  for (let depth = 0; out.$ref && depth < 20; depth++) {
    const name = out.$ref.slice(out.$ref.lastIndexOf("/") + 1);
    const { $ref: _, ...beside } = out;
    out = { name, ...all[name], ...beside };
  }
  return out;
}

/** plain takes null out of what a schema allows: a field that is empty says it. */
export function plain(schema: Schema, all: Shapes): { schema: Schema; nullable: boolean } {
  const whole = resolve(schema, all);
  const branches = whole.anyOf ?? whole.oneOf;
  if (branches) {
    const some = branches.map((b) => resolve(b, all)).filter((b) => b.type !== "null");
    const nullable = some.length < branches.length;
    const { anyOf: _, oneOf: __, ...rest } = whole;
    if (some.length === 1) return { schema: { ...some[0], ...rest }, nullable };
    return { schema: { ...rest, anyOf: some }, nullable };
  }
  if (Array.isArray(whole.type)) {
    const types = whole.type.filter((t) => t !== "null");
    const out: Schema = { ...whole, type: types.length === 1 ? types[0]! : types };
    if (whole.enum) out.enum = whole.enum.filter((v) => v !== null);
    return { schema: out, nullable: types.length < whole.type.length };
  }
  return { schema: whole, nullable: false };
}

const capitals = new Set(["ocr", "pdf", "url", "dpi", "vpc", "id", "json"]);

/** wording is a name of the interface as a label: return_ocr_data is "Return OCR data". */
export function wording(name: string): string {
  const text = name.split("_").map((w) => (capitals.has(w) ? w.toUpperCase() : w)).join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** same compares values of JSON. */
export function same(a: unknown, b: unknown): boolean { return JSON.stringify(a ?? null) === JSON.stringify(b ?? null); }
