// Prints a document as Markdown: node parse.mjs FILE
import { call, inline, upload } from './octavo.mjs';

const answer = await call('POST', '/parse', { input: await upload(process.argv[2]) });
for (const chunk of (await inline(answer.result)).chunks) console.log(chunk.content);
