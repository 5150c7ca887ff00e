// A schema put together by keys, from a sample and from the document; values that light up where they stand, both ways.

import assert from "node:assert/strict";

export default async function ({ page, open, files, shot, axe, width, scheme, api }) {
  await open("/new/extract");
  await page.locator("input[type=file]").setInputFiles(files.invoice);
  await page.getByText("invoice.pdf").first().waitFor();

  const names = () => page.locator(".schema-name").evaluateAll((all) => all.map((e) => e.value));
  const keys = async (...all) => { for (const k of all) await page.keyboard.press(k); };
  await page.getByRole("button", { name: "+ Add field" }).focus();
  await keys("Enter");
  await page.keyboard.type("total");
  await keys("Tab", "ArrowDown", "Tab"); // Text is followed by Number
  await page.keyboard.type("Amount to pay");
  await keys("Enter");
  await page.keyboard.type("invoice_number");
  await keys("Alt+ArrowUp");
  assert.deepEqual(await names(), ["invoice_number", "total"]);
  await page.keyboard.type("s"); // the focus went along
  assert.deepEqual(await names(), ["invoice_numbers", "total"]);
  await keys("Backspace", "Alt+ArrowDown", "Enter");
  await page.keyboard.type("lines");
  await page.getByLabel("Type of lines").selectOption({ label: "List: Object" });
  await page.getByLabel("Name of field 1").fill("description");
  await page.getByLabel("Name of description").press("Enter");
  await page.keyboard.type("amount");
  await page.getByLabel("Type of amount").selectOption({ label: "Number" });
  await page.getByRole("button", { name: "Add field", exact: false }).last().click();
  await page.keyboard.type("colour_of_the_sea");
  assert.deepEqual(await names(), ["total", "invoice_number", "lines", "description", "amount", "colour_of_the_sea"]);
  await shot("schema");
  await axe();

  await page.getByRole("tab", { name: "JSON" }).click();
  const text = page.getByLabel("JSON schema", { exact: true });
  const schema = JSON.parse(await text.inputValue());
  assert.deepEqual(schema.properties.total, { type: "number", description: "Amount to pay" });
  assert.deepEqual(schema.properties.lines.items.properties, { description: { type: "string" }, amount: { type: "number" } });
  await text.fill('{\n  "type": "object",\n  "properties": {"total": {"type": "money"}}\n}');
  await page.getByText(/Line 3, column \d+: There is no type "money".*\/properties\/total\/type/).waitFor();
  await text.fill('{"type": "object",\n "properties": {"a" 1}}');
  await page.getByText(/Line 2, column 21: A colon is expected/).waitFor();
  await page.getByRole("tab", { name: "Fields" }).click();
  assert.ok(await text.isVisible(), "a schema that cannot be read was left");
  await shot("wrong");
  await keeps(page, text);
  schema.required = ["total"];
  schema.properties.invoice_number.pattern = "^[0-9]+$";
  await text.fill(JSON.stringify(schema));
  await page.getByRole("tab", { name: "Fields" }).click();
  assert.ok(await page.getByLabel("required: total").isChecked());
  await page.getByLabel("Description of invoice_number").fill("Number of the bill");

  await begin(page);
  await width(390);
  await shot("schema");
  await axe();
  await width(1280);

  await page.locator("button[type=submit]").click();
  await page.getByRole("region", { name: "Values" }).waitFor();
  const sent = JSON.parse((await api("GET", "/job/" + new URL(page.url()).pathname.split("/").at(-1))).raw_config);
  assert.equal(sent.instructions.schema.properties.invoice_number.pattern, "^[0-9]+$", "what the builder cannot show was lost");
  assert.equal(sent.instructions.schema.properties.invoice_number.description, "Number of the bill", "what was changed behind the text was lost");
  assert.equal(sent.settings.citations.enabled, true);

  const value = (path) => page.locator(`[data-value="${path}"]`);
  await page.locator(".mark").first().waitFor();
  assert.match(await value("total").innerText(), /168/);
  assert.match(await value("lines[2].amount").innerText(), /18/);
  await value("total").click();
  const lit = page.locator('.sheet[data-page="1"] .mark.lit');
  assert.match(await lit.first().getAttribute("title"), /^total: 168/);
  assert.ok(await within(page, lit.first(), { left: 0.45, top: 0.35, right: 1, bottom: 0.6 }), "the place of the total");
  await page.getByText("168.00", { exact: false }).last().waitFor();
  await shot("values");
  await axe();

  await page.locator('.mark[title^="invoice_number"]').first().click();
  assert.equal(await value("invoice_number").getAttribute("aria-current"), "true");
  assert.equal(await value("total").getAttribute("aria-current"), null);
  await page.keyboard.press("n");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.value), "colour_of_the_sea");
  assert.match(await value("colour_of_the_sea").innerText(), /not found/);

  await page.getByRole("button", { name: "Copy as CSV" }).click();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^description,amount\r\nLamp glass,100\r\n/);
  await width(390);
  await shot("values");
  await axe();
  await scheme("dark");
  await shot("values");
  await axe();
}

