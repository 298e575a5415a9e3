import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ProtocolError } from '@loggia/protocol';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { EndpointsRig, type Json } from '../endpoints.testkit.ts';

let endpoints: EndpointsRig;
let workspace: string;
/** The streams that were opened for sending. */
const opened: Readable[] = [];

beforeAll(async () => {
  endpoints = await EndpointsRig.open({
    maxUploadBytes: 300 * 2 ** 20,
    artifacts: (real) => ({
      content: async (artifact, version) => {
        const content = await real.content(artifact, version);
        const open: typeof content.open = async (range) => {
          const stream = await content.open(range);
          opened.push(stream);
          return stream;
        };
        return { ...content, open };
      },
    }),
  });
  workspace = await endpoints.rig.workspace();
});
afterAll(() => endpoints.close());

const text = 'Hello, loggia!';
const patience = { timeout: 20_000 };
const sha = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function withContent(given: string | Uint8Array, more: object = {}): Promise<string> {
  const { hash } = await endpoints.rig.artifacts.upload(Buffer.from(given));
  return (await endpoints.rig.create(workspace, { content: { hash }, type: 'text/plain', ...more })).id;
}

/** The files of unfinished uploads. */
const underWay = () => readdir(path.join(endpoints.rig.directory, 'content', 'incoming'));

