// A request as a program would send it. The key is never written out: programs take it from their environment.

export interface Sent { address: string; operation: string; body: Record<string, unknown> }

const variable = "OCTAVO_API_KEY";

/** curl is a line of a shell that waits for the answer. */
export function curl({ address, operation, body }: Sent): string {
  return [
    `curl -sS ${shell(`${address}/${operation}`)} \\`,
    `  -H "Authorization: Bearer $${variable}" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${shell(JSON.stringify(body, null, 2))}`,
  ].join("\n");
}

/** node is a module that needs nothing but Node.js. */
export function node({ address, operation, body }: Sent): string {
  return [
    `const request = ${JSON.stringify(body, null, 2)};`,
    "",
    `const answer = await fetch(${JSON.stringify(`${address}/${operation}`)}, {`,
    `  method: "POST",`,
    `  headers: {`,
    `    Authorization: \`Bearer \${process.env.${variable}}\`,`,
    `    "Content-Type": "application/json",`,
    `  },`,
    `  body: JSON.stringify(request),`,
    `});`,
    `const result = await answer.json();`,
    `if (!answer.ok) throw new Error(JSON.stringify(result));`,
    `console.log(JSON.stringify(result, null, 2));`,
  ].join("\n");
}

/** python is a script that needs nothing but Python 3. */
export function python({ address, operation, body }: Sent): string {
  return [
    "import json",
    "import os",
    "import urllib.request",
    "",
    `body = ${literal(body, "")}`,
    "",
    "request = urllib.request.Request(",
    `    ${JSON.stringify(`${address}/${operation}`)},`,
    `    data=json.dumps(body).encode(),`,
    `    headers={`,
    `        "Authorization": f"Bearer {os.environ['${variable}']}",`,
    `        "Content-Type": "application/json",`,
    `    },`,
    `)`,
    "with urllib.request.urlopen(request) as answer:",
    "    result = json.load(answer)",
    "print(json.dumps(result, indent=2))",
  ].join("\n");
}

/** shell quotes a text for a POSIX shell. */
function shell(text: string): string { return `'${text.replaceAll("'", `'\\''`)}'`; }

/** literal is a JSON value as Python writes it. */
function literal(value: unknown, indent: string): string {
  if (value === null || value === undefined) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  // What JSON escapes in strings Python escapes in the same way.
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = indent + "    ";
  const items = Array.isArray(value) ? value.map((v) => literal(v, inner)) : Object.entries(value).map(([k, v]) => `${JSON.stringify(k)}: ${literal(v, inner)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return items.length === 0 ? open + close : `${open}\n${items.map((i) => inner + i).join(",\n")},\n${indent}${close}`;
}
