import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropicWire } from './anthropic-wire.ts';
import { chatCompletionsWire } from './chat-completions-wire.ts';
import { countTokens, requestTokens } from './count-tokens.ts';
import { googleWire } from './google-wire.ts';
import { responsesWire } from './responses-wire.ts';
import { lastSaid, type Answer, type Reply, type SeenRequest } from './script.ts';
import type { Json, Wire } from './wire.ts';

export type WireName = 'anthropic' | 'responses' | 'chat-completions' | 'google';

const wires: Readonly<Record<WireName, Wire>> = {
  anthropic: anthropicWire,
  responses: responsesWire,
  'chat-completions': chatCompletionsWire,
  google: googleWire,
};

/** Selects the request for a reply: by the user's last message, the last tool results, or anything else about it. */
export type Matcher = string | RegExp | ((request: SeenRequest) => boolean);

interface Expectation {
  readonly when: Matcher;
  readonly reply: Reply;
}

interface StandingReply {
  readonly when: Matcher;
  readonly reply: (request: SeenRequest) => Reply;
}

/**
 * A local server that imitates a provider of models, with scripted answers. Each reply is for one request; the first
 * match wins. Requests that the real provider would refuse, and requests without a reply, are refused and recorded in
 * `problems`, which tests expect to be empty.
 */
export class FakeProvider {
  readonly baseURL: string;
  readonly requests: SeenRequest[] = [];
  readonly problems: string[] = [];
  /** The models that `/models` lists. */
  models: readonly string[] = [];
  /** The keys that it accepts; any by default. */
  keys: readonly string[] | undefined;
  /** The tokens that fit; with it, requests are counted, and refused beyond it as the real provider would. */
  window: number | undefined;
  /** Requests of programs of others aren't checked: they send what their provider accepts. */
  accepts: 'valid' | 'anything' = 'valid';
  /** The number of answers that the client didn't wait for. */
  abandoned = 0;
  /** The tokens of each request, if they are counted. */
  readonly counts: number[] = [];
  /** The number of requests that were refused because they were too long. */
  overflows = 0;
  readonly #server: Server;
  readonly #wire: Wire;
  readonly #script: Expectation[] = [];
  readonly #standing: StandingReply[] = [];

  static async open(name: WireName): Promise<FakeProvider> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    return new FakeProvider(server, wires[name]);
  }

  private constructor(server: Server, wire: Wire) {
    this.#server = server;
    this.#wire = wire;
    this.baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    server.on('request', (incoming, outgoing) => {
      this.#serve(incoming, outgoing).catch((error: unknown) => {
        this.problems.push(String(error));
        outgoing.destroy();
      });
    });
  }

  when(when: Matcher, ...replies: Reply[]): this {
    this.#script.push(...replies.map((reply) => ({ when, reply })));
    return this;
  }

  /** A reply for every such request that has none of its own. */
  always(when: Matcher, reply: (request: SeenRequest) => Reply): this {
    this.#standing.push({ when, reply });
    return this;
  }

  /** The number of unused replies. */
  get unused(): number {
    return this.#script.length;
  }

  /** Cuts off pending requests. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = new URL(incoming.url ?? '/', this.baseURL).pathname;
    if (this.keys && !this.keys.includes(this.#wire.keyIn(incoming.headers))) {
      // Like some providers, it repeats the key.
      const message = `Incorrect API key provided: ${this.#wire.keyIn(incoming.headers)}`;
      const refusal = {
        kind: 'refusal',
        status: 401,
        headers: {},
        type: 'authentication_error',
        message,
      } as const;
      return send(outgoing, 401, this.#wire.refusal(refusal));
    }
    if (incoming.method === 'GET' && path.endsWith('/models')) {
      return send(outgoing, 200, this.#wire.modelList(this.models));
    }
    if (incoming.method !== 'POST' || !this.#wire.paths.some((end) => path.endsWith(end))) {
      return this.#refuse(outgoing, `Nothing is at ${incoming.method} ${path}.`);
    }
    const body = JSON.parse(await bodyOf(incoming)) as Json;
    const problems = this.accepts === 'valid' ? this.#wire.problems(body, incoming.headers) : [];
    if (problems.length > 0) return this.#refuse(outgoing, problems.join(' '));
    const request = this.#wire.read(body, path);
    this.requests.push(request);
    const tokens = this.window === undefined ? undefined : requestTokens(body);
    if (tokens !== undefined) this.counts.push(tokens);
    if (tokens !== undefined && tokens > (this.window ?? Infinity)) return this.#overflow(outgoing, tokens);
    const found = this.#replyTo(request);
    if (!found) {
      return this.#refuse(outgoing, `The script has nothing for ${JSON.stringify(lastSaid(request))}.`);
    }
    const reply = tokens === undefined ? found : withCount(found, tokens);
    if (reply.kind === 'refusal') {
      return send(outgoing, reply.status, this.#wire.refusal(reply), reply.headers);
    }
    if (reply.kind === 'raw') {
      outgoing.writeHead(reply.status, { ...reply.headers });
      return void outgoing.end(reply.body);
    }
    if (!request.isStream) return send(outgoing, 200, this.#wire.whole(reply, request.model));
    await this.#stream(outgoing, reply, request.model);
  }

  #replyTo(request: SeenRequest): Reply | undefined {
    const at = this.#script.findIndex(({ when }) => matches(when, request));
    const [expected] = at < 0 ? [] : this.#script.splice(at, 1);
    return expected?.reply ?? this.#standing.find(({ when }) => matches(when, request))?.reply(request);
  }

  #overflow(outgoing: ServerResponse, tokens: number): void {
    this.overflows++;
    const said = this.#wire.overflow(tokens, this.window ?? 0);
    send(outgoing, 400, this.#wire.refusal({ kind: 'refusal', status: 400, headers: {}, ...said }));
  }

  async #stream(outgoing: ServerResponse, answer: Answer, model: string): Promise<void> {
    outgoing.once('close', () => {
      if (!outgoing.writableFinished && !outgoing.errored) this.abandoned++;
    });
    outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    for await (const chunk of this.#wire.stream(answer, model)) {
      if (typeof chunk !== 'string') {
        if (chunk.kind === 'stop') break;
        // Waits until the written data has left: it would be lost with the connection.
        await new Promise((resolve) => setTimeout(resolve, 20));
        outgoing.destroy(new Error('Cut on purpose.'));
        return;
      }
      if (outgoing.destroyed) return;
      outgoing.write(chunk);
    }
    outgoing.end();
  }

  #refuse(outgoing: ServerResponse, problem: string): void {
    this.problems.push(problem);
    // A status that clients don't retry.
    send(outgoing, 400, { type: 'error', error: { type: 'invalid_request_error', message: problem } });
  }
}

function withCount(reply: Reply, input: number): Reply {
  if (reply.kind !== 'answer') return reply;
  const words = reply.pieces.flatMap((piece) =>
    'chunks' in piece ? piece.chunks : piece.kind === 'call' ? [JSON.stringify(piece.input)] : [],
  );
  return { ...reply, usage: { ...reply.usage, input, output: countTokens(words.join('')) } };
}

function matches(when: Matcher, request: SeenRequest): boolean {
  if (typeof when === 'function') return when(request);
  const { text, results } = lastSaid(request);
  const said = [text, ...results];
  return said.some((words) => (typeof when === 'string' ? words.includes(when) : when.test(words)));
}

function send(
  outgoing: ServerResponse,
  status: number,
  body: Json,
  headers: Readonly<Record<string, string>> = {},
): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
  outgoing.end(JSON.stringify(body));
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
