import { once } from 'node:events';
import http, { type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** One token per millisecond is several times the speed of models. */
const tokensPerTick = 1;
const tickMs = 1;

/** A provider with OpenAI's chat completions that streams the same long text to everybody, at an even pace. */
export async function openPacedProvider() {
  const server = http.createServer((incoming, outgoing) => {
    incoming.resume();
    incoming.once('end', () => void answer(outgoing));
  });
  let tokens = 1_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  async function answer(outgoing: ServerResponse): Promise<void> {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
    const started = performance.now();
    for (let sent = 0; sent < tokens && !outgoing.destroyed;) {
      // Catches up after delays on a busy machine, so that the pace stays the same.
      const due = Math.min(tokens, (1 + Math.floor((performance.now() - started) / tickMs)) * tokensPerTick);
      for (; sent < due; sent++) outgoing.write(chunkOf({ content: 'token ' }));
      await sleep(tickMs);
    }
    outgoing.write(chunkOf({}, 'stop'));
    outgoing.end('data: [DONE]\n\n');
  }

  return {
    open: async (input: { readonly tokens: number }) => {
      tokens = input.tokens;
      return { baseURL: `http://127.0.0.1:${port}/v1` };
    },
  };
}

function chunkOf(delta: object, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}
