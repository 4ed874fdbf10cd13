// So many requests with nothing but fetch, so many at once: what a paid run is held against.
const [address, calls, atOnce] = process.argv.slice(2);
const body = JSON.stringify({ model: 'any', messages: [{ role: 'user', content: 'word '.repeat(300) }] });
let left = Number(calls);

const started = performance.now();
await Promise.all(Array.from({ length: Number(atOnce) }, worker));
console.log((performance.now() - started) / 1000);

async function worker() {
  while (left > 0) {
    left -= 1;
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(address, { method: 'POST', headers, body });
    if (!reply.ok) throw new Error(`${address}: ${reply.status}`);
    await reply.text();
  }
}
