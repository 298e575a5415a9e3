import net from 'node:net';
import { errorTable } from '@loggia/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { command } from '../../commands/table.ts';
import { EndpointsRig, type Json } from '../endpoints.testkit.ts';

let endpoints: EndpointsRig;
let workspace: string;

beforeAll(async () => {
  endpoints = await EndpointsRig.open({ maxBytes: 100_000 });
  workspace = await endpoints.rig.workspace('Home');
});
afterAll(() => endpoints.close());

const json = { 'content-type': 'application/json' };

describe('I3: POST /api/<command>', () => {
  test('runs a command of ours by its short name', async () => {
    const created = await endpoints.post('createArtifact', {
      workspace,
      title: 'A',
      content: { text: 'hello' },
    });
    expect(created).toMatchObject({ status: 200, body: { artifact: { title: 'A', state: 'draft' } } });
    const { id } = created.body.artifact;
    const committed = await endpoints.post('commitArtifacts', { artifacts: [{ id }], message: 'First' });
    expect(committed.body.commit).toMatchObject({ message: 'First', author: 'local' });
    expect((await endpoints.post('readContent', { artifact: id })).body).toEqual({ text: 'hello', size: 5 });
  });

  test('runs a command of the protocol, on the root unless it names a channel', async () => {
    expect((await endpoints.post('listSessions')).body).toEqual({ channel: 'ahp-root://' });
    expect((await endpoints.post('listSessions', { channel: 'x:/y' })).body).toEqual({ channel: 'x:/y' });
    expect(await endpoints.post('disposeSession')).toEqual({ status: 200, body: null });
  });

  test('needs no body where nothing is to be said', async () => {
    const answer = await endpoints.fetch('/api/listWorkspaces', { method: 'POST', headers: json });
    expect([answer.status, ((await answer.json()) as Json).workspaces[0].title]).toEqual([200, 'Home']);
  });

  test('is never cached, framed or sniffed', async () => {
    const answer = await endpoints.fetch('/api/listWorkspaces', { method: 'POST', headers: json });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('stops working when the client goes', async () => {
    let started: () => void = () => undefined;
    let stopped: () => void = () => undefined;
    const isStarted = new Promise<void>((resolve) => (started = resolve));
    const isStopped = new Promise<void>((resolve) => (stopped = resolve));
    const waiting = await EndpointsRig.open({
      table: {
        'x-loggia/wait': command({
          grant: 'read',
          params: z.object({}),
          run: (_, { signal }) =>
            new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => {
                stopped();
                reject(new Error('gone'));
              });
              started();
            }),
        }),
      },
    });
    const client = new AbortController();
    const asked = waiting.fetch('/api/wait', { method: 'POST', headers: json, signal: client.signal });
    await isStarted;
    client.abort();
    await expect(asked).rejects.toThrow('abort');
    await isStopped;
    await waiting.close();
  });
});

