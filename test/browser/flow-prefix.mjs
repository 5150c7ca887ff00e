// Behind a path prefix everything works as at the root, and the link of an answer opens its job.

import assert from "node:assert/strict";

export default async function ({ page, base, open, api, job }) {
  assert.match(base, /\/north\/desk$/);
  const id = await job("parse", "invoice");
  const { result } = await api("GET", `/job/${id}`);
  assert.ok(result.studio_link.endsWith(`/north/desk/studio/job/${id}`), result.studio_link);

  // The host of public_url is another one here; its path is what the service is asked for.
  await page.goto(new URL(new URL(result.studio_link).pathname, base).href);
  await page.getByRole("heading", { name: "invoice.pdf", level: 1 }).waitFor();
  await page.getByText("3127").first().waitFor();
  assert.equal(await page.title(), "invoice.pdf – Octavo Studio");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard" }).getByText("Turn the page").waitFor();
  await page.keyboard.press("Escape");
  await open("");
  await page.getByRole("navigation").getByRole("link", { name: "Jobs" }).click();
  await page.waitForURL(base + "/studio/jobs");
  await page.reload();
  await page.getByRole("heading", { name: "Jobs", level: 1 }).waitFor();
}
