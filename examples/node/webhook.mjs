// Receives the notice that a job has ended, believes nothing that is not signed, and ends with the first.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const key = Buffer.from(process.env.OCTAVO_WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64');

// The signature is over the id, the time and the body exactly as it arrived.
function verified(headers, body) {
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers[name] ?? '');
  if (Math.abs(Date.now() / 1000 - Number(time)) > 300) return false;
  const want = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest();
  return signatures.split(' ').some((signature) => {
    const have = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return signature.startsWith('v1,') && have.length === want.length && timingSafeEqual(have, want);
  });
}

const server = createServer(async (request, answer) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts);
  if (!verified(request.headers, body)) {
    answer.writeHead(401).end();
    return;
  }
  answer.writeHead(204).end();
  const { job_id, status } = JSON.parse(body);
  console.log(`verified: ${job_id} is ${status}`);
  server.close();
});
server.listen(process.env.PORT, '127.0.0.1');