describe('L5: what cannot be done is refused with a status and a sentence', () => {
  test.each(Object.keys(errorTable))('%s', async (kind) => {
    const { status, body } = await endpoints.post('fail', { kind });
    expect(status).toBe(
      new Map([
        ...['SessionNotFound', 'ProviderNotFound', 'NotFound', 'MethodNotFound'].map(
          (name) => [name, 404] as const,
        ),
        ...['SessionAlreadyExists', 'AlreadyExists', 'Conflict', 'TurnInProgress'].map(
          (name) => [name, 409] as const,
        ),
        ...['AuthRequired', 'PermissionDenied'].map((name) => [name, 403] as const),
        ['Unavailable', 503],
        ['InternalError', 500],
      ]).get(kind) ?? 400,
    );
    const { code } = errorTable[kind as keyof typeof errorTable];
    expect(body).toEqual({ error: { code, kind, message: `It is ${kind}.`, data: { more: 1 } } });
  });

  test('a conflict is 409 and says what is there now', async () => {
    const { id } = await endpoints.rig.create(workspace, { title: 'Two writers' });
    await endpoints.post('updateArtifact', { artifact: id, title: 'One' });
    const { status, body } = await endpoints.post('updateArtifact', {
      artifact: id,
      ifRevision: 1,
      title: 'Other',
    });
    expect([status, body.error.kind]).toEqual([409, 'Conflict']);
    expect((await endpoints.post('getArtifact', { artifact: id })).body.artifact.title).toBe('One');
  });

  test('what went wrong inside is reported, not told', async () => {
    const { status, body } = await endpoints.post('fail', { kind: 'unknown' });
    expect([status, body.error.kind]).toEqual([500, 'InternalError']);
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(endpoints.problems).toEqual([expect.objectContaining({ message: 'a secret detail' })]);
  });

  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'a=1', 415],
    ['what a page may send unasked', 'text/plain', '{}', 415],
    ['no type', undefined, new Uint8Array([123, 125]), 415],
    ['what only looks like JSON', 'application/jsonp', '{}', 415],
    ['JSON with a charset', 'Application/JSON; charset=utf-8', '{}', 200],
    ['no JSON', 'application/json', '{', 400],
    ['no object', 'application/json', '[]', 400],
    ['no object either', 'application/json', 'null', 400],
    ['no UTF-8', 'application/json', new Uint8Array([0x7b, 0xff, 0x7d]), 400],
    ['what nests too deep', 'application/json', `{"a":${'['.repeat(200)}${']'.repeat(200)}}`, 400],
    ['too much', 'application/json', `{"a":"${'x'.repeat(100_000)}"}`, 413],
  ])('%s', async (_, type, body, status) => {
    const answer = await endpoints.fetch('/api/listWorkspaces', {
      method: 'POST',
      body,
      ...(type !== undefined && { headers: { 'content-type': type } }),
    });
    const { error } = (await answer.json()) as Json;
    expect(answer.status).toBe(status);
    expect(error === undefined || error.message.endsWith('.')).toBe(true);
  });

  test('too much that does not say how much it is', async () => {
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(10_000)) });
    const answer = await endpoints.fetch('/api/listWorkspaces', {
      method: 'POST',
      headers: json,
      body: endless,
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(413);
  });

  test('a body that trickles in', async () => {
    const slow = await EndpointsRig.open({ withinMs: 200 });
    const socket = net.connect(slow.server.port, '127.0.0.1');
    socket.write(
      `POST /api/listWorkspaces HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${slow.token}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
    );
    const drip = setInterval(() => socket.write(' '), 20);
    const answer = await new Promise<string>((resolve) => {
      socket.once('data', (data) => resolve(data.toString()));
    });
    clearInterval(drip);
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    await slow.close();
  });

  test.each([
    ['POST', '/api/nothing', 404],
    ['POST', '/api/x-loggia%2FlistWorkspaces', 404],
    ['POST', '/api/__proto__', 404],
    ['POST', '/api/constructor', 404],
    ['POST', '/api/..%2f..%2fetc%2fpasswd', 404],
    ['POST', '/api', 404],
    ['POST', '/api/listWorkspaces/', 404],
    ['GET', '/api/listWorkspaces', 404],
    ['PUT', '/api/listWorkspaces', 404],
    ['DELETE', '/api/artifacts/x/content', 404],
    ['PATCH', '/api/content', 404],
  ])('%s %s', async (method, path, status) => {
    const answer = await endpoints.fetch(path, { method, headers: json });
    const { error } = (await answer.json()) as Json;
    expect([answer.status, error.kind]).toEqual([status, 'MethodNotFound']);
    expect(error.message).not.toContain('passwd');
  });
});

describe('H4: who gets in', () => {
  test('nobody without a token, with a wrong one, or with one in the address', async () => {
    const ask = (path: string, bearer: string) =>
      endpoints.fetch(path, { method: 'POST', headers: json }, bearer);
    const answers = [
      await ask('/api/listWorkspaces', ''),
      await ask('/api/listWorkspaces', 'wrong'),
      await ask(`/api/listWorkspaces?token=${endpoints.token}`, ''),
      await ask(`/api/listWorkspaces?token=${endpoints.token}`, endpoints.token),
      await ask('/api/nothing', ''),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 401, 401, 401]);
    expect(answers[0]?.headers.get('www-authenticate')).toBe('Bearer');
    for (const answer of answers) {
      expect(await answer.json()).toEqual({
        error: { code: -32009, kind: 'PermissionDenied', message: expect.stringMatching(/^[A-Z].*\.$/) },
      });
    }
  });

  test('a handler acts on its artifact and on nothing else', async () => {
    const [mine, other] = [await endpoints.rig.create(workspace), await endpoints.rig.create(workspace)];
    const lent = endpoints.lend({ artifacts: [mine.id] });
    const statusOf = async (name: string, params: object) =>
      (await endpoints.post(name, params, lent)).status;
    expect(await statusOf('getArtifact', { artifact: mine.id })).toBe(200);
    expect(await statusOf('updateArtifact', { artifact: mine.id, context: { a: 1 } })).toBe(200);
    expect(await statusOf('commitArtifacts', { artifacts: [{ id: mine.id }], message: 'm' })).toBe(200);
    expect(await statusOf('getArtifact', { artifact: other.id })).toBe(403);
    expect(await statusOf('deleteArtifacts', { artifacts: [mine.id] })).toBe(403);
    expect(await statusOf('listArtifacts', { workspace })).toBe(403);
    expect(await statusOf('search', { query: 'a' })).toBe(403);
    expect(await statusOf('listSessions', {})).toBe(403);
  });

  test('a handler is told when its time is over', async () => {
    const { id } = await endpoints.rig.create(workspace);
    const lent = endpoints.lend({ artifacts: [id], lifetimeMs: 1000 });
    endpoints.clock.time += 1000;
    const { status, body } = await endpoints.post('getArtifact', { artifact: id }, lent);
    expect([status, body.error.message]).toEqual([
      401,
      'The token has expired. Use the one that came with the newest call.',
    ]);
  });

  test('no page from elsewhere, whatever it asks first', async () => {
    const headers = {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization, content-type',
    };
    const preflight = await endpoints.fetch('/api/listWorkspaces', { method: 'OPTIONS', headers }, '');
    expect(preflight.status).toBe(403);
    expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    const own = { ...headers, origin: endpoints.server.origin };
    const sameOrigin = await endpoints.fetch('/api/listWorkspaces', { method: 'OPTIONS', headers: own }, '');
    expect([sameOrigin.status, sameOrigin.headers.get('access-control-allow-origin')]).toEqual([404, null]);
  });

  test('L5: no other name for this host', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = net.connect(endpoints.server.port, '127.0.0.1');
      let text = '';
      socket.on('data', (data) => (text += data.toString()));
      socket.on('close', () => resolve(text));
      socket.write(
        `POST /api/listWorkspaces HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\nAuthorization: Bearer ${endpoints.token}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
      );
    });
    expect(answer).toMatch(/^HTTP\/1\.1 403 .*"kind":"PermissionDenied"/s);
  });
});
