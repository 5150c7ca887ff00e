// The few calls that the examples need. Failures carry the name that the service gave them.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

const base = process.env.OCTAVO_URL ?? 'http://127.0.0.1:8080';
const key = process.env.OCTAVO_KEY;

export async function call(method, path, body) {
  const headers = key ? { Authorization: `Bearer ${key}` } : {};
  const form = body instanceof FormData;
  if (body && !form) headers['Content-Type'] = 'application/json';
  const answer = await fetch(base + path, { method, headers, body: body && !form ? JSON.stringify(body) : body });
  const json = await answer.json();
  if (!answer.ok) throw new Error(json.error ? `${json.error.name}: ${json.error.message}` : JSON.stringify(json.detail));
  return json;
}

export async function upload(path) {
  const form = new FormData();
  form.append('file', new Blob([await readFile(path)]), basename(path));
  return (await call('POST', '/upload', form)).file_id;
}

// A large result is kept behind a URL.
export async function inline(result) {
  return result.type === 'url' ? (await fetch(result.url)).json() : result;
}
