import { localPrincipal, type Principal } from '@loggia/access';
import type { Scheduler } from '@loggia/kernel';
import { createHarness, ManualClock, MemoryDisk, MemoryStore } from '@loggia/testing';
import { openEngine, type Engine, type EngineOptions } from '../compose/engine.ts';
import type { Frame, Link, LinkHandler } from './link.ts';

/** Frames as an independent client reads them. */
// oxlint-disable-next-line typescript/no-explicit-any -- that is the point
export type Json = Record<string, any>;

const eventLoop: Scheduler = {
  turn: (fn) => void setImmediate(fn),
  after: (ms, fn) => {
    const timer = setTimeout(fn, ms);
    return () => clearTimeout(timer);
  },
};

/** A raw client: it sends exactly what the test says. */
export class RawClient implements Link {
  readonly received: Json[] = [];
  closing: { code: number; reason: string } | undefined;
  backlog = 0;
  paused = false;
  readonly #handler: LinkHandler;
  #nextId = 1;
  #clientSeq = 0;

  constructor(host: Engine, principal: Principal = localPrincipal) {
    this.#handler = host.wire.connect(this, principal);
  }

  send(frame: Frame): void {
    this.received.push(JSON.parse(frame.toString()) as Json);
  }

  close(code: number, reason: string): void {
    this.closing = { code, reason };
    this.#handler.closed();
  }

  cut(): void {
    this.#handler.closed();
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
  }

  raw(text: string): void {
    this.#handler.received(text);
  }

  binary(): void {
    this.#handler.receivedBinary();
  }

  async request(method: string, params: Json = {}): Promise<Json> {
    const id = this.#nextId++;
    this.raw(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return this.until((message) => message['id'] === id && !('method' in message));
  }

  notify(method: string, params: Json): void {
    this.raw(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  dispatch(channel: string, action: Json): number {
    const clientSeq = ++this.#clientSeq;
    this.notify('dispatchAction', { channel, clientSeq, action });
    return clientSeq;
  }

  async echo(clientSeq: number): Promise<Json> {
    const message = await this.until(
      ({ method, params }) => method === 'action' && params.origin?.clientSeq === clientSeq,
    );
    return message['params'] as Json;
  }

  async until(wanted: (message: Json) => boolean): Promise<Json> {
    const deadline = Date.now() + 3_000;
    while (Date.now() < deadline) {
      const found = this.received.find(wanted);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    throw new Error(`Nothing of the kind came: ${JSON.stringify(this.received, null, 1)}`);
  }

  actions(type: string): Json[] {
    return this.received.flatMap(({ method, params }) =>
      method === 'action' && params.action.type === type ? [params] : [],
    );
  }

  async hello(clientId = 'c1', more: Json = {}): Promise<Json> {
    const answer = await this.request('initialize', {
      channel: 'ahp-root://',
      protocolVersions: ['1.0.0'],
      clientId,
      ...more,
    });
    return answer['result'] as Json;
  }
}

const engines: Engine[] = [];

export async function engine(options: Partial<EngineOptions> = {}): Promise<Engine> {
  let ids = 0;
  const opened = await openEngine({
    store: new MemoryStore(new MemoryDisk()),
    clock: new ManualClock(),
    scheduler: eventLoop,
    harnesses: [createHarness()],
    serverInfo: { name: 'Loggia' },
    newId: () => `id-${++ids}`,
    report: () => {},
    ...options,
  });
  engines.push(opened);
  return opened;
}

export async function stopEngines(): Promise<void> {
  await Promise.all(engines.splice(0).map((opened) => opened.stop().catch(() => {})));
}
