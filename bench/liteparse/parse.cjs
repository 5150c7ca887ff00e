// Parses the files after the folder of the module, the output format and "blocks" or "-" in one process, one after the
// other, and prints how many pages there were. Recognition is off.
const { createRequire } = require("node:module");
const [folder, outputFormat, blocks, ...files] = process.argv.slice(2);
const { LiteParse } = createRequire(folder + "/")("@llamaindex/liteparse");

async function main() {
  const parser = new LiteParse({
    ocrEnabled: false, quiet: true, maxPages: 1e6, outputFormat, extractBlocks: blocks === "blocks",
  });
  let pages = 0, found = 0;
  for (const file of files) {
    const result = await parser.parse(file);
    pages += result.pages.length;
    for (const page of result.pages) found += page.blocks?.length ?? 0;
  }
  if (blocks === "blocks" && found === 0) throw new Error("no blocks were found");
  console.log(pages);
}

main().catch((cause) => { console.error(cause); process.exit(1); });
