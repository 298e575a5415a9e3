import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Context = Readonly<Record<string, unknown>>;

/** One artifact behind the API of a host, over real HTTP, with the rule about revisions. */
export async function hostWith(context: Context) {
  const artifact = {
    id: 'b1',
    workspace: 'w',
    type: 'application/vnd.loggia.board+json',
    title: 'Launch',
    state: 'draft',
    revision: 1,
    version: 0,
    context,
  };
  /** Runs before each update, as somebody else who is faster. */
  const meddlers: ((now: typeof artifact) => void)[] = [];

  function answer(command: string, params: Readonly<Record<string, unknown>>): [number, unknown] {
    if (params['artifact'] !== artifact.id)
      return [404, { error: { kind: 'NotFound', message: 'It is gone.' } }];
    if (command === 'getArtifact') return [200, { artifact }];
    meddlers.shift()?.(artifact);
    if (params['ifRevision'] !== artifact.revision) {
      return [409, { error: { kind: 'Conflict', message: `It has revision ${artifact.revision}.` } }];
    }
    artifact.context = params['context'] as Context;
    artifact.revision += 1;
    return [200, { artifact }];
  }

  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const isAllowed = request.headers.authorization === 'Bearer token';
      const command = (request.url ?? '').replace('/api/', '');
      const [status, body] = isAllowed
        ? answer(command, JSON.parse(Buffer.concat(chunks).toString()))
        : [401, { error: { kind: 'Unauthorized', message: 'The token is over.' } }];
      response.writeHead(status).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  return { artifact, meddlers, meta: { 'loggia/api': { url, token: 'token', expiresAt } } };
}
