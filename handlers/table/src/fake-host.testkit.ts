import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export const tableType = 'application/vnd.loggia.table+json';

/** One artifact with content behind the API of a host, over real HTTP, with the rule about revisions. */
export async function hostWith(given: { readonly content?: string | Uint8Array; readonly type?: string }) {
  const state = {
    artifact: {
      id: 't1',
      workspace: 'w',
      type: given.type ?? tableType,
      title: 'Orders',
      state: 'committed',
      revision: 1,
      version: 1,
      context: { mine: true } as Record<string, unknown>,
    },
    content: given.content === undefined ? undefined : Buffer.from(given.content),
  };
  const asked: string[] = [];
  /** Runs before an update, as somebody else who is faster. */
  const meddlers: (() => void)[] = [];
  /** The same, before the artifact is read. */
  const lookers: (() => void)[] = [];

  const shown = () => ({
    ...state.artifact,
    ...(state.content && {
      content: {
        hash: createHash('sha256').update(state.content).digest('hex'),
        size: state.content.length,
        url: 'http://127.0.0.1/',
      },
    }),
  });
  const change = (): void => {
    state.artifact = { ...state.artifact, revision: state.artifact.revision + 1, state: 'draft' };
  };

  // oxlint-disable-next-line typescript/no-explicit-any -- parameters of all commands
  function answer(command: string, params: any): [number, unknown] {
    if (command === 'getArtifact') {
      lookers.shift()?.();
      return [200, { artifact: shown() }];
    }
    if (command === 'readContent') {
      const { offset, limit } = params as { offset: number; limit: number };
      const next = offset + limit;
      const size = state.content?.length ?? 0;
      const text = state.content?.toString('utf8', offset, next);
      return [200, { text, size, ...(next < size && { nextOffset: next }) }];
    }
    if (command !== 'updateArtifact') return [404, { error: { kind: 'NotFound', message: command } }];
    meddlers.shift()?.();
    if (params.ifRevision !== state.artifact.revision)
      return [409, { error: { kind: 'Conflict', message: 'It was changed.' } }];
    change();
    if (params.context !== undefined) state.artifact.context = params.context;
    if (params.content !== undefined) state.content = Buffer.from(params.content.text);
    return [200, { artifact: shown() }];
  }

  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const command = (request.url ?? '').replace('/api/', '');
      asked.push(`${request.method} ${command}`);
      if (request.headers.authorization !== 'Bearer token') {
        response.writeHead(401).end('{}');
      } else if (request.method === 'GET') {
        response.end(state.content ?? '');
      } else if (request.method === 'PUT') {
        state.content = Buffer.concat(chunks);
        change();
        response.end('{}');
      } else {
        const [status, body] = answer(command, JSON.parse(Buffer.concat(chunks).toString()));
        response.writeHead(status).end(JSON.stringify(body));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  return {
    state,
    asked,
    meddlers,
    lookers,
    shown,
    meta: { 'loggia/api': { url, token: 'token', expiresAt } },
  };
}
