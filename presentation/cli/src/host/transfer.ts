import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import { text } from 'node:stream/consumers';
import { HostError, MalformedAnswer } from '@loggia/client';
import { CommandFailed } from '../failure.ts';
import type { HostAddress } from './find-host.ts';

export interface Content {
  readonly hash: string;
  readonly size: number;
}

export interface Upload {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Known of files, unknown of what is piped in. */
  readonly size: number | undefined;
  readonly signal: AbortSignal;
  sent(bytes: number): void;
}

/** Streams bytes to the host, which keeps them for an hour until an artifact names them. */
export async function uploadContent(address: HostAddress, upload: Upload): Promise<Content> {
  const { size, signal } = upload;
  const request = ask(address, '/api/content', {
    method: 'PUT',
    signal,
    headers: { ...(size !== undefined && { 'Content-Length': String(size) }) },
  });
  const answered = answerTo(request, address, signal);
  // Prevents an unhandled rejection until it is awaited.
  answered.catch(() => undefined);
  await pour(request, upload, answered);
  const response = await answered;
  const body = parsed(await text(response.setEncoding('utf8')));
  if (response.statusCode === 201) return contentIn(body);
  throw refusal(response, body);
}

export interface Download {
  readonly size: number | undefined;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** The content of an artifact as it is now, or at a version. The caller reads it to the end or destroys it. */
export async function downloadContent(
  address: HostAddress,
  artifact: string,
  version: number | undefined,
  signal: AbortSignal,
): Promise<Download> {
  const query = version === undefined ? '' : `?version=${version}`;
  const path = `/api/artifacts/${encodeURIComponent(artifact)}/content${query}`;
  const request = ask(address, path, { method: 'GET', signal });
  request.end();
  const response = await answerTo(request, address, signal);
  if (response.statusCode !== 200) {
    throw refusal(response, parsed(await text(response.setEncoding('utf8'))));
  }
  const length = Number(response.headers['content-length']);
  return { size: Number.isSafeInteger(length) ? length : undefined, bytes: whole(response, signal) };
}

function ask(address: HostAddress, path: string, options: http.RequestOptions): http.ClientRequest {
  const { http: base, token } = address;
  const url = new URL(path, base);
  const headers = {
    ...(options.headers as http.OutgoingHttpHeaders | undefined),
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  };
  return (url.protocol === 'https:' ? https : http).request(url, { ...options, headers });
}

function answerTo(
  request: http.ClientRequest,
  { http: base }: HostAddress,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', (error) => {
      const why = `The connection to the host at ${base} was lost (${codeOf(error)}). Check with "loggia doctor" whether it is running, and in its log whether it refused, for example because it was too much.`;
      reject(signal.aborted ? stopped(error) : new CommandFailed('noHost', why, { cause: error }));
    });
  });
}

/** A host may refuse before it has received everything; the rest is then not sent. */
async function pour(
  request: http.ClientRequest,
  { bytes, size, sent }: Upload,
  answered: Promise<unknown>,
): Promise<void> {
  const over = answered.then(
    () => undefined,
    () => undefined,
  );
  const pieces = bytes[Symbol.asyncIterator]();
  let total = 0;
  try {
    for (;;) {
      const next = pieces.next();
      // After the host has answered, nobody awaits it.
      next.catch(() => undefined);
      const piece = await Promise.race([next, over]);
      if (piece === undefined) return;
      if (piece.done === true) break;
      total += piece.value.byteLength;
      if (size !== undefined && total > size) throw changedMeanwhile();
      const hasRoom = request.write(piece.value);
      sent(total);
      if (!hasRoom) await Promise.race([once(request, 'drain').catch(() => undefined), over]);
    }
    if (size !== undefined && total !== size) throw changedMeanwhile();
    request.end();
  } catch (error) {
    request.destroy();
    throw error;
  }
}

function stopped(cause: unknown): CommandFailed {
  return new CommandFailed('interrupted', 'Stopped.', { cause });
}

function changedMeanwhile(): CommandFailed {
  return new CommandFailed('failed', 'The file was changed while it was being sent. Try again.');
}

/** Ends with an error where the connection does, so that half a file is never taken for the whole. */
async function* whole(
  response: http.IncomingMessage,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* response as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (signal.aborted) throw stopped(error);
    const why = `The connection to the host was lost during the transfer (${codeOf(error)}). Try again.`;
    throw new CommandFailed('failed', why, { cause: error });
  } finally {
    response.destroy();
  }
}

function refusal({ statusCode }: http.IncomingMessage, body: unknown): Error {
  const error = (body as { readonly error?: unknown } | undefined)?.error;
  const { code, message, data } = (error ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof code === 'number' && typeof message === 'string') return new HostError({ code, message, data });
  return new CommandFailed(
    'failed',
    statusCode === 404
      ? 'This host is older than this command and cannot do that. Update it.'
      : `The host answered with the status ${statusCode} and no reason. See its log.`,
  );
}

function contentIn(body: unknown): Content {
  const { hash, size } = ((body as { readonly content?: unknown } | undefined)?.content ?? {}) as {
    readonly hash?: unknown;
    readonly size?: unknown;
  };
  if (typeof hash === 'string' && typeof size === 'number') return { hash, size };
  throw new MalformedAnswer('PUT /api/content', 'it doesn’t say which content was stored.');
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