/** keeps writes schemas that the builder has no controls for and finds them again behind it. */
async function keeps(page, text) {
  for (const properties of [
    { size: { anyOf: [{ type: "string" }, { type: "number" }] }, who: { $ref: "#/$defs/person" } },
    { grid: { type: "array", items: { type: "array", items: { type: "number" } } }, level: { enum: [1, 2, 3] }, nothing: { type: ["string", "null"], description: "may be null" } },
    { tags: { type: "array", description: "all of them", minItems: 1, items: { type: "string", description: "one of them", maxLength: 9 } } },
    { day: { type: "string", format: "date", examples: ["2026-01-02"] }, way: { type: "string", enum: ["up", "down"], title: "Way" }, "odd/na~me": { type: "boolean" } },
    { a: { type: "object", properties: { b: { type: "array", items: { type: "object", properties: { c: { type: "integer", minimum: 3 } }, required: ["c"] } } }, additionalProperties: false } },
  ]) {
    const schema = { type: "object", title: "Kept", $defs: { person: { type: "object", properties: { name: { type: "string" } } } }, properties };
    await page.getByRole("tab", { name: "JSON" }).click();
    await text.fill(JSON.stringify(schema));
    await page.getByRole("tab", { name: "Fields" }).click();
    await page.getByRole("tab", { name: "JSON" }).click();
    assert.deepEqual(JSON.parse(await text.inputValue()), schema);
  }
}

/** begin has fields suggested by the document and by a sample, and takes neither in the end. */
async function begin(page) {
  await page.getByRole("button", { name: "This document" }).click();
  await page.getByText(/fields were found/).waitFor();
  for (const said of ["invoice_number", "2026-03-04", "3 rows: Description, Quantity, Price, Amount"]) await page.getByText(said, { exact: true }).waitFor();
  await page.locator(".begin-card").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Sample result" }).click();
  await page.locator("#sample").fill('{"paid": tru}');
  await page.getByRole("button", { name: "Make a schema" }).click();
  await page.getByText(/Line 1, column 10/).waitFor();
  await page.locator(".begin-card").getByRole("button", { name: "Cancel" }).click();
}

/** within reports whether an element lies inside a part of its page. */
async function within(page, locator, part) {
  return locator.evaluate((e, p) => {
    const sheet = e.closest(".sheet").getBoundingClientRect(), box = e.getBoundingClientRect();
    const x = (v) => (v - sheet.left) / sheet.width, y = (v) => (v - sheet.top) / sheet.height;
    return x(box.left) >= p.left && x(box.right) <= p.right && y(box.top) >= p.top && y(box.bottom) <= p.bottom;
  }, part);
}
