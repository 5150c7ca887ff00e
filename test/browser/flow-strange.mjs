// Results that mean harm or are odd are shown as text and tables, whatever stands in them; a job under way says how far it is.

import assert from "node:assert/strict";

const id = "00000000-0000-4000-8000-000000000001";
const box = { left: 0.1, top: 0.1, width: 0.5, height: 0.1, page: 1, original_page: 1 };
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

const harm = `<img src=x onerror="window.harmed=1"><script>window.harmed=2</script><a href="javascript:window.harmed=3">press</a>`;
const contents = {
  html: `<table><tr><th colspan="2" onclick="window.harmed=4" style="position:fixed">Both ${harm}</th></tr><tr><td rowspan="999999999">1<br>2</td><td><b>bold</b> <iframe src="//other.example"></iframe>&lt;i&gt;</td></tr></table>`,
  nested: `<table><tr><td>outer<table><tr><td>inner</td></tr></table></td></tr></table>`,
  md: "| Name | Says |\n| --- | --- |\n| a \\| b | **so**<br>and \"so\" |",
  json: `[["Region","Sum"],["North","1,5"]]`,
  boxes: `[[{"text":"Boxed","bbox":{"x":0,"y":0,"width":1,"height":1,"page":1}},{"text":"","bbox":null}]]`,
  csv: `Item,Note\nRope,"long, ""new"""`,
};
const text = `# A title ${harm}\n\nPlain **strong** *weak* ~~gone~~ \`code\` [label](https://example.com) $x_1$ a_b\n\n- one\n  - two\n- three\n\n1. first\n2. second\n\n> said\n\n\`\`\`\n<b>as is</b>\n\`\`\`\n\n---\n\n${contents.html}\n\n<change><s>old</s><u>new</u></change> <mark>seen</mark>\n\n${"<b>".repeat(4000)}\n\n${" ".repeat(50_000)}x\n\n${"**a ".repeat(3000)}`;

function answer() {
  const blocks = Object.values(contents).map((content, i) => ({
    type: "Table", bbox: { ...box, top: 0.1 + i * 0.1 }, content, image_url: null, chart_data: null, confidence: "low", granular_confidence: { extract_confidence: null, parse_confidence: 0.5 + i / 20 }, extra: null,
  }));
  blocks.push({ ...blocks[0], type: "Text", content: text.slice(0, 500) });
  const result = { type: "full", chunks: [{ content: text, embed: text, enriched: null, blocks }], ocr: null, custom: { warnings: [`Page 2 was left out. ${harm}`] } };
  return { response_type: "parse", job_id: id, duration: 1, pdf_url: "https://example.com/a.pdf", studio_link: null, usage: { num_pages: 1 }, result, parse_mode: "base" };
}

export default async function ({ page, open, shot, axe }) {
  let asked = 0;
  const common = { type: "Parse", reason: null, error: null, duration: null, created_at: "2026-05-04T10:00:00Z", raw_config: "{}", source: { inputs: [{ kind: "file", name: "strange.pdf" }] } };
  await page.route((url) => url.pathname === `/job/${id}`, (route) => route.fulfill({
    json: asked++ < 3
      ? { ...common, status: "InProgress", state: "InProgress", progress: 0.475, num_pages: 10, total_pages: 12, result: null }
      : { ...common, status: "Completed", state: "Completed", progress: 1, num_pages: 1, total_pages: 1, result: answer() },
  }));
  await page.route(`**/job/${id}/pages/*.png*`, (route) => route.fulfill({ contentType: "image/png", body: Buffer.from(png, "base64") }));

  await open(`/job/${id}`);
  await page.getByText("5 of 10 pages").waitFor();
  await page.getByRole("heading", { name: "strange.pdf" }).waitFor();
  await page.getByRole("listbox", { name: "Blocks" }).waitFor();
  await page.getByText("1 note about this result").click();
  await page.getByText("Page 2 was left out.").waitFor();
  await page.getByText("1 note about this result").click();

  await page.getByRole("tab", { name: /^Tables/ }).click();
  const copied = async (n) => {
    const button = page.getByRole("region", { name: `Table ${n}`, exact: true }).getByRole("button", { name: "Copy as CSV" });
    await button.click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(await copied(1), "Both press,\r\n\"1\n2\",bold <i>\r\n");
  assert.equal(await copied(3), "Name,Says\r\na | b,\"**so**\nand \"\"so\"\"\"\r\n");
  assert.equal(await copied(4), "Region,Sum\r\nNorth,\"1,5\"\r\n");
  assert.equal(await copied(5), "Boxed,\r\n");
  assert.equal(await copied(6), "Item,Note\r\nRope,\"long, \"\"new\"\"\"\r\n");
  await page.getByRole("region", { name: "Table 2", exact: true }).getByRole("cell", { name: "inner", exact: true }).waitFor();
  await axe();

  await page.getByRole("tab", { name: "Markdown" }).click();
  const reading = page.getByRole("region", { name: "Markdown" });
  await reading.getByRole("heading", { name: /A title/ }).waitFor();
  for (const [tag, words] of [["strong", "strong"], ["em", "weak"], ["s", "gone"], ["code", "code"], [".md-link", "label"], ["ul ul li", "two"], ["blockquote", "said"], ["pre", "<b>as is</b>"], [".md-change u", "new"], ["mark", "seen"], ["th[colspan='2']", "Both press"]]) {
    await reading.locator(tag, { hasText: words }).first().waitFor();
  }
  await shot("markdown");
  await axe();
  await reading.evaluate((e) => { e.scrollTop = e.scrollHeight; });

  await page.getByRole("tab", { name: /^Chunks/ }).click();
  await page.getByText("Show more").waitFor();
  await page.getByRole("tab", { name: "JSON" }).click();
  const found = await page.evaluate(() => ({
    harmed: window.harmed ?? 0,
    elements: document.querySelectorAll("#main script, #main iframe, #main a[href^='javascript'], #main .grid img, #main .reading img").length,
    listeners: [...document.querySelectorAll("#main .grid *")].filter((e) => e.hasAttribute("onclick") || e.style.position !== "").length,
  }));
  assert.deepEqual(found, { harmed: 0, elements: 0, listeners: 0 });
}
