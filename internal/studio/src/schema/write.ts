// Fields written as a JSON schema.

import type { Field, Fields } from "./field";

export type Schema = Record<string, unknown>;

/** write is the schema of fields; none at all are an empty schema, which asks for everything that carries a label. */
export function write(of: Fields): Schema {
  if (of.fields.length === 0 && Object.keys(of.rest).length === 0) return {};
  return { type: "object", ...of.rest, ...members(of.fields) };
}

function members(fields: Field[]): Schema {
  const required = fields.filter((f) => f.required).map((f) => f.name.trim());
  return {
    properties: Object.fromEntries(fields.map((f) => [f.name.trim(), one(f)])),
    ...(required.length > 0 ? { required } : {}),
  };
}

function one(f: Field): Schema {
  if (f.kind === "json") return { ...(f.description ? { description: f.description } : {}), ...f.rest };
  const about = f.description.trim() ? { description: f.description.trim() } : {};
  if (f.list) return { type: "array", ...about, ...f.outer, items: plain(f, {}) };
  return plain(f, about);
}

function plain(f: Field, about: Schema): Schema {
  switch (f.kind) {
    case "date": return { type: "string", format: "date", ...about, ...f.rest };
    case "enum": return { type: "string", enum: f.choices, ...about, ...f.rest };
    case "object": return { type: "object", ...about, ...f.rest, ...members(f.fields) };
    default: return { type: f.kind, ...about, ...f.rest };
  }
}
