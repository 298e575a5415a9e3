/** What a fake provider is told to answer. */
export type Piece =
  | { readonly kind: 'text'; readonly chunks: readonly string[] }
  | { readonly kind: 'reasoning'; readonly chunks: readonly string[] }
  /** Input that is not an object goes out as it is: models write nonsense at times. */
  | { readonly kind: 'call'; readonly name: string; readonly input: object | string }
  /** Nothing more until it resolves. */
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
  readonly usage: { readonly input: number; readonly output: number };
}

export interface Refusal {
  readonly kind: 'refusal';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly type: string;
  readonly message: string;
}

export type Reply = Answer | Refusal;

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

export function refuses(
  status: number,
  message: string,
  { headers = {}, type = 'api_error' }: { headers?: Record<string, string>; type?: string } = {},
): Refusal {
  return { kind: 'refusal', status, headers, type, message };
}

/** A request as every wire format says it. */
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

/** What the model was told last: the user's words, and the results of its calls. */
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
