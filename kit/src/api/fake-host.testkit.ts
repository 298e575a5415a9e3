import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly body: string;
}

type Respond = (request: Seen) => {
  status?: number;
  json?: unknown;
  text?: string;
  headers?: Record<string, string>;
};

/** The API of a host over real HTTP, as a test wants it to answer. */
export async function fakeHost(respond: Respond) {
  const seen: Seen[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one: Seen = {
        method: request.method ?? '',
        path: request.url ?? '',
        token: (request.headers.authorization ?? '').replace('Bearer ', ''),
        body: Buffer.concat(chunks).toString(),
      };
      seen.push(one);
      const { status = 200, json, text, headers = {} } = respond(one);
      response.writeHead(status, headers).end(text ?? JSON.stringify(json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  return {
    url,
    seen,
    meta: (token: string, expiresIn = 60_000) => ({
      'loggia/api': { url, token, expiresAt: new Date(Date.now() + expiresIn).toISOString() },
    }),
  };
}
