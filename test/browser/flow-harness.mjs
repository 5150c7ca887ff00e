// The checks of the other flows can fail: every kind of broken page is found.

import assert from "node:assert/strict";
import { differences } from "./layout.mjs";
import { faults, landmarks } from "./measure.mjs";

const broken = {
  "the page is": `<div style="width: 3000px">wide</div>`,
  "sticks out": `<div style="width: 80px"><button style="width: 200px">Outside</button></div>`,
  "is cut off": `<button style="width: 40px; white-space: nowrap; overflow: hidden">A long label of a button</button>`,
  overlap: `<button>One</button><button style="margin-left: -2rem">Two</button>`,
};

export default async function ({ page, open, base, faults: noticed, axe }) {
  await page.setContent("<main><h1>Whole</h1><button>One</button> <button>Two</button><input aria-label=x></main>");
  assert.deepEqual(await page.evaluate(faults), []);
  for (const [said, markup] of Object.entries(broken)) {
    await page.setContent(`<main>${markup}</main>`);
    const told = await page.evaluate(faults);
    assert.ok(told.some((t) => t.includes(said)), `${said}: ${JSON.stringify(told)}`);
  }

  await page.setContent(`<main style="width: 400px"><h1>Title</h1></main>`);
  const was = await page.evaluate(landmarks);
  assert.deepEqual(differences(was, was), []);
  await page.setContent(`<main style="width: 600px"><section aria-label="Part">x</section></main>`);
  const told = differences(was, await page.evaluate(landmarks)).join("\n");
  for (const said of ["section Part is new", "h1 is gone", "main stands at"]) assert.match(told, new RegExp(said));

  await page.setContent(`<input><img src="data:,">`);
  await assert.rejects(axe(), /label/);

  await open("/new");
  assert.deepEqual(noticed, []);
  await page.evaluate(async (base) => {
    console.error("said so");
    setTimeout(() => { throw new Error("thrown"); });
    await fetch(base + "/job/none");
  }, base);
  await page.goto("about:blank");
  await page.setContent(`<img src="http://127.0.0.2:9/picture.png" alt="">`);
  for (const said of [/console: said so/, /error in the page.*thrown/s, /404 from/, /another origin/, /request failed/]) {
    assert.ok(noticed.some((n) => said.test(n)), `${said}: ${JSON.stringify(noticed)}`);
  }
  noticed.length = 0;
}
