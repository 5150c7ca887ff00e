// The service as this page sees it: one place that knows its address, the key and its errors.

import type { Job, JobList, Upload } from "./wire";

// Studio's page is told where the service stands; that of the portal has one address only.
const base = told("base") ?? location.pathname.replace(/\/webhooks\/portal\/?$/, "");
const keyName = told("key") ?? "octavo-key";

function told(name: string): string | undefined { return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content; }

/** address is a path of the service as this page reaches it. */
export function address(path: string): string { return base + path; }

/** publicAddress is what a program outside of this page would use. */
export function publicAddress(): string { return location.origin + base; }

// The key lives as long as the tab: it is not kept where another tab or a later visitor finds it.
export function key(): string { return sessionStorage.getItem(keyName) ?? ""; }
export function setKey(value: string): void {
  if (value) sessionStorage.setItem(keyName, value);
  else sessionStorage.removeItem(keyName);
}

export interface Problem { loc: (string | number)[]; msg: string; type: string }

/** Failure is an error of the service: its name, what it says, and what can be done. */
export class Failure extends Error {
  constructor(
    readonly status: number, readonly name: string, message: string,
    readonly problems: Problem[] = [], readonly request = "", readonly retryAfter = 0,
  ) { super(message); }
}

/** call sends a request and returns the answer; everything that is not 2xx is a Failure. */
export async function call(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = {};
  if (key()) headers.Authorization = "Bearer " + key();
  let payload: BodyInit | undefined;
  if (body instanceof FormData) payload = body;
  else if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    payload = JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch(address(path), { method, headers, body: payload ?? null, signal: signal ?? null, cache: "no-store" });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Failure(0, "UNREACHABLE", "The service did not answer. It may be restarting, or the network is down.");
  }
  // A key that is good no longer leads back to the door, wherever that is noticed.
  if (answer.status === 401) dispatchEvent(new Event("refused"));
  if (!answer.ok) throw await failure(answer);
  return answer;
}

async function failure(answer: Response): Promise<Failure> {
  const request = answer.headers.get("X-Request-ID") ?? "";
  const retry = Number(answer.headers.get("Retry-After") ?? 0);
  let body: { error?: { name?: string; message?: string }; detail?: Problem[] } = {};
  try { body = await answer.json(); } catch { /* what is not JSON says nothing that helps */ }
  if (Array.isArray(body.detail)) {
    const first = body.detail.map((p) => `${p.loc.filter((l) => l !== "body").join(".")}: ${p.msg}`).join("\n");
    return new Failure(answer.status, "INVALID_REQUEST", first, body.detail, request, retry);
  }
  return new Failure(answer.status, body.error?.name ?? "HTTP_" + answer.status, body.error?.message ?? answer.statusText, [], request, retry);
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await call("GET", path, undefined, signal)).json() as Promise<T>;
}

export async function post<T>(path: string, body?: unknown): Promise<T> {
  return (await call("POST", path, body)).json() as Promise<T>;
}

/** upload sends a file and tells how much of it is there; fetch cannot. */
export function upload(file: File, progress: (share: number) => void): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", address("/upload"));
    if (key()) request.setRequestHeader("Authorization", "Bearer " + key());
    request.upload.onprogress = (e) => { if (e.lengthComputable) progress(e.loaded / e.total); };
    request.onerror = () => reject(new Failure(0, "UNREACHABLE", "The upload broke off. Is the service still running?"));
    request.onload = () => {
      const answer = new Response(request.response as string, { status: request.status || 500, headers: { "X-Request-ID": request.getResponseHeader("X-Request-ID") ?? "" } });
      if (answer.ok) resolve(JSON.parse(request.response as string) as Upload);
      else failure(answer).then(reject);
    };
    const form = new FormData();
    form.append("file", file, file.name);
    request.send(form);
  });
}

/** submit stores a job and gives its id; the answer comes by watch. */
export async function submit(operation: string, request: unknown): Promise<string> {
  return (await post<{ job_id: string }>(`/${operation}_async`, request)).job_id;
}

export function job(id: string, signal?: AbortSignal): Promise<Job> { return get(`/job/${encodeURIComponent(id)}`, signal); }

export function jobs(query: Record<string, string>, signal?: AbortSignal): Promise<JobList> {
  return get("/jobs?" + new URLSearchParams(Object.entries(query).filter(([, v]) => v !== "")), signal);
}

export async function cancel(id: string): Promise<void> { await call("POST", `/cancel/${encodeURIComponent(id)}`); }

export async function remove(id: string): Promise<void> { await call("DELETE", `/job/${encodeURIComponent(id)}`); }

/** watch calls back with a job until it has ended or the signal fires. */
export async function watch(id: string, seen: (job: Job) => void, signal: AbortSignal): Promise<void> {
  for (let wait = 250; !signal.aborted; wait = Math.min(wait * 1.5, 2000)) {
    const now = await job(id, signal);
    seen(now);
    if (ended(now)) return;
    await new Promise((r) => setTimeout(r, wait));
  }
}

export function ended(job: Job): boolean { return job.status === "Completed" || job.status === "Failed"; }

/** inner is a result that may stand behind a URL. */
export async function inner<T>(result: T | { type: "url"; url: string }): Promise<T> {
  const behind = result as { type?: string; url?: string };
  if (behind?.type !== "url" || !behind.url) return result as T;
  // Signed addresses carry their own right; the key stays here.
  const answer = await fetch(local(behind.url));
  if (!answer.ok) throw await failure(answer);
  return answer.json() as Promise<T>;
}

/** local is a signed address of the service as this page reaches it, also where public_url names another host. */
export function local(url: string): string {
  const at = url.indexOf("/objects/");
  return at < 0 ? url : address(url.slice(at));
}

/** pageImage is the picture of a page as an address for an image; release it when it is out of sight. */
export async function pageImage(id: string, page: number, dpi: number, signal?: AbortSignal, view = ""): Promise<string> {
  const extra = view ? `&view=${view}` : "";
  const answer = await call("GET", `/job/${encodeURIComponent(id)}/pages/${page}.png?dpi=${dpi}${extra}`, undefined, signal);
  return URL.createObjectURL(await answer.blob());
}
