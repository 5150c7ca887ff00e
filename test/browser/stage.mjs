// What a flow is given: a page that notices everything that goes wrong in it, and ways to look at it.

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { check } from "./layout.mjs";

/** stage opens a page. Everything that goes wrong in it and was not announced ends up in faults. */
export async function stage(browser, run) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 }, colorScheme: "light", reducedMotion: "reduce", locale: "en-US", timezoneId: "UTC",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const faults = [];
  const announced = [];
  const looks = { width: 1280, scheme: "light" };
  listen(page, new URL(run.base).origin, faults, (url) => announced.some((a) => a.test(url)));

  return {
    page, faults, base: run.base, key: run.key, files: run.files, host: run.host,

    /** announce says that requests whose address fits may fail: the flow wants to see how that looks. */
    announce: (pattern) => announced.push(pattern),

    /** open goes to a view, such as "/jobs", and waits until it is there. */
    async open(view = "") {
      await page.goto(`${run.base}/studio${view}`);
      await page.locator("#main > *").first().waitFor();
    },

    /** width makes the window that of a desk (1280) or a telephone (390). */
    async width(pixels) {
      looks.width = pixels;
      await page.setViewportSize({ width: pixels, height: pixels < 800 ? 844 : 800 });
    },

    /** scheme chooses light or dark. */
    async scheme(name) {
      looks.scheme = name;
      await page.emulateMedia({ colorScheme: name });
    },

    /** shot keeps a picture of the window, and fails where its layout is broken or is not the one that was agreed. */
    async shot(name) {
      const file = `${run.shots}/${name}-${looks.width}-${looks.scheme}.png`;
      await page.screenshot({ path: file });
      await check(page, { name, width: looks.width, folder: run.layouts, update: run.update });
    },

    /** axe fails on findings that keep people out. */
    axe: () => axe(page, run.modules),

    /** api asks the service itself, past the page. */
    api: (method, path, body) => api(run, method, path, body),

    /** job runs an operation on a file past the page and gives the id of the finished job. */
    job: (operation, file, request = {}) => job(run, operation, file, request),
  };
}

function listen(page, origin, faults, expected) {
  page.on("pageerror", (error) => faults.push(`error in the page: ${error.stack ?? error}`));
  page.on("console", (message) => {
    if (message.type() === "error" && !expected(message.location().url)) faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (!["data:", "blob:"].includes(url.protocol) && url.origin !== origin) faults.push(`request to another origin: ${url}`);
  });
  page.on("requestfailed", (request) => {
    // A view that is left breaks off what it had under way.
    if (request.failure()?.errorText === "net::ERR_ABORTED" || expected(request.url())) return;
    faults.push(`request failed: ${request.url()} ${request.failure()?.errorText}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400 && !expected(response.url())) faults.push(`${response.status()} from ${response.url()}`);
  });
}

async function axe(page, modules) {
  if (!(await page.evaluate(() => "axe" in globalThis))) {
    // As code of the inspector, which the page's policy has no say in.
    await page.evaluate(readFileSync(`${modules}/node_modules/axe-core/axe.min.js`, "utf8"));
  }
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const grave = violations.filter((v) => v.impact === "serious" || v.impact === "critical");
  if (grave.length === 0) return;
  const told = grave.map((v) => `${v.id} (${v.impact}): ${v.help}\n` + v.nodes.slice(0, 5).map((n) => `    ${n.html}\n    ${n.failureSummary.replaceAll("\n", " ")}`).join("\n"));
  throw new Error(`axe at ${page.url()}:\n  ${told.join("\n  ")}`);
}

async function api(run, method, path, body) {
  const headers = run.key ? { Authorization: `Bearer ${run.key}` } : {};
  if (body !== undefined && !(body instanceof FormData)) headers["Content-Type"] = "application/json";
  const answer = await fetch(run.base + path, { method, headers, body: body === undefined || body instanceof FormData ? body : JSON.stringify(body) });
  const told = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${told}`);
  return told === "" ? null : JSON.parse(told);
}

async function job(run, operation, file, request) {
  const form = new FormData();
  form.append("file", new Blob([readFileSync(run.files[file])]), basename(run.files[file]));
  const { file_id: id } = await api(run, "POST", "/upload", form);
  const field = operation === "edit" ? "document_url" : "input";
  const { job_id: made } = await api(run, "POST", `/${operation}_async`, { [field]: id, ...request });
  const { status, error } = await api(run, "GET", `/job/${made}?timeout=90`);
  if (status !== "Completed") throw new Error(`job ${made} is ${status}: ${JSON.stringify(error)}`);
  return made;
}
