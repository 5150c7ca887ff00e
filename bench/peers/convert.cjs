// Writes the Markdown of the files after the name of the peer, the folder of its modules and the folder for what comes out,
// one after the other in one process. A file that fails is named on standard error, and nothing is written for it.
// Recognition of text in pictures is off everywhere.
const fs = require("node:fs");
const path = require("node:path");
const { createRequire } = require("node:module");

const [name, modules, out, ...files] = process.argv.slice(2);
const load = createRequire(modules + "/");

// peers gives for each name a function that makes the function from a path to Markdown.
const peers = {
  liteparse() {
    const { LiteParse } = load("@llamaindex/liteparse");
    const parser = new LiteParse({
      ocrEnabled: false, quiet: true, maxPages: 1e6, outputFormat: "markdown",
      imageMode: "off", extractLinks: false, keepHeadersFooters: true,
    });
    return async (file) => (await parser.parse(file)).text;
  },
  "liteparse-blocks"() {
    const { LiteParse } = load("@llamaindex/liteparse");
    const parser = new LiteParse({ ocrEnabled: false, quiet: true, maxPages: 1e6, outputFormat: "json", extractBlocks: true });
    return async (file) => (await parser.parse(file)).text;
  },
  "pdf-inspector"() {
    const { processPdf } = load("@firecrawl/pdf-inspector-linux-x64-gnu");
    return async (file) => processPdf(fs.readFileSync(file)).markdown;
  },
  xberg() {
    const { extract } = load("@xberg-io/xberg-linux-x64-gnu");
    return async (file) => {
      const { results, errors } = await extract({ kind: "uri", uri: file }, { outputFormat: "markdown", useCache: false, disableOcr: true });
      if (errors.length > 0) throw new Error(JSON.stringify(errors));
      return results[0].content;
    };
  },
  "markitdown-ts"() {
    const { MarkItDown } = load("markitdown-ts");
    const converter = new MarkItDown();
    return async (file) => (await converter.convert(file)).markdown;
  },
  pdf2md() {
    const convert = load("@opendocsg/pdf2md");
    return async (file) => convert(fs.readFileSync(file));
  },
};

async function main() {
  const convert = peers[name]();
  for (const file of files) {
    try {
      const text = await convert(file);
      if (typeof text !== "string") throw new Error("no text");
      fs.writeFileSync(path.join(out, path.basename(file, ".pdf") + ".md"), text);
    } catch (cause) {
      console.error(`failed: ${path.basename(file)}: ${cause?.message ?? cause}`);
    }
  }
}

main().then(() => process.exit(0), (cause) => { console.error(cause); process.exit(1); });
