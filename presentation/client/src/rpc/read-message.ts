import type { RequestId } from '@loggia/protocol';

export type RawParams = Readonly<Record<string, unknown>>;

interface Fault {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export type Incoming =
  | { readonly kind: 'request'; readonly id: RequestId; readonly method: string; readonly params: RawParams }
  | { readonly kind: 'notification'; readonly method: string; readonly params: RawParams }
  | { readonly kind: 'success'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failure'; readonly id: number | undefined; readonly error: Fault }
  | { readonly kind: 'malformed'; readonly why: string };

const malformed = (why: string): Incoming => ({ kind: 'malformed', why });

/**
 * One frame. By hand rather than by schema: this runs for every streamed word, and which of the four kinds a message
 * is shows in its keys.
 */
export function readMessage(text: string): Incoming {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return malformed('it is not JSON');
  }
  if (!isRecord(message)) return malformed('it is not an object');
  if (message['jsonrpc'] !== '2.0') return malformed('it does not say "jsonrpc": "2.0"');
  return 'method' in message ? readCall(message) : readAnswer(message);
}

function readCall(message: RawParams): Incoming {
  const { id, method, params = {} } = message;
  if (typeof method !== 'string') return malformed('its method is not a string');
  if (!isRecord(params)) return malformed(`the parameters of ${method} are not an object`);
  if (id === undefined) return { kind: 'notification', method, params };
  if (typeof id !== 'number' && typeof id !== 'string')
    return malformed(`the id of ${method} is neither a number nor a string`);
  return { kind: 'request', id, method, params };
}

function readAnswer(message: RawParams): Incoming {
  const { id, error } = message;
  if ('error' in message) {
    if (!isFault(error)) return malformed('its error has no code or no message');
    if (id !== undefined && id !== null && typeof id !== 'number')
      return malformed('it answers an id that was never used');
    return { kind: 'failure', id: id ?? undefined, error };
  }
  if (!('result' in message)) return malformed('it has neither a method nor a result nor an error');
  if (typeof id !== 'number') return malformed('it answers an id that was never used');
  return { kind: 'success', id, result: message['result'] };
}

function isRecord(value: unknown): value is RawParams {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFault(value: unknown): value is Fault {
  return isRecord(value) && typeof value['code'] === 'number' && typeof value['message'] === 'string';
}
