// The list of jobs: filters, paging, live states, cancel, delete; one job: run again, the request as code that works.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

export default async function ({ page, base, host, open, api, job, shot, axe, width, scheme, announce }) {
  const rows = page.getByRole("table", { name: "Jobs" }).getByRole("row");
  const row = (name) => rows.filter({ hasText: name });
  const question = page.getByRole("alertdialog");

  await open("/jobs");
  await page.getByText("No jobs yet.").waitFor();
  await shot("none");
  await axe();

  const report = await job("parse", "report", { formatting: { table_output_format: "html" } });
  await job("classify", "invoice", { classification_schema: [{ category: "invoice", criteria: ["asks for money"] }, { category: "letter", criteria: ["greets someone"] }] });
  await api("POST", "/parse_async", { input: `${host}/files/missing.pdf` });
  const { job_id: busy } = await api("POST", "/parse_async", { input: `${host}/files/long.pdf`, settings: { extraction_mode: "ocr" } });

  // New jobs turn up by themselves, and states change.
  await open("/jobs");
  await row("missing.pdf").getByText("Failed").waitFor();
  await row("long.pdf").getByText(/Waiting|Running/).waitFor();
  await row("long.pdf").getByRole("button", { name: /^Cancel/ }).click();
  await question.getByRole("button", { name: "Cancel job" }).click();
  await row("long.pdf").getByText("Cancelled").waitFor();
  assert.equal((await api("GET", `/job/${busy}`)).state, "Cancelled");
  assert.equal(await rows.count(), 5);
  await shot("list");
  await axe();
  await scheme("dark");
  await shot("list");
  await axe();
  await width(390);
  await shot("list");
  await axe();
  await scheme("light");
  await shot("list");
  await width(1280);

  // Filters stand in the address.
  await page.getByLabel("Type").selectOption("Classify");
  await row("missing.pdf").waitFor({ state: "detached" });
  assert.equal(await rows.count(), 2);
  await page.reload();
  await row("invoice.pdf").waitFor();
  assert.equal(await rows.count(), 2);
  await page.getByLabel("State").selectOption("Failed");
  await page.getByText("No job fits these filters.").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await row("report.pdf").waitFor();
  await page.getByRole("textbox", { name: "To", exact: true }).fill("2001-01-01");
  await page.getByText("No job fits these filters.").waitFor();
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByRole("textbox", { name: "From" }).fill(new Date().toISOString().slice(0, 10));
  await row("report.pdf").waitFor();

  // Delete asks first; Escape keeps the job.
  await row("missing.pdf").getByRole("button", { name: /^Delete/ }).click();
  await question.waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Cancel");
  await shot("delete");
  await axe();
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "detached" });
  await row("missing.pdf").getByRole("button", { name: /^Delete/ }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await row("missing.pdf").waitFor({ state: "detached" });
  await page.getByText("The job is deleted.").waitFor();

  // More than one page of them.
  for (let n = 0; n < 50; n++) await api("POST", "/parse_async", { input: "no such document" });
  await open("/jobs");
  await row("no such document").first().waitFor();
  assert.equal(await rows.count(), 51);
  await page.getByRole("button", { name: "Older jobs" }).click();
  await row("report.pdf").waitFor();
  assert.equal(await rows.count(), 54);
  assert.ok(await page.getByRole("button", { name: "Older jobs" }).isHidden());

  await row("report.pdf").getByRole("link").click();
  await page.getByRole("heading", { name: "report.pdf", level: 1 }).waitFor();
  const [saved] = await Promise.all([page.waitForEvent("download"), page.locator(".job-actions").getByRole("button", { name: "JSON" }).click()]);
  assert.equal(saved.suggestedFilename(), `${report}.json`);
  assert.equal(JSON.parse(await readFile(await saved.path(), "utf8")).job_id, report);
  await code(page, base, shot, axe, width);

  // Run again: the start view with what was asked then.
  await page.getByRole("link", { name: "Run again with changes" }).click();
  await page.getByRole("heading", { name: "New document" }).waitFor();
  assert.match(page.url(), /\/new\/parse\?from=/);
  await page.getByRole("button", { name: "Parse", exact: true }).last().click();
  await page.waitForURL(/\/studio\/job\//);
  await page.getByRole("heading", { name: "report.pdf", level: 1 }).waitFor();
  const again = page.url().split("/").at(-1);
  assert.notEqual(again, report);
  const { raw_config: config } = await api("GET", `/job/${again}?timeout=60`);
  assert.equal(JSON.parse(config).formatting.table_output_format, "html");

  announce(new RegExp(`/job/${again}/pages/`)); // pages may still be on their way when their job goes
  await page.getByRole("button", { name: "Delete" }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await page.waitForURL(/\/studio\/jobs$/);

  // A job that is still worked on is not asked for once it is being deleted, however long the answer takes.
  const { job_id: running } = await api("POST", "/parse_async", { input: `${host}/files/long.pdf`, settings: { extraction_mode: "ocr" } });
  await page.route(`**/job/${running}`, async (route) => {
    if (route.request().method() !== "DELETE") return route.continue();
    const answer = await route.fetch();
    await new Promise((r) => setTimeout(r, 2500));
    await route.fulfill({ response: answer });
  });
  await open(`/job/${running}`);
  await page.getByRole("button", { name: "Delete" }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await page.waitForURL(/\/studio\/jobs$/);
}

/** code holds what the page says programs should send against the service. */
async function code(page, base, shot, axe, width) {
  await page.getByRole("button", { name: "Code" }).click();
  const dialog = page.getByRole("dialog", { name: "This request as code" });
  await dialog.waitFor();
  await shot("code");
  await axe();
  await width(390);
  await shot("code");
  await width(1280);
  const env = { ...process.env, OCTAVO_API_KEY: "none" };
  const runs = {
    "curl": (text) => run("sh", ["-c", text], { env }),
    "Node.js": (text) => run("node", ["--input-type=module", "-e", text], { env }),
    "Python": (text) => run("python3", ["-c", text], { env }),
  };
  await dialog.getByRole("tab", { name: "curl" }).focus();
  for (const [name, send] of Object.entries(runs)) {
    const tab = dialog.getByRole("tab", { name });
    assert.equal(await tab.getAttribute("aria-selected"), "true");
    await dialog.getByRole("button", { name: "Copy" }).click();
    await dialog.getByRole("button", { name: "Copied" }).waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(text.includes(`${base}/parse`) && text.includes("OCTAVO_API_KEY"), text);
    const { stdout } = await send(text);
    assert.match(stdout, /lighthouse/, `${name}: ${stdout}`);
    await tab.focus();
    await page.keyboard.press("ArrowRight");
  }
  await page.keyboard.press("Escape");
}
