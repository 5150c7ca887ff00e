// A form filled in on its pages: typed, ticked, chosen, drawn, dragged, resized, by mouse and by keys; then the pages
// before and after, and the file, which really holds it.

import assert from "node:assert/strict";

export default async function ({ page, base, open, files, shot, axe, width, api, job }) {
  await open("/new/edit");
  await page.locator("input[type=file]").setInputFiles(files.form);
  await shot("ways");
  await axe();
  await page.locator("button[type=submit]").click();

  const row = (name) => page.locator(".form-row", { has: page.locator(".form-name", { hasText: name }) });
  const sheet = page.locator('.sheet[data-page="1"]').first();
  const boxes = sheet.locator(".form-box");
  await row("First name").waitFor();
  await boxes.nth(4).waitFor();
  await sheet.locator("img").waitFor();
  assert.equal(await boxes.count(), 5);

  // What is typed on the page stands in the list, and the other way round.
  await sheet.getByLabel("First name").fill("Ada");
  assert.equal(await row("First name").locator("input").inputValue(), "Ada");
  await row("Last name").locator("input").fill("Lovelace");
  assert.equal(await sheet.getByLabel("Last name").inputValue(), "Lovelace");
  await sheet.getByLabel("I need shore power").check();
  assert.ok(await row("I need shore power").locator("input").isChecked());
  await sheet.getByLabel("Harbour").selectOption({ label: "Northcove" });
  await shot("fill");
  await axe();

  await width(390);
  await shot("fill");
  await axe();
  await width(1280);
  await page.getByRole("button", { name: "Arrange" }).click();
  const place = async (box) => box.evaluate((e) => [e.style.left, e.style.top, e.style.width, e.style.height].map((v) => parseFloat(v)));
  const paper = await sheet.boundingBox();
  const at = (x, y) => [paper.x + x * paper.width, paper.y + y * paper.height];
  const drag = async (from, to) => { await page.mouse.move(...from); await page.mouse.down(); await page.mouse.move(...to, { steps: 4 }); await page.mouse.up(); };

  await drag(at(0.2, 0.5), at(0.5, 0.54)); // draws a box
  const mine = sheet.locator(".form-box.selected");
  assert.equal(await boxes.count(), 6);
  near(await place(mine), [20, 50, 30, 4]);
  await drag(at(0.3, 0.52), at(0.4, 0.57)); // moves it
  near(await place(mine), [30, 55, 30, 4]);
  await drag(at(0.6, 0.59), at(0.7, 0.585)); // takes it by its corner
  near(await place(mine), [30, 55, 40, 3.5]);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Shift+ArrowUp");
  near(await place(mine), [30.25, 55.25, 39.75, 3.25]);
  await page.getByLabel("Name of the new field").fill("Remarks");
  const kind = page.getByLabel("Type of the new field");
  await kind.focus();
  await kind.selectOption("checkbox");
  assert.ok(await kind.evaluate((e) => e === document.activeElement), "the focus was lost");
  await kind.selectOption("text");
  await page.getByRole("button", { name: "+ Add field" }).click();
  assert.equal(await boxes.count(), 7);
  await page.keyboard.press("Delete");
  assert.equal(await boxes.count(), 6);
  await page.getByRole("button", { name: "Bring back" }).click();
  assert.equal(await boxes.count(), 7);
  await boxes.last().focus();
  await page.keyboard.press("Delete");
  await boxes.last().focus();
  await shot("arrange");
  await axe();
  await page.keyboard.press("Enter"); // back to filling in
  await page.keyboard.type("Needs a long berth");

  await page.getByRole("button", { name: "Fill 5 fields" }).click();
  await page.getByRole("tab", { name: "What was written" }).waitFor();
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const { result, raw_config } = await api("GET", `/job/${id}`);
  const sent = JSON.parse(raw_config).form_schema;
  assert.deepEqual(sent.map((w) => [w.description, w.type, w.value]), [
    ["First name", "text", "Ada"], ["Last name", "text", "Lovelace"], ["Harbour", "dropdown", "N"], ["I need shore power", "checkbox", "true"], ["Remarks", "text", "Needs a long berth"]]);
  near([sent[4].bbox.left, sent[4].bbox.top, sent[4].bbox.width, sent[4].bbox.height].map((v) => v * 100), [30.25, 55.25, 39.75, 3.25]);
  await page.getByRole("button", { name: /Remarks Needs a long berth/ }).click();
  assert.match(await page.locator(".mark.lit").getAttribute("title"), /Remarks/);
  await sheet.locator("img").waitFor();
  await shot("written");
  await axe();
  await compare(page, sheet, shot, axe);
  await holds(page, base, api, result.document_url);

  // Instructions do the same without a form.
  await open("/new/edit");
  await page.locator("input[type=file]").setInputFiles(files.report);
  await page.getByLabel("Give instructions").check();
  await page.locator("button[type=submit]").click();
  await page.getByText("Say what is to be done").waitFor();
  await page.getByRole("button", { name: "Stamp PAID" }).click();
  await page.getByRole("textbox", { name: "Instructions" }).press("End");
  await page.keyboard.type("\nReplace \"Spring\" with \"Easter\"\nSing a song");
  await width(390);
  await shot("instructions");
  await axe();
  await page.locator("button[type=submit]").click();
  await page.getByText(/not done: Sing a song/).waitFor();
  await page.locator(".sheet img").first().waitFor();
  await shot("warned");
  await axe();

  // A form of pictures and lines has its blanks found.
  const listed = await job("edit", "bundle", { edit_instructions: "List the fields." });
  await open(`/job/${listed}`);
  await page.locator(".form-row").first().waitFor();
}

