// A model's server in a process of its own: answers every question alike, after as many milliseconds as the
// first argument says. Prints its address, then when each request came, a thousand at a time or after a pause.
import { createServer } from 'node:http';

const delay = Number(process.argv[2]);
const reply = JSON.stringify({
  id: 'reply',
  object: 'chat.completion',
  created: 0,
  model: 'any',
  choices: [{ index: 0, message: { role: 'assistant', content: 'a red kayak' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 300, completion_tokens: 4, total_tokens: 304 },
});
let seen = [];
let pause;

function tell() {
  if (seen.length > 0) console.log(seen.join('\n'));
  seen = [];
}

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    clearTimeout(pause);
    if (seen.push(Date.now()) === 1000) tell();
    pause = setTimeout(tell, 50);
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': reply.length });
      response.end(reply);
    }, delay);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/v1`));
