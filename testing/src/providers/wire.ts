import type { Answer, EarlyEnd, Refusal, SeenRequest } from './script.ts';

export type Json = Readonly<Record<string, unknown>>;

/** How a provider is spoken to. */
export interface Wire {
  /** How the paths end that requests go to. */
  readonly paths: readonly string[];
  /** What the real one would refuse. */
  problems(body: Json, headers: Readonly<Record<string, unknown>>): string[];
  read(body: Json, path: string): SeenRequest;
  /** Server-sent events; an end before the end is the caller's to act out. */
  stream(answer: Answer, model: string): AsyncGenerator<string | EarlyEnd>;
  /** The same in one piece. */
  whole(answer: Answer, model: string): Json;
  refusal(refusal: Refusal): Json;
}

export function event(data: Json, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** What the model writes as the input of a call, and in which pieces it comes. */
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
