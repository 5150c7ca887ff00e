// Keys: created with scopes and an end, shown once, used, revoked; a key without the scope is told so.

import assert from "node:assert/strict";

export default async function ({ page, base, key, open, announce, shot, axe, width, scheme }) {
  announce(/\/capabilities$/);
  await open("/keys");
  const enter = async (value) => {
    await page.getByLabel("Key", { exact: true }).fill(value);
    await page.getByRole("button", { name: "Go on" }).click();
  };
  await enter(key);
  await page.getByText("No keys in the database.").waitFor();
  await shot("none");
  await axe();

  const create = async (name, without) => {
    await page.getByRole("button", { name: "Create key" }).click();
    const form = page.getByRole("dialog", { name: "Create a key" });
    await form.getByRole("button", { name: "Create key" }).click();
    await form.getByText("The key needs a name").waitFor();
    await form.getByLabel("Name").fill(name);
    for (const scope of without) await form.getByRole("checkbox", { name: new RegExp(`^${scope} `) }).uncheck();
    await form.getByLabel("Expires").selectOption("In 30 days");
    if (name === "reader") {
      await shot("create");
      await axe();
      await width(390);
      await shot("create");
      await width(1280);
    }
    await form.getByRole("button", { name: "Create key" }).click();
    const made = page.getByRole("dialog", { name: "The new key" });
    const secret = await made.getByLabel("Key").textContent();
    assert.match(secret, /^oct_[0-9A-Za-z]{43}$/);
    await made.getByRole("button", { name: "Copy" }).click();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), secret);
    if (name === "reader") await axe();
    await made.getByRole("button", { name: "Close" }).click();
    return secret;
  };
  const reader = await create("reader", ["submit", "jobs", "files", "webhooks"]);
  await create("worker", []);
  const table = page.getByRole("table", { name: "Keys" });
  await table.getByText("worker").waitFor();
  assert.ok(!(await page.content()).includes(reader), "the key is still in the page");
  await shot("list");
  await axe();
  await scheme("dark");
  await width(390);
  await shot("list");
  await axe();
  await scheme("light");
  await width(1280);

  // The new key is good, and may only read.
  const jobs = () => fetch(`${base}/jobs`, { headers: { Authorization: `Bearer ${reader}` } });
  assert.equal((await jobs()).status, 200);
  announce(/\/admin\/keys$/);
  await page.getByRole("button", { name: "Forget key" }).click();
  await enter(reader);
  await page.getByText("This key may not manage keys").waitFor();
  await shot("refused");
  await axe();

  await page.getByRole("button", { name: "Forget key" }).click();
  await enter(key);
  await page.getByRole("button", { name: "Revoke reader" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await table.getByText("Revoked").waitFor();
  while ((await jobs()).status !== 401) await new Promise((r) => setTimeout(r, 100));
}
