// The types of blocks and the classes that colour them.

import type { Kind } from "../../viewer/viewer";

const types = ["Title", "Section Header", "Text", "List Item", "Table", "Key Value", "Figure", "Signature", "Comment", "Header", "Footer", "Page Number"];

/** kind is the class of a type: "Section Header" is "is-section-header". */
export function kind(type: string): string { return "is-" + type.toLowerCase().replace(/[^a-z]+/g, "-"); }

/** kinds are all types in the order of the legend. */
export const kinds: Kind[] = types.map((name) => ({ kind: kind(name), name }));
