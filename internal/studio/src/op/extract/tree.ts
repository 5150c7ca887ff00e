// The values of an answer as a tree, with what the schema asked for and the document does not have.

import type { Box } from "../../wire";

export interface Citation {
  type: string;
  content: string;
  bbox: Box;
  confidence: "high" | "low";
  granular_confidence: { extract_confidence: number | null; parse_confidence: number | null } | null;
}

export interface Leaf { kind: "leaf"; id: string; name: string; path: string; about: string; value: unknown; found: boolean; citations: Citation[] }
export interface Group { kind: "group"; name: string; path: string; about: string; children: Node[] }
export interface List { kind: "list"; name: string; path: string; about: string; items: Node[]; columns: string[] }
export type Node = Leaf | Group | List;

type Schema = { properties?: Record<string, Schema>; items?: Schema; $ref?: string; description?: string; type?: unknown; [key: string]: unknown };

/** tree reads a result, with citations or without. */
export function tree(result: unknown, schema: unknown): Group {
  const cited = !Array.isArray(result);
  const root = (cited ? result : (result as unknown[])[0]) ?? {};
  const whole = map(schema) ? (schema as Schema) : {};
  let last = 0;

  const known = (of: Schema | undefined): Schema => {
    const name = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(of?.$ref ?? "");
    return (name ? (whole[name[1]!] as Record<string, Schema> | undefined)?.[name[2]!] : of) ?? {};
  };
  const leaf = (value: unknown, name: string, path: string, about: string): Leaf => {
    const wrapped = cited && map(value) && Array.isArray(value.citations) ? (value as { value: unknown; citations: Citation[] }) : { value, citations: [] };
    return { kind: "leaf", id: `v${++last}`, name, path, about, value: wrapped.value, citations: wrapped.citations, found: !nothing(wrapped.value) };
  };
  const walk = (value: unknown, of: Schema, name: string, path: string): Node => {
    const shape = known(of);
    const about = shape.description ?? "";
    if (Array.isArray(value) || (shape.type === "array" && empty(value, cited))) {
      const items = (Array.isArray(value) ? value : []).map((v, i) => walk(v, shape.items ?? {}, String(i + 1), `${path}[${i}]`));
      return { kind: "list", name, path, about, items, columns: columns(items, known(shape.items)) };
    }
    if (map(value) && !(cited && Array.isArray(value.citations) && "value" in value) && (Object.keys(value).length > 0 || shape.properties)) {
      return { kind: "group", name, path, about, children: members(value, shape, path) };
    }
    if (value === undefined && shape.properties) return { kind: "group", name, path, about, children: members({}, shape, path) };
    return leaf(value, name, path, about);
  };
  const members = (value: Record<string, unknown>, shape: Schema, path: string): Node[] => {
    const names = new Set([...Object.keys(shape.properties ?? {}), ...Object.keys(value)]);
    return [...names].map((n) => walk(value[n], shape.properties?.[n] ?? {}, n, path ? `${path}.${n}` : n));
  };
  return { kind: "group", name: "", path: "", about: "", children: members(root as Record<string, unknown>, known(whole), "") };
}

/** joined puts the citations of a tree of their own beside the values they belong to. */
export function joined(value: unknown, cites: unknown): unknown {
  if (Array.isArray(value) && value.length > 0) return value.map((v, i) => joined(v, Array.isArray(cites) ? cites[i] : undefined));
  if (map(value) && Object.keys(value).length > 0) return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, joined(v, map(cites) ? cites[k] : undefined)]));
  return { value, citations: Array.isArray(cites) ? cites : [] };
}

/** columns are the names of a list of plain objects; none where its items are no such. */
function columns(items: Node[], shape: Schema): string[] {
  if (items.length === 0 || !items.every((i) => i.kind === "group" && i.children.every((c) => c.kind === "leaf"))) return [];
  return [...new Set([...Object.keys(shape.properties ?? {}), ...items.flatMap((i) => (i as Group).children.map((c) => c.name))])];
}

function map(value: unknown): value is Record<string, unknown> { return typeof value === "object" && value !== null && !Array.isArray(value); }

function nothing(value: unknown): boolean { return value === null || value === undefined || (Array.isArray(value) && value.length === 0) || (map(value) && Object.keys(value).length === 0); }

function empty(value: unknown, cited: boolean): boolean {
  return nothing(cited && map(value) && Array.isArray(value.citations) ? value.value : value);
}

/** leaves are all values in their order. */
export function leaves(node: Node): Leaf[] {
  if (node.kind === "leaf") return [node];
  return (node.kind === "group" ? node.children : node.items).flatMap(leaves);
}

/** bare is the tree as the document's data, without citations and without what was not found. */
export function bare(node: Node): unknown {
  switch (node.kind) {
    case "leaf": return node.value ?? null;
    case "list": return node.items.map(bare);
    case "group": return Object.fromEntries(node.children.filter((c) => !(c.kind === "leaf" && c.value === undefined)).map((c) => [c.name, bare(c)]));
  }
}

/** sure is how sure a value is: its best citation counts, since each of them is a place where it stands. */
export function sure(leaf: Leaf): { level: "high" | "low" | "none"; share: number | null } {
  if (!leaf.found || leaf.citations.length === 0) return { level: "none", share: null };
  const shares = leaf.citations.map((c) => c.granular_confidence).filter((g) => g !== null).map((g) => (g.extract_confidence ?? 1) * (g.parse_confidence ?? 1));
  return { level: leaf.citations.some((c) => c.confidence === "high") ? "high" : "low", share: shares.length > 0 ? Math.max(...shares) : null };
}
