// The frame around all views: navigation, titles and focus, theme, keyboard, faults of the page.

import assert from "node:assert/strict";

export default async function ({ page, open, announce, faults, shot, axe, width }) {
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

  await open("/new");
  assert.equal(await page.title(), "New – Octavo Studio");
  await page.getByRole("navigation").getByRole("link", { name: "Usage" }).click();
  await page.getByRole("heading", { name: "Usage", level: 1 }).waitFor();
  assert.equal(await page.title(), "Usage – Octavo Studio");
  assert.equal(await focused(), "Usage");
  assert.equal(await page.locator("#views [aria-current=page]").textContent(), "Usage");
  await page.goBack();
  await page.waitForURL(/\/studio\/new$/);

  // The keyboard leads everywhere, but not while someone types.
  await page.keyboard.press("g");
  await page.keyboard.press("j");
  await page.getByRole("heading", { name: "Jobs", level: 1 }).waitFor();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard" });
  await keys.waitFor();
  const named = await keys.locator("dd").allTextContents();
  for (const place of await page.locator("#views a").allTextContents()) assert.ok(named.includes(place), `${place} has no key`);
  await shot("keyboard");
  await axe();
  await width(390);
  await shot("keyboard");
  await width(1280);
  await page.keyboard.press("Escape");
  await keys.waitFor({ state: "detached" });
  await page.keyboard.press("g");
  await page.keyboard.press("n");
  const url = page.getByRole("textbox").first();
  await url.fill("");
  await url.press("?");
  assert.equal(await page.getByRole("dialog").count(), 0);

  // The theme: what the system says, then light, then dark, which is there before the page is drawn the next time.
  const light = await paper();
  const theme = page.getByRole("button", { name: /^Theme/ });
  await theme.click();
  await theme.click();
  const dark = await paper();
  assert.notEqual(dark, light);
  await page.addInitScript(() => document.addEventListener("readystatechange", () => { globalThis.early ??= document.documentElement.dataset.theme; }));
  await page.reload();
  await page.locator("#main > *").first().waitFor();
  assert.equal(await page.evaluate(() => globalThis.early), "dark");
  assert.equal(await paper(), dark);
  await theme.click();
  assert.equal(await paper(), light);

  await open("/nowhere");
  await page.getByText("NOT_FOUND").waitFor();
  await axe();

  // A fault of the page is told and leaves the page usable.
  await page.evaluate(() => { void Promise.reject(new Error("made to fail")); });
  const told = page.getByRole("alert").filter({ hasText: "made to fail" });
  await told.getByRole("button", { name: "Dismiss" }).click();
  assert.equal(await told.count(), 0);
  assert.ok(faults.some((f) => f.includes("made to fail")));
  faults.length = 0;

  // A service that is gone.
  announce(/\/capabilities$/);
  await page.route("**/capabilities", (route) => route.abort());
  await page.reload();
  await page.getByText("UNREACHABLE").waitFor();
}
