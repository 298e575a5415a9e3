import { z } from 'zod';
import type { Artifact } from '../artifact.ts';
import type { Access } from './access.ts';
import { boundedBody } from './bounded-body.ts';
import { ApiError, ConflictError, NoAccessError } from './errors.ts';

export interface ArtifactChange {
  /** The revision the change was made on; when it is no longer the newest, the host answers with a conflict. */
  readonly ifRevision?: number;
  readonly title?: string;
  /** Replaces the whole context. */
  readonly context?: Readonly<Record<string, unknown>>;
  readonly content?: { readonly text: string } | { readonly hash: string };
}

/**
 * The host's API as a handler may use it: for the artifact of the call, and for what the user granted beyond that.
 * Every method throws {@link ApiError}; a change that conflicts with somebody else's throws {@link ConflictError}.
 */
export interface Api {
  getArtifact(id: string): Promise<Artifact>;
  /** Changes the draft and returns the artifact as it is then. */
  updateArtifact(id: string, change: ArtifactChange): Promise<Artifact>;
  commitArtifacts(
    artifacts: readonly { readonly id: string; readonly ifRevision?: number }[],
    message: string,
  ): Promise<unknown>;
  /** The bytes of the draft, or of a version. More than `maxBytes` (16 MiB unless told) is an error. */
  readContent(
    id: string,
    options?: { readonly version?: number; readonly maxBytes?: number },
  ): Promise<Uint8Array>;
  /** Makes these bytes the content of the draft; with `ifRevision`, only if that is still the newest revision. */
  writeContent(
    id: string,
    content: Uint8Array | string,
    options?: { readonly ifRevision?: number; readonly mediaType?: string },
  ): Promise<unknown>;
  /** Any command of the host by name. */
  command(name: string, params: Readonly<Record<string, unknown>>): Promise<unknown>;
}

interface Outgoing {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

const mebibyte = 1024 * 1024;
const maxAnswer = 32 * mebibyte;
const maxContent = 16 * mebibyte;
const patience = 30_000;

const artifactAnswer = z.looseObject({
  artifact: z.looseObject({
    id: z.string(),
    revision: z.number(),
    context: z.record(z.string(), z.unknown()),
  }),
});
const errorAnswer = z.object({
  error: z.object({ kind: z.string().catch('Error'), message: z.string(), data: z.unknown().optional() }),
});

/**
 * @param access asked before each request, so that long work goes on with what was given meanwhile; it throws when
 *   there is none
 */
export function httpApi(access: () => Access, signal?: AbortSignal): Api {
  const request = async (path: string, init: Outgoing, limit: number): Promise<Uint8Array> => {
    const { url, token } = access();
    const signals = [AbortSignal.timeout(patience), ...(signal === undefined ? [] : [signal])];
    let response: Response;
    let body: Uint8Array | undefined;
    try {
      response = await fetch(`${url}/${path}`, {
        ...init,
        headers: { ...init.headers, authorization: `Bearer ${token}` },
        // The token is for this host and must not travel to where it points.
        redirect: 'error',
        signal: AbortSignal.any(signals),
      });
      body = await boundedBody(response, limit);
    } catch (error) {
      signal?.throwIfAborted();
      throw noAnswer(error);
    }
    if (!response.ok) throw refusal(response.status, body);
    if (body === undefined) {
      throw new ApiError(
        `The host's answer is longer than ${limit} bytes. Read it in parts or raise the limit.`,
        {
          status: response.status,
          kind: 'TooLarge',
        },
      );
    }
    return body;
  };

  const command = async (name: string, params: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const body = JSON.stringify(params);
    const headers = { 'content-type': 'application/json' };
    return parseJson(await request(encodeURIComponent(name), { method: 'POST', headers, body }, maxAnswer));
  };

  const artifactFrom = (answer: unknown): Artifact => {
    const parsed = artifactAnswer.safeParse(answer);
    if (!parsed.success) throw unreadable();
    return parsed.data.artifact as unknown as Artifact;
  };

  return {
    command,
    getArtifact: async (id) => artifactFrom(await command('getArtifact', { artifact: id })),
    updateArtifact: async (id, change) =>
      artifactFrom(await command('updateArtifact', { artifact: id, ...change })),
    commitArtifacts: (artifacts, message) => command('commitArtifacts', { artifacts, message }),
    readContent: (id, { version, maxBytes = maxContent } = {}) =>
      request(contentPath(id, { version }), { method: 'GET' }, maxBytes),
    writeContent: async (id, content, { ifRevision, mediaType = 'application/octet-stream' } = {}) => {
      const body = typeof content === 'string' ? content : new Uint8Array(content);
      const headers = { 'content-type': mediaType };
      const path = contentPath(id, { ifRevision });
      return parseJson(await request(path, { method: 'PUT', headers, body }, maxAnswer));
    },
  };
}

type ContentQuery = { readonly version: number | undefined } | { readonly ifRevision: number | undefined };

function contentPath(id: string, query: ContentQuery): string {
  const asked = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`?${name}=${value}`],
  );
  return `artifacts/${encodeURIComponent(id)}/content${asked.join('')}`;
}

function parseJson(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return {};
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw unreadable();
  }
}

function unreadable(): ApiError {
  return new ApiError(
    'The host answered with something this version of the kit can’t read. Update the kit.',
    {
      status: 200,
      kind: 'Unreadable',
    },
  );
}

function noAnswer(error: unknown): ApiError {
  const why =
    error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : String(error);
  return new ApiError(`The host did not answer (${why}). Try again.`, { status: 0, kind: 'NoAnswer' });
}

function refusal(status: number, body: Uint8Array | undefined): ApiError {
  let answer: unknown;
  try {
    answer = JSON.parse(new TextDecoder().decode(body));
  } catch {
    answer = undefined;
  }
  const { data: said } = errorAnswer.safeParse(answer);
  const message = said?.error.message ?? `The host refused with status ${status}.`;
  if (status === 401) return new NoAccessError(`${message} Open the artifact again to renew the access.`);
  const details = { status, kind: said?.error.kind ?? 'Error', data: said?.error.data };
  return status === 409 ? new ConflictError(message, details) : new ApiError(message, details);
}
