// A document is dropped, read, and looked at: pages and results point at each other, by mouse and by keys.

import assert from "node:assert/strict";

export default async function ({ page, open, files, shot, axe, width, scheme }) {
  await open("/new/parse");
  await asked(page);
  await shot("options");
  await axe();
  const body = await submitted(page, files.report);
  assert.deepEqual(Object.keys(body).sort(), ["formatting", "input", "retrieval", "settings"]);
  assert.deepEqual([body.retrieval, body.formatting, body.settings], [{ chunking: { chunk_mode: "page" } }, { table_output_format: "html" }, { page_range: { start: 1, end: 2 }, return_ocr_data: true }]);

  await page.getByRole("heading", { name: "report.pdf" }).waitFor();
  await page.locator(".sheet img").first().waitFor();
  await shot("blocks");
  await axe();

  await pointing(page);
  await turning(page);
  await sizes(page);
  await byKeys(page);
  await tabs(page, shot, axe);
  await divided(page);

  await again(page, open);

  await scheme("dark");
  await axe();
  await scheme("light");
  await width(390);
  await page.evaluate(() => scrollTo(0, 0));
  await shot("blocks");
  await axe();
}

/** again loads the request of the job into the form: it would be sent as it was. */
async function again(page, open) {
  const id = new URL(page.url()).pathname.split("/").at(-1);
  await page.getByRole("link", { name: "Run again with changes" }).click();
  await page.locator(".chosen", { hasText: "report.pdf" }).waitFor();
  await page.waitForFunction(() => document.getElementById("option-settings-page_range")?.value === "1-2");
  assert.equal(await page.getByLabel("Chunk mode").evaluate((e) => e.selectedOptions[0].text), "Page");
  assert.ok(await page.getByRole("switch", { name: "Return OCR data" }).isChecked());
  await page.getByRole("button", { name: "Back to defaults" }).click();
  assert.equal(await page.getByLabel("Page range").inputValue(), "");
  await open(`/job/${id}`);
  await page.locator(".sheet img").first().waitFor();
}

/** asked changes a few options, some of them folded away, and looks at what says so. */
async function asked(page) {
  await page.getByLabel("Chunk mode").selectOption({ label: "Page" });
  await page.getByLabel("Page range").fill("1-2");
  await page.getByLabel("Table output format").selectOption({ label: "Html" });
  await page.getByRole("switch", { name: "Return OCR data" }).check();
  await page.getByText("More options").click();
  await page.locator("summary", { hasText: "Enhance" }).click();
  await page.getByRole("switch", { name: "Summarize figures" }).uncheck();
  await page.locator(".more > summary .count", { hasText: "1" }).waitFor();
  await page.getByRole("switch", { name: "Summarize figures" }).check();
  assert.equal(await page.locator(".more > summary .count").textContent(), "");
  await page.locator("summary", { hasText: "Enhance" }).click();
}

/** submitted drops the file on the page itself, runs it and gives the request. */
async function submitted(page, file) {
  // What cannot be sent is named and gone to, wherever it is folded away.
  await page.locator("summary", { hasText: "Settings" }).click();
  await page.getByLabel("Embed PDF metadata DPI").fill("9000");
  await page.locator("summary", { hasText: "Settings" }).click();
  await page.getByText("More options").click();
  await page.getByRole("button", { name: "Parse", exact: true }).last().click();
  await page.getByText("embed_pdf_metadata_dpi: Choose a number from 50 to 250.").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), "option-settings-embed_pdf_metadata_dpi");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");

  await page.getByRole("button", { name: "Parse", exact: true }).last().click();
  await page.getByText("NO_DOCUMENT").waitFor();
  await page.locator("#file").setInputFiles([file, file]);
  assert.equal(await page.locator(".chosen li").count(), 2);
  await page.getByRole("button", { name: "Remove report.pdf" }).last().click();
  const [sent] = await Promise.all([
    page.waitForRequest((r) => r.url().endsWith("/parse_async")),
    page.getByRole("button", { name: "Parse", exact: true }).last().click(),
  ]);
  return sent.postDataJSON();
}

const chosen = (page) => page.locator("[role=option][aria-selected=true]");

const shows = (page, n) => page.waitForFunction((n) => document.querySelector(".page-number").value === n, String(n));

async function pointing(page) {
  await page.locator(".mark.is-table").click();
  await chosen(page).filter({ hasText: "Season" }).waitFor();
  assert.equal(await page.locator(".mark.lit").count(), 1);

  await page.locator(".mark.is-title").hover();
  await page.locator("[role=option].lit", { hasText: "Report of the lighthouse" }).waitFor();
  await page.getByRole("option", { name: /The lamp burned/ }).hover();
  await page.locator(".mark.lit.is-text").first().waitFor();

  await page.getByLabel("Type").selectOption({ label: "List Item (3)" });
  await page.getByRole("option", { name: /Replace the two/ }).click();
  const lit = page.locator(".mark.lit.is-list-item");
  await lit.waitFor();
  const { mark, area } = await page.evaluate(() => ({ mark: document.querySelector(".mark.lit").getBoundingClientRect().toJSON(), area: document.querySelector(".pages").getBoundingClientRect().toJSON() }));
  assert.ok(mark.top >= area.top && mark.bottom <= area.bottom, "the block that was chosen is not in sight");
  await shows(page, 2);

  // A mark whose block is filtered away brings the whole list back.
  await page.locator(".sheet[data-page='2'] .mark.is-text").first().click();
  assert.equal(await page.getByLabel("Type").inputValue(), "");
  await chosen(page).filter({ hasText: "keeper asks" }).waitFor();

  await page.getByRole("button", { name: /^List Item/ }).click();
  assert.equal(await page.locator(".mark.is-list-item:visible").count(), 0);
  await page.getByRole("button", { name: /^List Item/ }).click();
  await page.getByRole("button", { name: "Reading order" }).click();
  assert.equal(await page.locator(".mark.is-list-item .order:visible").count(), 3);
  await page.getByRole("button", { name: "Reading order" }).click();
}

