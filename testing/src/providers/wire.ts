import type { Answer, EarlyEnd, Refusal, SeenRequest } from './script.ts';

export type Json = Readonly<Record<string, unknown>>;

/** The wire format of a provider. */
export interface Wire {
  /** The ends of request paths. */
  readonly paths: readonly string[];
  /** The reasons for which the real provider would refuse. */
  problems(body: Json, headers: Readonly<Record<string, unknown>>): string[];
  read(body: Json, path: string): SeenRequest;
  /** Server-sent events; the caller handles an early end. */
  stream(answer: Answer, model: string): AsyncGenerator<string | EarlyEnd>;
  /** The same as one response. */
  whole(answer: Answer, model: string): Json;
  refusal(refusal: Refusal): Json;
  /** How the real provider refuses a request that is too long, with status 400. */
  overflow(tokens: number, window: number): Pick<Refusal, 'type' | 'message'>;
  /** The key in a request. */
  keyIn(headers: Readonly<Record<string, unknown>>): string;
  /** The response of `/models`. */
  modelList(ids: readonly string[]): Json;
}

/** The key as in OpenAI's API and all compatible ones. */
export function bearerIn(headers: Readonly<Record<string, unknown>>): string {
  return asText(headers['authorization']).replace(/^Bearer /, '');
}

export function openModelList(ids: readonly string[]): Json {
  return { object: 'list', data: ids.map((id) => ({ id, object: 'model', created: 1, owned_by: 'test' })) };
}

export function event(data: Json, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** The model's text for the input of a call, and its chunks. */
export function written(input: object | string): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}

export function inPieces(text: string): string[] {
  return text.match(/[\s\S]{1,7}/g) ?? [];
}

export function records(value: unknown): Json[] {
  return Array.isArray(value) ? (value as Json[]) : [];
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export const toolName = /^[a-zA-Z0-9_-]{1,64}$/;

export function isJsonObject(text: unknown): boolean {
  try {
    const value: unknown = JSON.parse(asText(text));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

export function textOf({ pieces }: Answer): string {
  return pieces.flatMap((piece) => (piece.kind === 'text' ? piece.chunks : [])).join('');
}
