/** The scripted answer of a fake provider. */
export type Piece =
  | { readonly kind: 'text'; readonly chunks: readonly string[] }
  | { readonly kind: 'reasoning'; readonly chunks: readonly string[] }
  /** Input that isn't an object is sent unchanged: models write nonsense at times. */
  | { readonly kind: 'call'; readonly name: string; readonly input: object | string }
  /** Pauses until it resolves. */
  | { readonly kind: 'hold'; readonly until: Promise<void> }
  | EarlyEnd
  | { readonly kind: 'error'; readonly type: string; readonly message: string };

/** The connection breaks, or the stream ends as if it were complete. */
export interface EarlyEnd {
  readonly kind: 'cut' | 'stop';
}

export interface Answer {
  readonly kind: 'answer';
  readonly pieces: readonly Piece[];
  readonly finish: 'stop' | 'length';
  readonly usage: AnswerUsage;
}

export interface AnswerUsage {
  /** All tokens that were sent, with those from and for the cache. */
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

export interface Refusal {
  readonly kind: 'refusal';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly type: string;
  readonly message: string;
}

/** Bytes as they are, for servers that speak their own variety of the wire format. */
export interface Raw {
  readonly kind: 'raw';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Reply = Answer | Refusal | Raw;

export const says = (...chunks: string[]): Piece => ({ kind: 'text', chunks });
export const thinks = (...chunks: string[]): Piece => ({ kind: 'reasoning', chunks });
export const calls = (name: string, input: object | string): Piece => ({ kind: 'call', name, input });
export const holds = (until: Promise<void>): Piece => ({ kind: 'hold', until });
export const cut: Piece = { kind: 'cut' };
export const stopShort: Piece = { kind: 'stop' };
export const breaks = (type: string, message: string): Piece => ({ kind: 'error', type, message });

export function answers(...pieces: Piece[]): Answer {
  return { kind: 'answer', pieces, finish: 'stop', usage: { input: 10, output: 5 } };
}

export function counted(answer: Answer, usage: AnswerUsage): Answer {
  return { ...answer, usage };
}

export function refuses(
  status: number,
  message: string,
  { headers = {}, type = 'api_error' }: { headers?: Record<string, string>; type?: string } = {},
): Refusal {
  return { kind: 'refusal', status, headers, type, message };
}

/** Sends a body as it is; a list becomes the data lines of an event stream, and an object JSON. */
export function sends(
  body: string | object | readonly (string | object)[],
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Raw {
  const inText = (value: string | object) => (typeof value === 'string' ? value : JSON.stringify(value));
  if (Array.isArray(body)) {
    const lines = (body as readonly (string | object)[]).map((value) => `data: ${inText(value)}\n\n`);
    const type = { 'content-type': 'text/event-stream' };
    return { kind: 'raw', status, headers: { ...type, ...headers }, body: lines.join('') };
  }
  const type = { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json' };
  return { kind: 'raw', status, headers: { ...type, ...headers }, body: inText(body) };
}

/** A request, independent of the wire format. */
export interface SeenRequest {
  readonly model: string;
  readonly system: string;
  readonly turns: readonly SeenTurn[];
  readonly tools: readonly string[];
  readonly isStream: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface SeenTurn {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly images: number;
  readonly calls: readonly { readonly name: string; readonly input: unknown }[];
  readonly results: readonly string[];
}

/** The last input of the model: the user's message, and the results of its calls. */
export function lastSaid({ turns }: SeenRequest): {
  readonly text: string;
  readonly results: readonly string[];
} {
  const after = turns.findLastIndex(({ role }) => role === 'assistant') + 1;
  const last = turns.slice(after);
  return {
    text: last
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join('\n'),
    results: last.flatMap(({ results }) => results),
  };
}
