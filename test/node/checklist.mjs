// Walks the published client library through what client.mjs leaves out: documents with pages, over https, with file ids
// of a foreign prefix. The addresses come from the environment; any broken expectation ends the process with a message.
import assert from 'node:assert/strict';
import Reducto, { toFile } from 'reductoai';

const { OCTAVO_DOCUMENTS: documents, OCTAVO_PREFIX: prefix, OCTAVO_BUSY: busy } = process.env;
const client = new Reducto({ maxRetries: 0 });

async function failure(promise) {
  try {
    await promise;
  } catch (err) {
    return err;
  }
  assert.fail('the call should have failed');
}

async function ended(id) {
  for (let i = 0; i < 60; i++) {
    const job = await client.job.get(id, { query: { timeout: 2 } });
    if (job.status === 'Completed' || job.status === 'Failed') return job;
  }
  assert.fail(`job ${id} did not end`);
}

const parsed = await client.parse.run({
  input: `${documents}/report.pdf`,
  enhance: { advanced_chart_agent: true, agentic: [{ scope: 'table', mode: 'default' }] },
  settings: {
    embed_pdf_metadata: true,
    embed_pdf_metadata_dpi: 72,
    extract_document_properties: true,
    force_url_result: true,
    tenant_throttling: { tenant_id: 'tenant-1' },
  },
  spreadsheet: { max_cell_count: 10000 },
});
assert.equal(parsed.response_type, 'parse');
assert.match(parsed.result.url, /^https:/);
assert.match(parsed.pdf_url, /^https:/);
assert.ok(parsed.document_properties.title.length > 0);
assert.ok(parsed.usage.page_billing_breakdown['1'].includes('page'));
assert.equal((await (await fetch(parsed.result.url)).json()).type, 'full');

const sections = [
  { name: 'summary', description: 'the introduction with the table of quarters' },
  { name: 'chart', description: 'bar chart of ships' },
];
assert.ok((await client.split.run({ input: `${documents}/report.pdf`, split_description: sections })).result);
const split = await client.split.run({
  input: `${documents}/report.pdf`,
  split_description: sections,
  settings: { table_cutoff: 'preserve', allow_page_overlap: false, auto_partition: true, deep_split: false, force_url_result: true },
});
assert.equal(split.response_type, 'split');
assert.ok(split.job_id && split.duration >= 0);
assert.match(split.result.url, /^https:/);
const splitting = await ended((await client.split.runJob({ input: `${documents}/report.pdf`, split_description: sections })).job_id);
assert.equal(splitting.result.response_type, 'split');

const categories = [
  { category: 'order', criteria: ['confirms an order', 'has an order number'] },
  { category: 'report', criteria: ['tells of a whole year'] },
];
const classified = await client.classify.run({
  input: `${documents}/letter.pdf`,
  classification_schema: categories,
  category_groups: { trade: ['order'] },
});
assert.equal(classified.result.category, 'order');
assert.equal(classified.extra_metadata.grouping, 'trade');
assert.equal(classified.usage.num_categories, 2);

const edited = await client.edit.run({
  document_url: `${documents}/report.pdf`,
  edit_instructions: 'Add a watermark that says DRAFT to every page.',
});
assert.match(edited.document_url, /^https:/);
assert.equal((await (await fetch(edited.document_url)).text()).slice(0, 5), '%PDF-');

const unknown = await failure(client.pipeline.run({ input: `${documents}/letter.pdf`, pipeline_id: 'no-such-pipeline' }));
assert.equal(unknown.status, 404);

for (const reserved of [await client.upload(), await client.upload({ extension: 'pdf' })]) {
  assert.ok(reserved.file_id.startsWith(`${prefix}://`), reserved.file_id);
  assert.match(reserved.presigned_url, /^https:/);
}
const minimal = await client.upload({ file: await toFile(Buffer.from('%PDF-1.4 minimal test file'), 'minimal.pdf') });
assert.ok(minimal.file_id.startsWith(`${prefix}://`), minimal.file_id);

const cancelled = await client.job.cancel((await client.parse.runJob({ input: `${documents}/report.pdf` })).job_id);
assert.ok(cancelled.job_id);
assert.equal((await failure(client.job.get('this-is-no-job'))).error.error.name, 'NOT_FOUND');
assert.match(await client.webhook.run(), /^https:\/\//);

// A front that says 503 twice, with both ways to say when to come again, before it lets a request through.
const patient = new Reducto({ baseURL: busy, maxRetries: 2 });
assert.ok((await patient.parse.runJob({ input: `${documents}/letter.pdf` })).job_id);
console.log('the client library is content');
