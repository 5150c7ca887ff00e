// Prints what a document says about an invoice, and where it says so: node extract.mjs FILE
import { call, inline, upload } from './octavo.mjs';

const schema = {
  type: 'object',
  properties: {
    invoice_number: { type: 'string' },
    due_date: { type: 'string', format: 'date' },
    total_due: { type: 'number' },
  },
};
const answer = await call('POST', '/extract', {
  input: await upload(process.argv[2]),
  instructions: { schema },
  settings: { citations: { enabled: true } },
});
for (const [name, { value, citations }] of Object.entries(await inline(answer.result))) {
  console.log(`${name} = ${value}`);
  for (const { bbox, content, confidence } of citations) {
    console.log(`  page ${bbox.page} at ${bbox.left.toFixed(2)}, ${bbox.top.toFixed(2)}: "${content}" (${confidence})`);
  }
}
