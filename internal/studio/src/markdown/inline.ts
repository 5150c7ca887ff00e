// What stands inside a line of Markdown, as elements: emphasis, code, links as text, and the few tags that results use.

import { h } from "../dom";

const tags = { b: "b", strong: "strong", i: "i", em: "em", s: "s", u: "u", sub: "sub", sup: "sup", mark: "mark", del: "del", ins: "ins", change: "span" } as const;

const token = new RegExp([
  "\\\\([\\\\`*_{}\\[\\]()#+.!|<>~-])",                       // 1 escaped
  "`([^`\\n]{1,500})`",                                        // 2 code
  "(\\$\\$?[^$\\n]{1,500}\\$\\$?)",                             // 3 mathematics stays as it is written
  "!?\\[([^\\]\\n]{0,500})\\]\\(([^)\\s]{0,2000})\\)",           // 4, 5 link
  "\\*\\*(?=\\S)([^\\n]{0,1000}?\\S)\\*\\*",                   // 6 strong
  "\\*(?=[^\\s*])([^*\\n]{0,1000}[^\\s*])\\*(?!\\*)",          // 7 emphasis
  "~~(?=\\S)([^~\\n]{1,1000})~~",                              // 8 struck
  `<(${Object.keys(tags).join("|")})>([\\s\\S]{0,2000}?)<\\/\\9>`, // 9, 10 tag
  "<br\\s*\\/?>|(\\n)",                                        // 11 line
  "&(amp|lt|gt|quot|#39|nbsp);",                               // 12 entity
].join("|"), "gi");

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: "\u00a0" };
const deepest = 6;
const longest = 20_000; // characters that are looked through; all repetitions above are bounded for the same reason

/** inline makes nodes of a line; what it does not know stays text. */
export function inline(text: string, depth = 0): (Node | string)[] {
  if (depth > deepest || text.length > longest) return [text];
  const out: (Node | string)[] = [];
  let from = 0;
  for (const m of text.matchAll(token)) {
    if (m.index > from) out.push(text.slice(from, m.index));
    from = m.index + m[0].length;
    out.push(node(m, depth));
  }
  if (from < text.length) out.push(text.slice(from));
  return out;
}

function node(m: RegExpMatchArray, depth: number): Node | string {
  const [whole, escaped, code, math, label, target, strong, weak, struck, tag, inside, , entity] = m;
  const within = (s: string) => inline(s, depth + 1);
  if (escaped) return escaped;
  if (code !== undefined) return h("code", {}, code);
  if (math) return math;
  if (label !== undefined) return h("span", { class: "md-link", title: target ?? "" }, within(label || (target ?? "")));
  if (strong) return h("strong", {}, within(strong));
  if (weak) return h("em", {}, within(weak));
  if (struck) return h("s", {}, within(struck));
  if (tag) {
    const name = tag.toLowerCase() as keyof typeof tags;
    return h(tags[name], name === "change" ? { class: "md-change" } : {}, within(inside ?? ""));
  }
  if (entity) return entities[entity.toLowerCase()] ?? whole;
  return h("br");
}
