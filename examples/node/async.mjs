// Starts a parse as a job and waits for its end: node async.mjs FILE
import { call, inline, upload } from './octavo.mjs';

const { job_id } = await call('POST', '/parse_async', { input: await upload(process.argv[2]) });
let job;
do {
  job = await call('GET', `/job/${job_id}?timeout=60`); // answers when the job ends, or after a minute
} while (job.status !== 'Completed' && job.status !== 'Failed');
if (job.status === 'Failed') throw new Error(`${job.error.name}: ${job.error.message}`);
const { chunks } = await inline(job.result.result);
console.log(`${job.status}: ${job.num_pages} pages, ${chunks[0].blocks.length} blocks`);
