// Usage: what was run is in the chart, the sums and the table.

import assert from "node:assert/strict";

export default async function ({ page, open, api, job, host, shot, axe, width, scheme }) {
  await open("/usage");
  await page.getByText("Nothing was used in these days.").waitFor();
  await shot("none");
  await axe();

  await job("parse", "report");
  await job("parse", "invoice");
  await job("classify", "invoice", { classification_schema: [{ category: "invoice", criteria: ["asks for money"] }, { category: "letter", criteria: ["greets someone"] }] });
  const { job_id: id } = await api("POST", "/parse_async", { input: `${host}/files/missing.pdf` });
  await api("GET", `/job/${id}?timeout=30`);
  await page.reload();
  const measure = (name) => page.getByRole("button", { name: new RegExp(`^${name}`) });
  const { usage } = await api("GET", "/usage");
  const sum = (field) => usage.reduce((all, r) => all + r[field], 0);
  await measure("Pages").filter({ hasText: String(sum("pages")) }).waitFor();
  await measure("Jobs").filter({ hasText: String(sum("jobs")) }).waitFor();
  await measure("Failures").filter({ hasText: "1" }).waitFor();
  assert.equal(sum("jobs"), 4);

  const bars = page.locator(".chart .bar");
  await bars.first().waitFor();
  assert.equal(await bars.count(), 2);
  await shot("pages");
  await axe();
  await measure("Failures").click();
  await page.getByRole("img", { name: /Failures per day.* 1 in all/ }).waitFor();
  assert.equal(await bars.count(), 1);
  await page.getByRole("button", { name: "7 days" }).click();
  await page.getByRole("img", { name: /over 7 days/ }).waitFor();
  await page.getByText("Table", { exact: true }).click();
  const row = page.getByRole("row", { name: /Parse/ });
  assert.match(await row.textContent(), /Parse3/);
  await scheme("dark");
  await shot("table");
  await axe();
  await width(390);
  await shot("table");
  await axe();
}