describe('F7: upload', () => {
  test('stores bytes, which an artifact is then given by their hash', async () => {
    const answer = await endpoints.fetch('/api/content', { method: 'PUT', body: text });
    const { content } = (await answer.json()) as Json;
    expect([answer.status, content]).toEqual([201, { hash: sha(text), size: text.length }]);
    const { status, body } = await endpoints.post('createArtifact', {
      workspace,
      title: 'Uploaded',
      content: { hash: content.hash },
    });
    expect([status, body.artifact.content]).toEqual([200, content]);
  });

  test('becomes the content of a draft', async () => {
    const { id, revision } = await endpoints.rig.create(workspace);
    const target = `/api/artifacts/${id}/content?ifRevision=${revision}`;
    const answer = await endpoints.fetch(target, { method: 'PUT', body: text });
    const { artifact } = (await answer.json()) as Json;
    expect([answer.status, artifact]).toEqual([
      200,
      expect.objectContaining({ id, state: 'draft', content: { hash: sha(text), size: text.length } }),
    ]);
    const again = await endpoints.fetch(target, { method: 'PUT', body: 'other' });
    expect([again.status, ((await again.json()) as Json).error.kind]).toEqual([409, 'Conflict']);
    expect(await (await endpoints.fetch(`/api/artifacts/${id}/content`)).text()).toBe(text);
  });

  test('of nothing is an empty content', async () => {
    const { id } = await endpoints.rig.create(workspace);
    const answer = await endpoints.fetch(`/api/artifacts/${id}/content`, { method: 'PUT' });
    expect(((await answer.json()) as Json).artifact.content).toEqual({ hash: sha(''), size: 0 });
    const read = await endpoints.fetch(`/api/artifacts/${id}/content`);
    expect([read.status, read.headers.get('content-length'), await read.text()]).toEqual([200, '0', '']);
  });

  test('of the same bytes by two at once is stored once, for both', async () => {
    const bytes = randomBytes(3 * 2 ** 20);
    const put = () => endpoints.fetch('/api/content', { method: 'PUT', body: bytes });
    const answers = await Promise.all([put(), put()]);
    const stored = await Promise.all(answers.map((answer) => answer.json()));
    const expected = { content: { hash: sha(bytes), size: bytes.length } };
    expect(stored).toEqual([expected, expected]);
    expect(await underWay()).toEqual([]);
  });

  test('that is cut off leaves nothing and changes nothing', async () => {
    const id = await withContent(text);
    const socket = net.connect(endpoints.server.port, '127.0.0.1');
    socket.write(
      `PUT /api/artifacts/${id}/content HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${endpoints.token}\r\nContent-Length: 1000000\r\n\r\n`,
    );
    socket.write(Buffer.alloc(100_000));
    await vi.waitFor(async () => expect(await underWay()).toHaveLength(1), patience);
    socket.destroy();
    await vi.waitFor(async () => expect(await underWay()).toEqual([]), patience);
    expect(await (await endpoints.fetch(`/api/artifacts/${id}/content`)).text()).toBe(text);
    expect(endpoints.problems).toEqual([]);
  });

  test('of 200 MB neither fills the memory nor keeps others waiting', async () => {
    const size = 200 * 2 ** 20;
    const chunk = randomBytes(2 ** 20);
    const hash = createHash('sha256');
    for (let sent = 0; sent < size; sent += chunk.length) hash.update(chunk);
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let peak = before;
    let others = 0;
    function* chunks() {
      for (let sent = 0; sent < size; sent += chunk.length) {
        peak = Math.max(peak, process.memoryUsage().rss);
        yield chunk;
      }
    }
    const upload = { done: false };
    const meanwhile = (async () => {
      while (!upload.done) {
        expect((await endpoints.post('listWorkspaces')).status).toBe(200);
        others += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const { status, body } = await new Promise<{ status: number | undefined; body: Json }>(
      (resolve, reject) => {
        const request = http.request(`${endpoints.server.origin}/api/content`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${endpoints.token}`, 'content-length': size },
        });
        request.on('response', (response) => {
          response
            .toArray()
            .then((parts) =>
              resolve({ status: response.statusCode, body: JSON.parse(Buffer.concat(parts).toString()) }),
            )
            .catch(reject);
        });
        pipeline(Readable.from(chunks()), request).catch(reject);
      },
    );
    upload.done = true;
    await meanwhile;
    expect([status, body]).toEqual([201, { content: { hash: hash.digest('hex'), size } }]);
    expect(others).toBeGreaterThan(3);
    expect((peak - before) / 2 ** 20).toBeLessThan(120);
  });
});

describe('L5: an upload that cannot be taken is refused, and nothing is left of it', () => {
  const put = (target: string, init: object = {}, bearer?: string) =>
    endpoints.fetch(target, { method: 'PUT', body: text, ...init }, bearer);

  test.each([
    ['an artifact that is not there', '/api/artifacts/nobody/content', {}, 404],
    ['an id that is a path', '/api/artifacts/..%2f..%2fetc%2fpasswd/content', {}, 400],
    ['an id that is dots', '/api/artifacts/%2e%2e%2f/content', {}, 400],
    ['a revision that is none', '/api/artifacts/a/content?ifRevision=x', {}, 400],
    ['a part of it', '/api/content', { headers: { 'content-range': 'bytes 0-1/5' } }, 400],
    ['a packed one', '/api/content', { headers: { 'content-encoding': 'gzip' } }, 415],
  ])('%s', async (_, target, init, status) => {
    const answer = await put(target, init);
    expect([answer.status, ((await answer.json()) as Json).error.message]).toEqual([
      status,
      expect.stringMatching(/[.!]$/),
    ]);
    expect(await underWay()).toEqual([]);
  });

  test('more than the limit, whether it says so or not', async () => {
    const small = await EndpointsRig.open({ maxUploadBytes: 1000 });
    const home = await small.rig.workspace();
    const { id } = await small.rig.create(home);
    const pieces = () =>
      new ReadableStream({
        start: (controller) => {
          for (let each = 0; each < 3; each++) controller.enqueue(new Uint8Array(500));
          controller.close();
        },
      });
    const bodies = [{ body: new Uint8Array(1001) }, { body: pieces(), duplex: 'half' }];
    for (const target of ['/api/content', `/api/artifacts/${id}/content`]) {
      for (const init of bodies.map((given) => ({
        ...given,
        ...('duplex' in given && { body: pieces() }),
      }))) {
        const answer = await small.fetch(target, { method: 'PUT', ...init } as RequestInit);
        expect([answer.status, ((await answer.json()) as Json).error.message]).toEqual([
          413,
          'This is more than 1000 bytes, which is the limit. Send less, or have the limit raised.',
        ]);
      }
    }
    expect(await readdir(path.join(small.rig.directory, 'content'))).toEqual(['incoming']);
    expect(await readdir(path.join(small.rig.directory, 'content', 'incoming'))).toEqual([]);
    const exact = await small.fetch('/api/content', { method: 'PUT', body: new Uint8Array(1000) });
    expect(exact.status).toBe(201);
    await small.close();
  });

  test.each([
    ['PUT', '/api/content', 'Transfer-Encoding: chunked'],
    ['PUT', '/api/content', `Content-Length: ${8 * 2 ** 20}`],
    ['POST', '/api/listWorkspaces', 'Transfer-Encoding: chunked'],
    ['POST', '/api/listWorkspaces', `Content-Length: ${8 * 2 ** 20}`],
  ])(
    'too much from a client that listens once it has sent it all: %s %s, %s',
    async (method, target, length) => {
      const small = await EndpointsRig.open({ maxUploadBytes: 1000, maxBytes: 1000 });
      const socket = net.connect(small.server.port, '127.0.0.1').pause();
      const failed = new Promise<never>((_, reject) => socket.on('error', reject));
      const size = 2 ** 20;
      const isChunked = length.startsWith('Transfer');
      const chunk = Buffer.concat([
        Buffer.from(isChunked ? `${size.toString(16)}\r\n` : ''),
        Buffer.alloc(size, ' '),
        Buffer.from(isChunked ? '\r\n' : ''),
      ]);
      const write = (bytes: string | Buffer) =>
        new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
      const sending = async () => {
        await write(
          `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${small.token}\r\nContent-Type: application/json\r\n${length}\r\n\r\n`,
        );
        for (let sent = 0; sent < 8; sent++) await write(chunk);
        if (isChunked) await write('0\r\n\r\n');
        const [answer] = (await once(socket.resume(), 'data')) as [Buffer];
        return answer.toString();
      };
      expect(await Promise.race([sending(), failed])).toMatch(/^HTTP\/1\.1 413 /);
      socket.destroy();
      await small.close();
    },
  );

  test('too much from a client that never ends: it is cut off', async () => {
    const small = await EndpointsRig.open({ maxUploadBytes: 1000 });
    const socket = net.connect(small.server.port, '127.0.0.1');
    let answer = '';
    const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(answer)));
    socket.on('error', () => undefined).on('data', (part) => (answer += part.toString()));
    socket.write(
      `PUT /api/content HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${small.token}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const chunk = `1000\r\n${' '.repeat(0x1000)}\r\n`;
    const sending = setInterval(() => socket.write(chunk), 5);
    expect(await closed).toMatch(/^HTTP\/1\.1 413 /);
    clearInterval(sending);
    await small.close();
  });

  test('a disk that takes no more', async () => {
    const sentence = 'The content was not stored: the disk is full.';
    const full = await EndpointsRig.open({
      artifacts: () => ({ upload: () => Promise.reject(new ProtocolError('Unavailable', sentence)) }),
    });
    const answer = await full.fetch('/api/content', { method: 'PUT', body: text });
    expect([answer.status, ((await answer.json()) as Json).error.message]).toEqual([503, sentence]);
    await full.close();
  });

  test('H4: a handler, but for its own artifact', async () => {
    const [mine, other] = [await withContent(text), await withContent(text)];
    const lent = endpoints.lend({ artifacts: [mine] });
    const reading = endpoints.lend({ artifacts: [mine], grant: 'read' });
    const of = (id: string) => `/api/artifacts/${id}/content`;
    expect((await put(of(mine), {}, lent)).status).toBe(200);
    expect((await put(of(other), {}, lent)).status).toBe(403);
    expect((await put(of(mine), {}, reading)).status).toBe(403);
    expect((await put('/api/content', {}, lent)).status).toBe(403);
    expect((await put(of(mine), {}, '')).status).toBe(401);
    const everything = endpoints.lend({ everything: true });
    expect((await put('/api/content', {}, everything)).status).toBe(201);
    expect((await endpoints.fetch(of(mine), {}, reading)).status).toBe(200);
    expect((await endpoints.fetch(of(other), {}, reading)).status).toBe(403);
    expect((await endpoints.fetch(`/api/artifacts/${other}/thumbnail`, {}, reading)).status).toBe(403);
    expect((await endpoints.fetch(of(mine), {}, '')).status).toBe(401);
  });
});

describe('F7: download', () => {
  test('sends the bytes, and what keeps a browser from running them', async () => {
    const id = await withContent(text, { title: 'Grüße/aus "Loggia"' });
    const answer = await endpoints.fetch(`/api/artifacts/${id}/content`);
    expect([answer.status, await answer.text()]).toEqual([200, text]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-disposition': `inline; filename="Gr__e aus Loggia"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20aus%20Loggia`,
      'content-length': String(text.length),
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'text/plain; charset=utf-8',
      'cross-origin-resource-policy': 'same-origin',
      etag: `"${sha(text)}"`,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });

  test.each(['text/html', 'image/svg+xml', 'application/xml', 'application/vnd.acme+xml'])(
    'L5: %s is text where it is shown, and itself only where it is saved',
    async (type) => {
      const id = await withContent('<script>alert(1)</script>', { type });
      const kinds = ['', '?download=1'].map(async (more) => {
        const { headers } = await endpoints.fetch(`/api/artifacts/${id}/content${more}`);
        return [
          headers.get('content-type')?.split(';')[0],
          headers.get('content-disposition')?.split(';')[0],
        ];
      });
      expect(await Promise.all(kinds)).toEqual([
        ['text/plain', 'inline'],
        [type, 'attachment'],
      ]);
    },
  );

  test('sends a range, says when there is none, and passes over what it cannot read', async () => {
    const id = await withContent(text);
    const ask = async (range: string, more = {}) => {
      const answer = await endpoints.fetch(`/api/artifacts/${id}/content`, { headers: { range, ...more } });
      const { status, headers } = answer;
      const body = status === 416 ? ((await answer.json()) as Json).error.message : await answer.text();
      return [status, headers.get('content-range'), headers.get('content-length'), body];
    };
    expect(await ask('bytes=7-12')).toEqual([206, 'bytes 7-12/14', '6', 'loggia']);
    expect(await ask('bytes=-1')).toEqual([206, 'bytes 13-13/14', '1', '!']);
    expect(await ask('bytes=7-999')).toEqual([206, 'bytes 7-13/14', '7', 'loggia!']);
    expect(await ask('bytes=14-')).toEqual([
      416,
      'bytes */14',
      expect.any(String),
      'Ask for a range within the 14 bytes of the content.',
    ]);
    expect(await ask('bytes=0-1,3-4')).toEqual([200, null, '14', text]);
    expect(await ask('bytes=0-1', { 'if-range': `"${sha(text)}"` })).toEqual([
      206,
      'bytes 0-1/14',
      '2',
      'He',
    ]);
    expect(await ask('bytes=0-1', { 'if-range': '"of-something-else"' })).toEqual([200, null, '14', text]);
  });

  test('is spared to whoever has it', async () => {
    const id = await withContent(text);
    const headers = { 'if-none-match': `"other", "${sha(text)}"` };
    const answer = await endpoints.fetch(`/api/artifacts/${id}/content`, { headers });
    expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([
      304,
      '',
      `"${sha(text)}"`,
    ]);
  });

  test('HEAD says all and sends nothing', async () => {
    const id = await withContent(text);
    opened.length = 0;
    const answer = await endpoints.fetch(`/api/artifacts/${id}/content`, { method: 'HEAD' });
    const { status, headers } = answer;
    expect([status, headers.get('content-length'), headers.get('etag'), await answer.text()]).toEqual([
      200,
      '14',
      `"${sha(text)}"`,
      '',
    ]);
    expect(opened).toEqual([]);
  });

  test('sends a version as it was', async () => {
    const id = await withContent('first');
    await endpoints.rig.commit(id);
    await endpoints.fetch(`/api/artifacts/${id}/content`, { method: 'PUT', body: 'second' });
    const read = async (more: string) => {
      const answer = await endpoints.fetch(`/api/artifacts/${id}/content${more}`);
      return [answer.status, answer.ok ? await answer.text() : ((await answer.json()) as Json).error.kind];
    };
    expect(await read('?version=1')).toEqual([200, 'first']);
    expect(await read('')).toEqual([200, 'second']);
    expect(await read('?version=2')).toEqual([404, 'NotFound']);
    expect(await read('?version=0')).toEqual([400, 'InvalidParams']);
    expect(await read('?version=-1')).toEqual([400, 'InvalidParams']);
    expect(await read('?version=1e3')).toEqual([400, 'InvalidParams']);
  });

  test('says when there is no content, no artifact, or no picture', async () => {
    const { id } = await endpoints.rig.create(workspace);
    for (const target of [`${id}/content`, 'nobody/content', `${id}/thumbnail`, 'nobody/thumbnail']) {
      const answer = await endpoints.fetch(`/api/artifacts/${target}`);
      expect([target, answer.status, ((await answer.json()) as Json).error.kind]).toEqual([
        target,
        404,
        'NotFound',
      ]);
    }
  });

  test('of something large comes in pieces and ends with the client', async () => {
    const size = 64 * 2 ** 20;
    const { hash } = await endpoints.rig.artifacts.upload(
      (async function* () {
        for (let each = 0; each < 64; each++) yield Buffer.alloc(2 ** 20, each);
      })(),
    );
    const { id } = await endpoints.rig.create(workspace, { content: { hash } });
    opened.length = 0;
    const answer = await endpoints.fetch(`/api/artifacts/${id}/content`);
    let read = 0;
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) read += chunk.length;
    expect(read).toBe(size);

    const client = new AbortController();
    const cut = await endpoints.fetch(`/api/artifacts/${id}/content`, { signal: client.signal });
    await cut.body?.getReader().read();
    client.abort();
    await vi.waitFor(() => expect(opened.map(({ destroyed }) => destroyed)).toEqual([true, true]), patience);
    expect(endpoints.problems).toEqual([]);
  });

  test('L5: that cannot be read to its end breaks off, so that nobody takes a part for the whole', async () => {
    const broken = await EndpointsRig.open({
      artifacts: (real) => ({
        content: async (artifact, version) => {
          const content = await real.content(artifact, version);
          const open = async () =>
            Readable.from(
              (async function* () {
                yield Buffer.alloc(1000);
                await new Promise((resolve) => setTimeout(resolve, 20));
                throw new Error('a bad sector');
              })(),
            );
          return { ...content, open };
        },
      }),
    });
    const { hash } = await broken.rig.artifacts.upload(Buffer.alloc(1_000_000));
    const { id } = await broken.rig.create(await broken.rig.workspace(), { content: { hash } });
    const answer = await broken.fetch(`/api/artifacts/${id}/content`);
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
    expect(broken.problems).toEqual([expect.objectContaining({ message: 'a bad sector' })]);
    await broken.close();
  });

  test('of a thumbnail is the picture, by what it begins with', async () => {
    const picture = Buffer.from('\x89PNG\r\n\x1a\n and so on', 'latin1');
    const { hash } = await endpoints.rig.artifacts.upload(picture);
    const shown = await EndpointsRig.open({
      artifacts: (real) => ({
        summaries: async (ids) => (await real.summaries(ids)).map((one) => ({ ...one, thumbnail: hash })),
      }),
    });
    await shown.rig.artifacts.upload(picture);
    const { id } = await shown.rig.create(await shown.rig.workspace());
    const answer = await shown.fetch(`/api/artifacts/${id}/thumbnail`);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('etag')]).toEqual([
      200,
      'image/png',
      `"${hash}"`,
    ]);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(picture);
    const again = await shown.fetch(`/api/artifacts/${id}/thumbnail`, {
      headers: { 'if-none-match': `"${hash}"` },
    });
    expect(again.status).toBe(304);
    await shown.close();
  });
});
