// A category chosen by criteria, which are shown with what was made of them.

import assert from "node:assert/strict";

export default async function ({ page, open, files, shot, axe, width, scheme, api }) {
  await open("/new/classify");
  await page.locator("input[type=file]").setInputFiles(files.invoice);
  const category = (n) => page.getByRole("group", { name: `Category ${n}` });
  await category(1).getByLabel("Category", { exact: true }).fill("bill");
  await category(1).getByLabel("What speaks for it").fill("states an amount to pay\nhas an invoice number\n");
  await category(1).getByLabel("Group").fill("money");
  await category(2).getByLabel("Category", { exact: true }).fill("bill");
  await page.locator("button[type=submit]").click();
  await page.getByText("There are two categories bill").waitFor();
  await category(2).getByLabel("Category", { exact: true }).fill("letter");
  await category(2).getByLabel("What speaks for it").fill("has a salutation");
  await page.getByRole("button", { name: "+ Add category" }).click();
  await page.keyboard.type("contract");
  await shot("categories");
  await axe();

  await page.locator("button[type=submit]").click();
  const verdict = page.getByRole("region", { name: "Category" });
  await verdict.waitFor();
  assert.equal(await page.locator(".verdict-name").innerText(), "bill");
  const said = await verdict.innerText();
  for (const words of ["Group money", "2 of 2 criteria", "states an amount to pay", "0 of 1 criteria", "has a salutation", "no criteria"]) assert.ok(said.includes(words), `${words} in ${said}`);
  const sent = JSON.parse((await api("GET", "/job/" + new URL(page.url()).pathname.split("/").at(-1))).raw_config);
  assert.deepEqual(sent.classification_schema, [
    { category: "bill", criteria: ["states an amount to pay", "has an invoice number"] }, { category: "letter", criteria: ["has a salutation"] }, { category: "contract", criteria: [] }]);
  assert.deepEqual(sent.category_groups, { money: ["bill"] });
  await page.locator(".sheet img").first().waitFor();
  await shot("verdict");
  await axe();
  await width(390);
  await scheme("dark");
  await shot("verdict");
  await axe();
}
