import type { Transport, TransportClose } from '@loggia/client';
import type { ActionEnvelope } from '@loggia/protocol';

type Message = Readonly<Record<string, unknown>>;

/** The client's expected next message, and the host's answer. */
interface Step {
  readonly method: string;
  readonly params: Message | undefined;
  readonly answer: Answer | undefined;
}

type Answer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } };

/**
 * A scripted host: it expects messages in order, answers them as told, and sends what it is told to. An unexpected
 * message throws at the caller of the flush.
 */
export class ScriptedHost {
  readonly #steps: Step[] = [];
  readonly #answers = new Map<unknown, Message>();
  readonly received: Message[] = [];
  #transport: Transport | undefined;
  #closed: TransportClose | undefined;
  #lastId = 0;

  /** For `LinkedNetwork`. A new transport replaces the one before; the script goes on. */
  readonly accept = (transport: Transport): void => {
    this.#transport = transport;
    this.#closed = undefined;
    transport.onMessage((text) => this.#receive(JSON.parse(text) as Message));
    transport.onClose((close) => {
      if (this.#transport === transport) this.#closed = close;
    });
  };

  /** The close of the newest transport; undefined while it is open. */
  get closed(): TransportClose | undefined {
    return this.#closed;
  }

  /** Expects this request next, and answers with `result`. The request must contain `params`. */
  answers(method: string, result: unknown, params?: Message): this {
    this.#steps.push({ method, params, answer: { result } });
    return this;
  }

  /** The same, before everything that the script already expects. */
  first(method: string, result: unknown, params?: Message): this {
    this.#steps.unshift({ method, params, answer: { result } });
    return this;
  }

  /** Expects this request next, and answers with an error. */
  fails(method: string, error: { code: number; message: string; data?: unknown }, params?: Message): this {
    this.#steps.push({ method, params, answer: { error } });
    return this;
  }

  /** Expects this message next, without an answer: a notification, or a request left pending. */
  hears(method: string, params?: Message): this {
    this.#steps.push({ method, params, answer: undefined });
    return this;
  }

  notify(method: string, params: Message): void {
    this.#send({ method, params });
  }

  act(envelope: ActionEnvelope): void {
    this.#send({ method: 'action', params: envelope });
  }

  /** Sends a request to the client. The returned function gives its answer once it has arrived. */
  ask(method: string, params: Message): () => Message | undefined {
    const id = `host-${++this.#lastId}`;
    this.#send({ id, method, params });
    return () => this.#answers.get(id);
  }

  /** Answers a request that `hears` left pending: the newest with that method. */
  answerNow(method: string, answer: Answer): void {
    const asked = this.received.findLast((message) => message['method'] === method);
    this.#send({ id: asked?.['id'], ...answer });
  }

  /** Any text, however invalid. */
  sendText(text: string): void {
    this.#transport?.send(text);
  }

  close(code: number, reason: string): void {
    this.#transport?.close(code, reason);
  }

  /** The remaining expectations. A finished test has none left. */
  get expected(): readonly string[] {
    return this.#steps.map(({ method }) => method);
  }

  #receive(message: Message): void {
    const { id, method } = message;
    if (method === undefined) {
      this.#answers.set(id, message);
      return;
    }
    this.received.push(message);
    const step = this.#steps.shift();
    const params = message['params'] as Message;
    if (step?.method !== method || !contains(params, step.params ?? {})) {
      const expected = step ? `${step.method} ${JSON.stringify(step.params ?? {})}` : 'nothing';
      throw new Error(`The host expected ${expected}, and got ${JSON.stringify({ method, params })}`);
    }
    if (step?.answer) this.#send({ id, ...step.answer });
  }

  #send(message: Message): void {
    this.#transport?.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }
}

/** Objects may have more keys than expected; everything else must be equal. */
function contains(actual: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return Object.is(actual, expected);
  if (typeof actual !== 'object' || actual === null) return false;
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((entry, index) => contains(actual[index], entry))
    );
  }
  return Object.entries(expected).every(([key, value]) => contains((actual as Message)[key], value));
}
