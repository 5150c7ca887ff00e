// Runs one flow in a browser of its own. What it is to do stands in OCTAVO_FLOW.

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { stage } from "./stage.mjs";

const run = JSON.parse(process.env.OCTAVO_FLOW);
const { chromium } = createRequire(run.modules + "/")("playwright-core");

const browser = await chromium.launch({
  executablePath: run.browser,
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});
let failed = false;
try {
  const { default: flow } = await import(pathToFileURL(run.flow));
  const set = await stage(browser, run);
  try {
    await flow(set);
  } catch (error) {
    await set.page.screenshot({ path: `${run.shots}/failed.png` }).catch(() => undefined);
    throw error;
  } finally {
    failed = set.faults.length > 0;
    for (const fault of set.faults) console.log("fault:", fault);
  }
} catch (error) {
  failed = true;
  console.log(error.stack ?? error);
} finally {
  await browser.close();
}
console.log("screenshots:", run.shots);
process.exitCode = failed ? 1 : 0;
