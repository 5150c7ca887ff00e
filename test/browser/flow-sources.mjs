// Documents come in several ways: dropped anywhere, several at once, pasted, as a sample; those without pages have all the room.

import assert from "node:assert/strict";

/** bring lets go of files over the page, or pastes them. */
async function bring(page, kind, files, text = "") {
  await page.evaluate(({ kind, files, text }) => {
    const data = new DataTransfer();
    for (const f of files) data.items.add(new File([f.text], f.name, { type: f.type }));
    if (text) data.setData("text/plain", text);
    const made = kind === "paste" ? new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }) : new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true });
    document.querySelector("h1").dispatchEvent(made);
  }, { kind, files, text });
}

const table = { name: "stock.csv", type: "text/csv", text: "Item,Pieces\nRope,14\nLamp,3\n" };
const note = { name: "note.txt", type: "text/plain", text: "Rope and lamps\n\nThe store is to be counted once a year.\n" };

export default async function ({ page, open, shot, axe }) {
  const run = () => page.getByRole("button", { name: "Parse", exact: true }).last().click();
  await open("/new");
  await bring(page, "dragenter", [table]);
  await page.locator(".drop.over").waitFor();
  await bring(page, "drop", [table]);
  await page.getByText("stock.csv").waitFor();
  await shot("chosen");
  await axe();
  await run();
  await page.getByText("stock!A1:B3").or(page.getByText(/!A1:B3/)).waitFor();
  assert.equal(await page.locator(".viewer").count(), 0);
  await page.getByText("This document has no pages to show").waitFor();
  await shot("sheet");
  await axe();
  await page.getByRole("tab", { name: /^Tables/ }).click();
  await page.getByRole("cell", { name: "Rope" }).waitFor();

  await open("/new");
  await bring(page, "paste", [note]);
  await page.getByText("note.txt").waitFor();
  await run();
  await page.getByRole("option", { name: /counted once a year/ }).waitFor();
  assert.equal(await page.locator(".viewer").count(), 0);

  await open("/new");
  await bring(page, "paste", [], "https://example.com/a.pdf");
  assert.equal(await page.getByLabel("or paste an address").inputValue(), "https://example.com/a.pdf");
  await page.getByRole("button", { name: "Try it with a sample" }).click();
  await page.getByText("sample-invoice.pdf").waitFor();
  assert.equal(await page.getByLabel("or paste an address").inputValue(), "");
  await bring(page, "drop", [note]);
  assert.equal(await page.locator(".chosen li").count(), 2);
  await run();
  await page.getByRole("heading", { name: "sample-invoice.pdf, note.txt" }).waitFor();
  await page.getByRole("option", { name: /Example Joinery/ }).waitFor();
  await page.getByRole("button", { name: "Next page" }).click();
  await page.locator(".pages").getByText("Page 2 has no picture.").waitFor();
}
