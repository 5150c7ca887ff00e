// Where keys exist the page asks for one, says what is wrong with a wrong one, and keeps the right one in this tab only.

import assert from "node:assert/strict";

export default async function ({ page, open, key, announce, shot, axe }) {
  announce(/\/capabilities$/);
  await open("/jobs");
  await page.getByRole("heading", { name: "API key" }).waitFor();
  await shot("asks");
  await axe();

  await page.getByLabel("Key", { exact: true }).fill("oct_not-a-key");
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByText("AUTH_ERROR").waitFor();
  await shot("refused");
  await axe();

  await page.getByLabel("Key", { exact: true }).fill(key);
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("heading", { name: "Jobs", level: 1 }).waitFor();

  const kept = await page.evaluate(() => ({ session: Object.values({ ...sessionStorage }), local: Object.values({ ...localStorage }), cookie: document.cookie, address: location.href }));
  assert.deepEqual(kept.session.filter((v) => v === key).length, 1);
  assert.ok(!JSON.stringify([kept.local, kept.cookie, kept.address]).includes(key), "the key is kept elsewhere");
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole("heading", { name: "API key" }).waitFor();
  await other.close();

  // A key that is good no longer leads back to the door, wherever that is noticed.
  announce(/\/usage\?/);
  const good = await page.evaluate(() => ({ ...sessionStorage }));
  await page.evaluate(() => { for (const k of Object.keys(sessionStorage)) sessionStorage.setItem(k, "wrong"); });
  await page.getByRole("navigation").getByRole("link", { name: "Usage" }).click();
  await page.getByRole("heading", { name: "API key" }).waitFor();
  await page.evaluate((kept) => { for (const [k, v] of Object.entries(kept)) sessionStorage.setItem(k, v); }, good);
  await page.reload();
  await page.getByRole("heading", { name: "Usage", level: 1 }).waitFor();

  await page.getByRole("button", { name: "Forget key" }).click();
  await page.getByRole("heading", { name: "API key" }).waitFor();
  assert.ok(!(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).includes(key));
}
