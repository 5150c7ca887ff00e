// JSON read with the places of its parts, so that what is wrong can be shown where it stands.

/** Slip is where a text stops being JSON. */
export class Slip extends Error {
  constructor(readonly at: number, message: string) { super(message); }
}

export interface Placed {
  value: unknown;
  places: Map<string, number>; // offset by JSON pointer
}

/** placed reads a text; it throws a Slip. */
export function placed(text: string): Placed {
  const places = new Map<string, number>();
  let at = 0;
  const deepest = 64;

  const blank = () => { while (at < text.length && " \t\r\n".includes(text[at]!)) at++; };
  const fail = (message: string): never => { throw new Slip(at, message); };
  const seen = () => (at >= text.length ? "the end of the text" : `“${text[at]}”`);

  const string = (): string => {
    const start = at;
    for (at++; at < text.length && text[at] !== '"'; at++) {
      if (text[at] === "\n") fail("The text in quotation marks does not end on its line.");
      if (text[at] === "\\") at++;
    }
    if (at >= text.length) { at = start; fail("The quotation mark is not closed."); }
    at++;
    try { return JSON.parse(text.slice(start, at)) as string; } catch { at = start; return fail("There is a character in this text that JSON does not take as it is."); }
  };

  const value = (pointer: string, depth: number): unknown => {
    if (depth > deepest) fail("This is nested too deep.");
    blank();
    places.set(pointer, at);
    const c = text[at];
    if (c === "{") {
      const out: [string, unknown][] = [];
      at++; blank();
      while (text[at] !== "}") {
        if (text[at] !== '"') fail(out.length > 0 && text[at] === "," ? "There is a comma too many." : `A name in quotation marks is expected, not ${seen()}.`);
        const name = string();
        blank();
        if (text[at] !== ":") fail(`A colon is expected after the name, not ${seen()}.`);
        at++;
        out.push([name, value(`${pointer}/${name.replace(/~/g, "~0").replace(/\//g, "~1")}`, depth + 1)]);
        blank();
        if (text[at] === ",") { at++; blank(); if (text[at] === "}") fail("There is a comma before the closing brace."); continue; }
        if (text[at] !== "}") fail(`A comma or a closing brace is expected, not ${seen()}.`);
      }
      at++;
      return Object.fromEntries(out);
    }
    if (c === "[") {
      const out: unknown[] = [];
      at++; blank();
      while (text[at] !== "]") {
        out.push(value(`${pointer}/${out.length}`, depth + 1));
        blank();
        if (text[at] === ",") { at++; blank(); if (text[at] === "]") fail("There is a comma before the closing bracket."); continue; }
        if (text[at] !== "]") fail(`A comma or a closing bracket is expected, not ${seen()}.`);
      }
      at++;
      return out;
    }
    if (c === '"') return string();
    const word = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/.exec(text.slice(at, at + 400))?.[0];
    if (!word) return fail(`A value is expected, not ${seen()}.`);
    at += word.length;
    return JSON.parse(word);
  };

  const out = value("", 0);
  blank();
  if (at < text.length) fail(`The text should end here; there is ${seen()}.`);
  return { value: out, places };
}

/** lineOf is a place as people count it. */
export function lineOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split("\n");
  return { line: before.length, column: before.at(-1)!.length + 1 };
}
