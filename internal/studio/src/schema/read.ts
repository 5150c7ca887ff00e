// A JSON schema read as fields. What the builder has no control for is kept; what the service refuses is named with its place.

import { field, type Field, type Fields, type Kind } from "./field";

/** Misfit is what a schema has that it must not have, and where, as a JSON pointer. */
export class Misfit extends Error {
  constructor(readonly pointer: string, message: string) { super(message); }
}

const refused = ["not", "if", "then", "else", "patternProperties", "dependentSchemas", "prefixItems"];
const types = ["string", "number", "integer", "boolean", "object", "array", "null"];

type Schema = Record<string, unknown>;

/** read makes fields of a schema; it throws a Misfit. */
export function read(schema: unknown): Fields {
  const root = object(schema, "");
  if (Object.keys(root).length === 0) return { fields: [], rest: {} };
  check(root, "");
  if (root.type !== undefined && root.type !== "object") throw new Misfit("/type", "The schema itself must be an object.");
  const { type: _, properties, required, ...rest } = root;
  return { fields: members(properties, required, ""), rest };
}

function object(value: unknown, at: string): Schema {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Misfit(at, "A schema is expected here: an object in braces.");
  return value as Schema;
}

function check(schema: Schema, at: string): void {
  for (const word of refused) if (word in schema) throw new Misfit(`${at}/${word}`, `The service takes no “${word}”.`);
  const named = Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type];
  for (const type of named) {
    if (!types.includes(type as string)) throw new Misfit(`${at}/type`, `There is no type ${JSON.stringify(type)}; there are ${types.join(", ")}.`);
  }
  if ("enum" in schema && (!Array.isArray(schema.enum) || schema.enum.length === 0)) throw new Misfit(`${at}/enum`, "An enum is a list with at least one entry.");
  if ("required" in schema && (!Array.isArray(schema.required) || schema.required.some((r) => typeof r !== "string"))) {
    throw new Misfit(`${at}/required`, "“required” is a list of names.");
  }
}

function members(properties: unknown, required: unknown, at: string): Field[] {
  if (properties === undefined) return [];
  const needed = new Set(Array.isArray(required) ? required as string[] : []);
  return Object.entries(object(properties, `${at}/properties`)).map(([name, value]) => {
    const where = `${at}/properties/${name.replace(/~/g, "~0").replace(/\//g, "~1")}`;
    const f = one(object(value, where), where);
    return Object.assign(f, { name, required: needed.has(name) });
  });
}

function one(schema: Schema, at: string): Field {
  check(schema, at);
  const description = typeof schema.description === "string" ? schema.description : "";
  if (schema.type === "array") {
    const { type: _, description: __, items, ...outer } = schema;
    const inner = items === undefined ? field() : plain(object(items, `${at}/items`), `${at}/items`);
    if (inner && !("description" in inner.rest && description)) {
      const { description: spare, ...rest } = inner.rest as { description?: string };
      return Object.assign(inner, { list: true, description: description || spare || "", rest, outer });
    }
    if (inner) return Object.assign(inner, { list: true, description, outer });
  } else {
    const flat = plain(schema, at);
    if (flat) {
      const { description: __, ...rest } = flat.rest;
      return Object.assign(flat, { description, rest });
    }
  }
  const { description: _, ...rest } = schema;
  return field({ kind: "json", description, rest });
}

/** plain is a field that is no list; null where only the text can say what it is. */
function plain(schema: Schema, at: string): Field | null {
  check(schema, at);
  const { type, ...rest } = schema;
  if (type === "object" || (type === undefined && "properties" in schema)) {
    const { properties, required, ...more } = rest;
    return field({ kind: "object", fields: members(properties, required, at), rest: more });
  }
  if (Array.isArray(rest.enum) && (type === "string" || type === undefined) && rest.enum.every((e) => typeof e === "string")) {
    const { enum: choices, ...more } = rest;
    return field({ kind: "enum", choices: choices as string[], rest: more });
  }
  if (type === "string" && rest.format === "date") {
    const { format: _, ...more } = rest;
    return field({ kind: "date", rest: more });
  }
  if (typeof type === "string" && ["string", "number", "integer", "boolean"].includes(type)) return field({ kind: type as Kind, rest });
  return null;
}
