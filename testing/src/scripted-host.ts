import type { Transport, TransportClose } from '@loggia/client';
import type { ActionEnvelope } from '@loggia/protocol';

type Message = Readonly<Record<string, unknown>>;

/** What the client is to say next, and what the host answers. */
interface Step {
  readonly method: string;
  readonly params: Message | undefined;
  readonly answer: Answer | undefined;
}

type Answer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } };

/**
 * A host that follows a script: it expects messages in an order, answers them as told, and says what it is told to.
 * A message that the script does not have next throws into whoever flushed it.
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

  /** The newest transport's end; undefined while it is open. */
  get closed(): TransportClose | undefined {
    return this.#closed;
  }

  /** The next message is this request, answered with `result`. `params` must be contained in what it carries. */
  answers(method: string, result: unknown, params?: Message): this {
    this.#steps.push({ method, params, answer: { result } });
    return this;
  }

  /** The same, ahead of everything that the script expects already. */
  first(method: string, result: unknown, params?: Message): this {
    this.#steps.unshift({ method, params, answer: { result } });
    return this;
  }

  /** The next message is this request, answered with an error. */
  fails(method: string, error: { code: number; message: string; data?: unknown }, params?: Message): this {
    this.#steps.push({ method, params, answer: { error } });
    return this;
  }

  /** The next message is this one, and it gets no answer: a notification, or a request left hanging. */
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

  /** Asks the client for something. The result is its answer once it has arrived. */
  ask(method: string, params: Message): () => Message | undefined {
    const id = `host-${++this.#lastId}`;
    this.#send({ id, method, params });
    return () => this.#answers.get(id);
  }

  /** Answers a request that `hears` left hanging: the newest of that method. */
  answerNow(method: string, answer: Answer): void {
    const asked = this.received.findLast((message) => message['method'] === method);
    this.#send({ id: asked?.['id'], ...answer });
  }

  /** Any text, however wrong. */
  sendText(text: string): void {
    this.#transport?.send(text);
  }

  close(code: number, reason: string): void {
    this.#transport?.close(code, reason);
  }

  /** What the script still expects. A test that is over has none left. */
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

/** Objects may have more than expected; everything else is equal. */
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