async function turning(page) {
  const at = page.getByLabel("Page", { exact: true });
  await page.getByRole("button", { name: "Page 1", exact: true }).click();
  await shows(page, 1);
  await page.locator(".thumb[aria-current] img").waitFor();
  await at.fill("2");
  await at.press("Enter");
  await shows(page, 2);
  await page.getByRole("button", { name: "Previous page" }).click();
  await shows(page, 1);
  await page.getByRole("button", { name: "Thumbnails" }).click();
  assert.equal(await page.locator(".thumbs").count(), 0);
  await page.getByRole("button", { name: "Thumbnails" }).click();
}

async function sizes(page) {
  const share = async () => Number.parseInt(await page.locator(".zoom-share").textContent(), 10);
  const wide = () => page.locator(".sheet[data-page='1']").evaluate((e) => e.getBoundingClientRect().width);
  const [fit, before] = [await wide(), await share()];
  const finer = page.waitForRequest((r) => /pages\/1\.png\?dpi=(150|200|300)/.test(r.url()));
  for (let i = 0; i < 8; i++) await page.getByRole("button", { name: "Larger" }).click();
  await finer;
  assert.ok((await share()) > before && (await wide()) > fit * 1.5);
  await page.locator(".pages").hover();
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, 240);
  await page.keyboard.up("Control");
  const smaller = await share();
  await page.waitForFunction((was) => Number.parseInt(document.querySelector(".zoom-share").textContent, 10) <= was, smaller);
  await page.getByRole("button", { name: "Fit to width" }).click();
  assert.ok(Math.abs((await wide()) - fit) < 2);
}

async function byKeys(page) {
  await page.locator(".pages").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.match(await page.locator(".viewer [aria-live]").textContent(), /^Text: The lamp burned.*page 1$/);
  await page.keyboard.press("Enter");
  await chosen(page).filter({ hasText: "The lamp burned" }).waitFor();
  await page.keyboard.press("PageDown");
  await shows(page, 2);
  await page.keyboard.press("+");
  await page.keyboard.press("0");

  await page.getByRole("listbox", { name: "Blocks" }).focus();
  await page.keyboard.press("Home");
  await page.locator(".mark.lit.is-title").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.locator(".mark.lit.is-text").waitFor();
  await page.getByRole("tab", { name: /^Blocks/ }).focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.getByRole("tab", { selected: true }).textContent(), "Markdown");
}

async function tabs(page, shot, axe) {
  const turn = (name) => page.getByRole("tab", { name: new RegExp("^" + name) }).click();
  const reading = page.getByRole("region", { name: "Markdown" });
  await reading.getByRole("heading", { name: "Report of the lighthouse" }).waitFor();
  await reading.getByRole("cell", { name: "203" }).waitFor();
  await shot("markdown");
  await axe();
  await page.getByRole("switch", { name: "Source" }).check();
  await reading.getByText("# Report of the lighthouse").waitFor();

  await turn("Tables");
  await page.getByRole("button", { name: "Copy as CSV" }).click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "Season,Ships,Oil in litres\r\nSpring,118,640\r\nSummer,203,410\r\nAutumn,151,725\r\n");
  await page.locator(".table-card").hover();
  await page.locator(".mark.lit.is-table").waitFor();
  await shot("tables");

  await turn("Chunks");
  await page.getByRole("button", { name: /^Chunk 2/ }).click();
  await page.locator(".chunk-text", { hasText: "first of March" }).waitFor();
  assert.ok((await page.locator(".mark.lit").count()) >= 4);
  await shot("chunks");
  await axe();

  await turn("Words");
  await page.locator(".mark.is-sure").first().waitFor();
  await page.getByLabel("Find a word").fill("gallery");
  await page.getByRole("option", { name: /gallery/ }).click();
  await page.locator(".mark.lit.is-sure").waitFor();
  await shot("words");

  await turn("Charts");
  await page.getByText("No charts were read.").waitFor();
  await turn("JSON");
  const tree = page.getByRole("tree");
  await tree.getByRole("treeitem", { name: /^chunks/ }).click();
  await tree.getByRole("treeitem", { name: /^0:/ }).click();
  await tree.getByText("Report of the lighthouse").first().waitFor();
  await shot("json");
  await axe();
}

async function divided(page) {
  const bar = page.getByRole("separator", { name: "Width of the pages" });
  const wide = () => page.locator(".viewer").evaluate((e) => e.getBoundingClientRect().width);
  const before = await wide();
  await bar.focus();
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction((was) => document.querySelector(".viewer").getBoundingClientRect().width < was - 20, before);
  await bar.dblclick();
  await page.waitForFunction((was) => Math.abs(document.querySelector(".viewer").getBoundingClientRect().width - was) < 2, before);
}
