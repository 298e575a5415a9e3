import { fileURLToPath } from 'node:url';
import type { Frame } from 'playwright-core';
import type { Conversation } from '../browser.ts';
import { until } from '../process/until.ts';
import { stdio } from '../servers/reference-servers.ts';

const program = fileURLToPath(new URL('probe-server.mjs', import.meta.url));

/** For the configuration. `declared`: the origin that some of its Views declare. */
export function probeServer(name: string, declared?: string): Readonly<Record<string, unknown>> {
  return stdio(program, name, ...(declared === undefined ? [] : [declared]));
}

// oxlint-disable-next-line typescript/no-explicit-any -- messages as a stranger reads them
export type Json = Record<string, any>;

export interface Answer {
  readonly result?: Json;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface Logged {
  readonly data: Json;
  readonly origin: string;
  readonly from: 'parent' | 'elsewhere';
}

/** The API that the View's script puts in its window. */
export interface ProbeWindow {
  readonly probe: {
    readonly log: Logged[];
    readonly answers: Record<string, ((params: Json) => unknown) | null>;
    readonly loaded: number;
    readonly ticks: number;
    lastWords: string;
    initialized?: Answer;
    post(message: unknown): void;
    notify(method: string, params?: Json): void;
    request(method: string, params?: Json): Promise<Answer>;
    initialize(capabilities?: Json): Promise<Answer>;
    start(capabilities?: Json): Promise<Answer>;
  };
}

/** The View from within. */
export class Probe {
  readonly frame: Frame;

  constructor(frame: Frame) {
    this.frame = frame;
  }

  request(method: string, params: Json = {}): Promise<Answer> {
    return this.frame.evaluate(
      ([name, given]) => (window as unknown as ProbeWindow).probe.request(name, given),
      [method, params] as const,
    );
  }

  notify(method: string, params: Json = {}): Promise<void> {
    return this.frame.evaluate(
      ([name, given]) => (window as unknown as ProbeWindow).probe.notify(name, given),
      [method, params] as const,
    );
  }

  /** Exactly this, whatever it is. */
  post(message: unknown): Promise<void> {
    return this.frame.evaluate((sent) => (window as unknown as ProbeWindow).probe.post(sent), message);
  }

  initialize(capabilities?: Json): Promise<Answer> {
    return this.frame.evaluate(
      (given) => (window as unknown as ProbeWindow).probe.initialize(given),
      capabilities,
    );
  }

  start(capabilities?: Json): Promise<Answer> {
    return this.frame.evaluate(
      (given) => (window as unknown as ProbeWindow).probe.start(given),
      capabilities,
    );
  }

  get log(): Promise<readonly Logged[]> {
    return this.frame.evaluate(() => (window as unknown as ProbeWindow).probe.log);
  }

  get ticks(): Promise<number> {
    return this.frame.evaluate(() => (window as unknown as ProbeWindow).probe.ticks);
  }

  /** Another one each time that the page is loaded. */
  get loaded(): Promise<number> {
    return this.frame.evaluate(() => (window as unknown as ProbeWindow).probe.loaded);
  }

  /** The parameters of what came under this name, oldest first. */
  async received(method: string): Promise<readonly Json[]> {
    return (await this.log)
      .filter(({ data }) => data?.['method'] === method)
      .map(({ data }) => data['params']);
  }

  /** The names of all that came, without answers. */
  async order(): Promise<readonly string[]> {
    return (await this.log).flatMap(({ data }) => (data?.['method'] === undefined ? [] : [data['method']]));
  }

  /** Waits for one under this name, the last that has come. */
  async heard(method: string, fits: (params: Json) => boolean = () => true): Promise<Json> {
    return until(`${method} has come`, async () => (await this.received(method)).findLast(fits));
  }

  /** The host's answer to the View's `ui/initialize`. The View's script may not have run yet. */
  async welcome(): Promise<Json> {
    const { result } = await until('the host has answered', () =>
      this.frame.evaluate(() => (window as unknown as Partial<ProbeWindow>).probe?.initialized),
    );
    return result ?? {};
  }
}

export interface Received {
  readonly received: readonly { readonly method: string; readonly params: Json }[];
  readonly notes: readonly string[];
}

/** The requests that reached the server, as the server reports them. */
export async function reached(chat: Conversation, server: string): Promise<Received> {
  const answer = (await chat.servers.call(server, 'tools/call', { name: 'received' })) as {
    structuredContent: Received;
  };
  return answer.structuredContent;
}
