// Is the layout of a page whole, and is it the one that was agreed?

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { faults, landmarks } from "./measure.mjs";

// Letters of other machines are a little wider or narrower, and lines break elsewhere; what moves further was moved.
const slack = { across: 12, down: 32, share: 0.06 };

/** check throws where something sticks out, is cut off or covered, or stands elsewhere than in the agreed layout. */
export async function check(page, { name, width, folder, update }) {
  const broken = await page.evaluate(faults);
  const now = await page.evaluate(landmarks);
  const file = `${folder}/${name}-${width}.json`;
  if (update && broken.length === 0) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, "{\n" + Object.entries(now).map(([n, box]) => `  ${JSON.stringify(n)}: ${JSON.stringify(box)}`).join(",\n") + "\n}\n");
    return;
  }
  const moved = existsSync(file) ? differences(JSON.parse(readFileSync(file, "utf8")), now) : ["no layout was agreed; write it with -update"];
  const told = [...broken, ...moved];
  if (told.length > 0) throw new Error(`layout of ${name} at ${width}:\n  ${told.join("\n  ")}`);
}

/** differences are the landmarks that came, went or moved. Boxes are left, top, width, height. */
export function differences(want, now) {
  const told = [];
  for (const n of Object.keys(now)) if (!(n in want)) told.push(`${n} is new`);
  for (const [n, box] of Object.entries(want)) {
    if (!(n in now)) {
      told.push(`${n} is gone`);
      continue;
    }
    const near = box.every((v, i) => Math.abs(v - now[n][i]) <= (i % 2 === 0 ? slack.across : slack.down) + slack.share * Math.abs(v));
    if (!near) told.push(`${n} stands at ${now[n]}, agreed were ${box}`);
  }
  return told;
}
