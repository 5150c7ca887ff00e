// Pages divided among sections: a coloured strip that leads to the pages, by mouse and by keys.

import assert from "node:assert/strict";

export default async function ({ page, base, open, files, shot, axe, width, scheme, job, api }) {
  await open("/new/split");
  await page.locator("input[type=file]").setInputFiles(files.bundle);
  await page.locator("button[type=submit]").click();
  await page.getByText("Describe at least one section").waitFor();
  await page.getByRole("button", { name: "Office mail" }).click();
  const section = (n) => page.getByRole("group", { name: `Section ${n}` });
  await section(4).getByRole("button", { name: "Remove this section" }).click();
  await section(3).getByLabel("Name").press("Alt+ArrowUp");
  assert.equal(await section(2).getByLabel("Name").inputValue(), "Letters");
  assert.equal(await page.evaluate(() => document.activeElement.value), "Letters", "the focus did not go along");
  await shot("sections");
  await axe();

  await page.locator("button[type=submit]").click();
  const strip = page.getByRole("group", { name: "Pages by section" });
  await strip.waitFor();
  const said = await strip.getByRole("button").evaluateAll((all) => all.map((b) => b.title));
  assert.deepEqual(said, ["Page 1: Invoices (3127)", "Page 2: Contracts", "Page 3: Contracts", "Page 4: Letters"]);
  const colours = await page.locator(".strip-band").evaluateAll((all) => all.map((b) => getComputedStyle(b).backgroundColor));
  assert.equal(new Set(colours).size, 3, `${colours}`);
  assert.equal(colours[1], colours[2]);

  const reads = (n) => page.waitForFunction((p) => document.querySelector(".page-number").value === String(p), n);
  await strip.getByRole("button").first().focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await reads(4);
  await page.getByRole("button", { name: /^2 Letters/ }).click();
  assert.equal(await page.locator(".strip-page.marked").getAttribute("data-page"), "4");
  await page.getByRole("button", { name: /^3127/ }).click();
  await reads(1);
  await page.locator(".sheet .ribbon", { hasText: "Invoices" }).waitFor();
  await page.locator(".strip-page img").nth(3).waitFor();
  await shot("strip");
  await axe();
  await width(390);
  await shot("strip");
  await axe();
  await width(1280);
  await scheme("dark");
  await shot("strip");
  await axe();

  // An answer of a deep split that leaves pages out and gives one to two sections.
  const id = await job("split", "bundle", { split_description: [{ name: "Bills", description: "Invoices with an amount to pay" }] });
  const answer = await api("GET", `/job/${id}`);
  const why = (n, evidence) => ({ page_number: n, evidence, confidence: n === 1 ? "high" : "medium" });
  answer.result.result = { splits: [
    { name: "Bills", pages: [why(1, "says INVOICE"), why(2, "goes on")], partitions: null }, { name: "Contracts", pages: [why(2, "begins a contract")], partitions: null }] };
  await page.route(`${base}/job/${id}`, (route) => route.fulfill({ json: answer }));
  await scheme("light");
  await open(`/job/${id}`);
  await strip.waitFor();
  assert.deepEqual(await strip.getByRole("button").evaluateAll((all) => all.map((b) => b.title)),
    ["Page 1: Bills", "Page 2: Bills and Contracts", "Page 3: no section", "Page 4: no section"]);
  assert.match(await page.getByRole("button", { name: "In no section" }).innerText(), /2 pages 3–4/);
  await page.getByText("In several sections: page 2").waitFor();
  await page.getByText("Why").first().click();
  await page.getByText("says INVOICE").waitFor();
  await page.locator(".strip-page img").nth(3).waitFor();
  await shot("deep");
  await axe();
}
