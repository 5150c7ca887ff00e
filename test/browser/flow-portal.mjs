// The webhook portal: opened by a link, no key needed, no more than webhooks; without a link it asks.

import assert from "node:assert/strict";

export default async function ({ page, base, host, key, api, announce, shot, axe, width, scheme }) {
  announce(/\/webhooks\/endpoints$/);
  await page.goto(`${base}/webhooks/portal`);
  await page.getByText("POST /configure_webhook").waitFor();
  await shot("door");
  await axe();
  await page.getByLabel("Key", { exact: true }).fill("oct_not-a-key");
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByText("AUTH_ERROR").waitFor();

  const url = await api("POST", "/configure_webhook");
  await page.goto(url);
  await page.getByText("No endpoints yet.").waitFor();
  assert.ok(!page.url().includes("token"), "the token stays in the address");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  const form = page.getByRole("dialog", { name: "Add endpoint" });
  await form.getByLabel("URL").fill(`${host}/hook`);
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog", { name: "Signing secret" }).getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: `Send test ${host}/hook` }).click();
  await page.getByText("accepted the test with 204").waitFor();
  await page.locator("[data-delivery]").getByText("Succeeded").waitFor();
  await page.getByText("accepted the test").waitFor({ state: "detached" });
  for (const pixels of [1280, 390]) {
    await width(pixels);
    for (const colours of ["light", "dark"]) {
      await scheme(colours);
      await shot("inside");
      await axe();
    }
  }
  await page.reload();
  await page.locator("[data-delivery]").first().waitFor();
  assert.ok(!(await page.content()).includes(key));

  // A token that is good no longer leads back to the door.
  await page.evaluate(() => { for (const k of Object.keys(sessionStorage)) sessionStorage.setItem(k, "wrong"); });
  announce(/\/webhooks\/deliveries/);
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByText("POST /configure_webhook").waitFor();
}
