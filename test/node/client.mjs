// Walks the published client library through a whole life of files and jobs. The address and the key come from
// the library's own environment variables; any broken expectation ends the process with a message.
import assert from 'node:assert/strict';
import Reducto, { toFile } from 'reductoai';

const client = new Reducto({ maxRetries: 0 });
const text = '# Quarterly report\n\nRevenue grew by 12 percent.\n\nAuthor: Anna Lee\n\n## Outlook\n\n- Hire two engineers\n- Open an office\n';

async function failure(promise) {
  try {
    await promise;
  } catch (err) {
    return err;
  }
  assert.fail('the call should have failed');
}

async function ended(id) {
  for (let i = 0; i < 600; i++) {
    const job = await client.job.get(id);
    assert.ok(['Pending', 'Completed', 'Failed', 'Idle'].includes(job.status), `status ${job.status}`);
    if (job.status === 'Completed' || job.status === 'Failed') return job;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(`job ${id} did not end`);
}

const version = await client.apiVersion();
assert.match(version, /^v\d+\.\d+\.\d+-/);

const upload = await client.upload({ file: await toFile(Buffer.from(text), 'report.md') });
assert.match(upload.file_id, /^svc:\/\/[0-9a-f-]{36}\.md$/);
assert.equal(upload.presigned_url, null);

const reserved = await client.upload({ extension: 'txt' });
assert.match(reserved.file_id, /\.txt$/);
assert.equal((await fetch(reserved.presigned_url, { method: 'PUT', body: text })).status, 200);

const sync = await client.parse.run({ input: upload.file_id });
assert.equal(sync.response_type, 'parse');
assert.equal(sync.result.type, 'full');
assert.ok(sync.duration >= 0);
assert.match(sync.result.chunks[0].content, /^# Quarterly report/);
assert.deepEqual([...new Set(sync.result.chunks[0].blocks.map((b) => b.type))], ['Title', 'Text', 'Section Header', 'List Item']);

const byURL = await client.parse.run({ input: reserved.file_id, settings: { force_url_result: true } });
assert.equal(byURL.result.type, 'url');
const full = await (await fetch(byURL.result.url)).json();
assert.equal(full.type, 'full');
assert.ok(full.chunks.length > 0);

const started = await client.parse.runJob({ input: upload.file_id, retrieval: { chunking: { chunk_mode: 'section' } } });
const job = await ended(started.job_id);
assert.equal(job.status, 'Completed');
assert.equal(job.progress, 1);
assert.equal(job.type, 'Parse');
assert.equal(job.result.job_id, started.job_id);
assert.equal(job.result.result.chunks.length, 2);

const schema = { type: 'object', properties: { author: { type: 'string' } } };
const extracted = await client.extract.run({ input: upload.file_id, instructions: { schema } });
assert.equal(extracted.response_type, 'v3_extract');
assert.equal(extracted.result.length, 1);
assert.ok(extracted.result[0].author.length > 0);
assert.equal(extracted.usage.num_fields, 1);

const cited = await client.extract.run({
  input: `jobid://${started.job_id}`,
  instructions: { schema },
  settings: { force_url_result: true, page_range: { start: 1, end: 1 }, citations: { enabled: true, parent_block: 'bbox_only' } },
});
assert.equal(cited.result.type, 'url');
assert.ok([null, 'high', 'low'].includes(cited.confidence));
assert.ok(cited.confidence_reason === null || typeof cited.confidence_reason === 'string');
const tree = await (await fetch(cited.result.url)).json();
assert.equal(tree.author.value, extracted.result[0].author);
assert.equal(tree.author.citations[0].bbox.page, 1);
assert.equal(tree.author.citations[0].parentBlock.content, '');

const extracting = await ended((await client.extract.runJob({ input: upload.file_id, instructions: { schema }, queue_priority: 'standard' })).job_id);
assert.equal(extracting.status, 'Completed');
assert.equal(extracting.result.response_type, 'v3_extract');

const missing = await client.parse.runJob({ input: 'https://127.0.0.1.invalid/none.pdf' });
const failed = await ended(missing.job_id);
assert.equal(failed.status, 'Failed');
assert.equal(failed.error.name, 'INVALID_CONFIG');
assert.equal(failed.error.code, 400);
assert.ok(failed.reason.length > 0);

const seen = new Set();
let cursor;
do {
  const page = await client.job.getAll({ limit: 2, exclude_configs: true, ...(cursor ? { cursor } : {}) });
  for (const j of page.jobs) {
    assert.ok(!seen.has(j.job_id), 'a job was listed twice');
    assert.equal(j.raw_config, undefined);
    seen.add(j.job_id);
  }
  cursor = page.next_cursor;
} while (cursor);
for (const id of [sync.job_id, byURL.job_id, started.job_id, missing.job_id]) assert.ok(seen.has(id), `${id} is not listed`);

const cancelled = await client.job.cancel(started.job_id);
assert.equal(cancelled.status, 'Completed');
assert.equal((await failure(client.job.cancel('nonexistent-job-id'))).status, 404);

const deleted = await client.delete(`/job/${started.job_id}`);
assert.equal(deleted.job_id, started.job_id);
const after = await failure(client.job.get(started.job_id));
assert.ok([409, 410].includes(after.status), `status ${after.status} after deletion`);

const gone = await client.delete(`/upload/${encodeURIComponent(upload.file_id)}`);
assert.equal(gone.file_id, upload.file_id);
assert.equal((await failure(client.delete(`/upload/${encodeURIComponent(upload.file_id)}`))).status, 404);

const portal = await client.webhook.run();
assert.match(portal, /^https?:\/\//);

const wrong = new Reducto({ apiKey: 'not-a-key-at-all', maxRetries: 0 });
if (process.env.OCTAVO_KEYS === 'yes') {
  const refused = await failure(wrong.parse.run({ input: upload.file_id }));
  assert.equal(refused.status, 401);
  assert.equal(refused.error.error.name, 'AUTH_ERROR');
}
console.log('the client library is content');