function near(got, want) {
  assert.ok(got.every((v, i) => Math.abs(v - want[i]) < 0.6), `${got} is not near ${want}`);
}

/** compare looks at the pages before, after, and with a line between them. */
async function compare(page, sheet, shot, axe) {
  const ink = () => sheet.locator("img").first().evaluate(async (image) => {
    await image.decode();
    const c = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext("2d");
    c.drawImage(image, 0, 0);
    const part = c.getImageData(image.naturalWidth * 0.31, image.naturalHeight * 0.553, image.naturalWidth * 0.35, image.naturalHeight * 0.03).data;
    let dark = 0;
    for (let i = 0; i < part.length; i += 4) if (part[i] + part[i + 1] + part[i + 2] < 300) dark++;
    return dark;
  });
  const pictured = (view) => page.waitForResponse((r) => r.url().includes(`view=${view}`) && r.ok());
  assert.ok(await ink() > 40, "the remark is not on the page after the edit");
  await Promise.all([pictured("before"), page.getByRole("button", { name: "Before", exact: true }).click()]);
  await page.waitForFunction(() => document.querySelectorAll(".sheet > img").length === 1);
  await assert.doesNotReject(async () => { for (let i = 0; (await ink()) > 0; i++) { if (i > 50) throw new Error("the remark is on the page before the edit"); await page.waitForTimeout(100); } });
  await page.getByRole("button", { name: "Slider" }).click();
  await page.locator(".compare-layer img").first().waitFor();
  const line = () => page.locator(".compare-line").first().evaluate((e) => parseFloat(getComputedStyle(e).left) / e.parentElement.clientWidth);
  assert.ok(Math.abs(await line() - 0.5) < 0.02);
  await page.getByRole("slider", { name: /before/ }).focus();
  await page.keyboard.press("Home");
  assert.ok(await line() < 0.01);
  const paper = await sheet.boundingBox();
  await page.mouse.click(paper.x + paper.width * 0.7, 400);
  assert.ok(Math.abs(await line() - 0.7) < 0.02);
  await shot("slider");
  await axe();
  await page.getByRole("tab", { name: "Before, side by side" }).click();
  await page.locator(".compare-beside .sheet img").first().waitFor();
  await shot("beside");
  await axe();
}

/** holds reads the file that is offered and finds the values in its fields. */
async function holds(page, base, api, url) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download" }).click()]);
  assert.equal(download.suggestedFilename(), "form-edited.pdf");
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
  const form = new FormData();
  form.append("file", new Blob([bytes]), "filled.pdf");
  const { file_id } = await (await fetch(`${base}/upload`, { method: "POST", body: form })).json();
  const { form_schema } = await api("POST", "/edit", { document_url: file_id, edit_instructions: "List the fields." });
  const values = Object.fromEntries(form_schema.map((w) => [w.description, w.value]));
  assert.deepEqual([values["First name"], values["Last name"], values.Harbour, values["I need shore power"], values.Remarks], ["Ada", "Lovelace", "N", "Yes", "Needs a long berth"]);
}
