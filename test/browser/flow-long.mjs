// Three hundred pages: only those near the window are there, and no task on the way through all of them takes long.

import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const longest = 100; // milliseconds of one task of the page
const pages = 300;

export default async function ({ page, open, job, shot }) {
  const id = await job("parse", "long", { settings: { return_ocr_data: true } });
  let pictures = 0;
  page.on("request", (r) => { if (/pages\/\d+\.png/.test(r.url())) pictures++; });
  await open(`/job/${id}`);
  await page.locator(".pages .sheet img").first().waitFor();
  await page.getByRole("listbox", { name: "Blocks" }).waitFor();
  assert.ok(pictures < 30, `${pictures} pictures were asked for before anybody scrolled`);
  await shot("start");

  const through = await watched(page, "blocks", () => scroll(page, ".pages"));
  assert.equal(through.last, String(pages));
  assert.ok(through.sheets <= 12, `${through.sheets} pages were in the document at once`);
  assert.ok(through.marks <= 300, `${through.marks} marks were in the document at once`);
  await page.locator(`.sheet[data-page="${pages}"] img`).waitFor();
  await shot("end");

  await watched(page, "list", () => scroll(page, ".listing"));
  await page.getByRole("tab", { name: /^Markdown/ }).click();
  await watched(page, "markdown", () => scroll(page, ".reading"));
  await page.getByRole("tab", { name: /^Words/ }).click();
  const words = await watched(page, "words", () => scroll(page, ".pages"));
  assert.ok(words.marks > 20 && words.marks <= 1000, `${words.marks} marks were in the document at once`);

  // What is far away is found at once, and what was read is where it was.
  await page.getByRole("tab", { name: /^Blocks/ }).click();
  await page.getByLabel("Find text in blocks").fill("Day 173 of");
  await page.getByRole("option", { name: /Day 173 of the log/ }).click();
  await page.locator(".sheet[data-page='173'] .mark.lit").waitFor();
  await page.locator(".sheet[data-page='173'] img").waitFor();
  await page.waitForFunction(() => document.querySelector(".page-number").value === "173");
}

/** scroll goes through all that an element holds, a part of its window in each frame, and counts what is there meanwhile. */
function scroll(page, selector) {
  return page.evaluate(async (selector) => {
    const area = document.querySelector(selector);
    const most = { sheets: 0, marks: 0, last: "" };
    area.scrollTop = 0;
    for (let before = -1; area.scrollTop !== before;) {
      before = area.scrollTop;
      area.scrollTop += area.clientHeight * 0.9;
      await new Promise(requestAnimationFrame);
      most.sheets = Math.max(most.sheets, document.querySelectorAll(".pages .sheet").length);
      most.marks = Math.max(most.marks, document.querySelectorAll(".mark").length);
    }
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    most.last = document.querySelector(".page-number").value;
    return most;
  }, selector);
}

/**
 * watched does something and fails where a task of the page's main thread took longer than it may. What counts is the
 * time the thread itself ran, so that other programs on a busy machine are not blamed on the page.
 */
async function watched(page, name, deed) {
  const file = join(tmpdir(), `octavo-trace-${process.pid}-${name}.json`);
  const browser = page.context().browser();
  await browser.startTracing(page, { path: file, categories: ["toplevel"] });
  const from = performance.now();
  const done = await deed();
  const took = performance.now() - from;
  await browser.stopTracing();
  const events = JSON.parse(readFileSync(file, "utf8")).traceEvents;
  rmSync(file);
  const named = events.filter((e) => e.name === "thread_name" && e.args.name === "CrRendererMain");
  const main = named.map((t) => events.filter((e) => e.pid === t.pid && e.tid === t.tid && e.ph === "X" && /RunTask$/.test(e.name) && e.tdur !== undefined)).sort((a, b) => b.length - a.length)[0];
  assert.ok(main?.length > 100, "the trace holds no tasks of the page");
  const slowest = main.reduce((a, b) => (b.tdur > a.tdur ? b : a));
  const wall = main.reduce((a, b) => (b.dur > a.dur ? b : a));
  console.log(`${name}: ${main.length} tasks, in ${(took / 1000).toFixed(0)} s, the longest ran ${(slowest.tdur / 1000).toFixed(0)} ms (${(wall.dur / 1000).toFixed(0)} ms with waiting)`);
  assert.ok(slowest.tdur / 1000 <= longest, `${name}: a task ran ${slowest.tdur / 1000} ms`);
  return done;
}
