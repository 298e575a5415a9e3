import fs from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { type HostDouble, loggia, Refusal, temporaryDirectory } from '../../host-double.testkit.ts';
import { artifact, at, home, hostWith, work } from './artifact-double.testkit.ts';

const hash = 'ab'.repeat(32);
const made = artifact('new-1', { title: 'a.txt', revision: 1 });

interface Received {
  readonly bytes: Buffer[];
  readonly headers: IncomingMessage['headers'][];
}

/** Takes uploads and says what it got. */
function taking(host: HostDouble): Received {
  const received: Received = { bytes: [], headers: [] };
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const bytes = await buffer(request);
    received.bytes.push(bytes);
    received.headers.push(request.headers);
    response.writeHead(201).end(JSON.stringify({ content: { hash, size: bytes.length } }));
  };
  host.serve = (request, response) => void take(request, response);
  return received;
}

async function creating(answers = {}): Promise<{ host: HostDouble; received: Received; directory: string }> {
  const host = await hostWith([made], {
    'x-loggia/createArtifact': () => ({ artifact: { ...made, context: {} } }),
    'x-loggia/updateArtifact': () => ({ artifact: { ...made, context: {} } }),
    ...answers,
  });
  return { host, received: taking(host), directory: temporaryDirectory() };
}

const paramsOf = (host: HostDouble, method: string) =>
  host.commands.filter(([name]) => name === `x-loggia/${method}`).map(([, params]) => params);

describe('making', () => {
  test('F3: a file is streamed with the token in a header, and becomes a draft', async () => {
    const { host, received, directory } = await creating();
    fs.writeFileSync(path.join(directory, 'a.txt'), 'hello');
    const ran = await loggia(['artifacts', 'create', 'a.txt'], {
      data: host.data,
      workingDirectory: directory,
    });
    expect(ran).toEqual({
      exitCode: 0,
      out: 'Created "a.txt" (new-1), text/plain, in "Home", as a draft.\n',
      complaints: '',
    });
    expect(received.bytes.map(String)).toEqual(['hello']);
    expect(received.headers[0]).toMatchObject({
      authorization: `Bearer ${host.token}`,
      'content-length': '5',
    });
    expect(paramsOf(host, 'createArtifact')).toEqual([
      { workspace: home.id, title: 'a.txt', fileName: 'a.txt', content: { hash } },
    ]);
  });

  test('F3: everything about it can be said, and it can be committed at once', async () => {
    const { host, directory } = await creating({
      'x-loggia/commitArtifacts': () => ({
        commit: { id: 'c', workspace: home.id, message: 'First', author: 'me', at, artifacts: [] },
        artifacts: [{ ...made, version: 1, state: 'committed' }],
      }),
    });
    fs.writeFileSync(path.join(directory, 'c.json'), '\ufeff{"done":true}');
    fs.writeFileSync(path.join(directory, 'empty'), '');
    const line = ['artifacts', 'create', 'empty', '--title', 'T', '--type', 'a/b', '--context', 'c.json'];
    const ran = await loggia([...line, '--commit', 'First'], {
      data: host.data,
      workingDirectory: directory,
    });
    expect(ran.out).toContain('and committed it as version 1.');
    expect(paramsOf(host, 'createArtifact')).toEqual([
      {
        workspace: home.id,
        title: 'T',
        type: 'a/b',
        fileName: 'empty',
        context: { done: true },
        content: { hash },
      },
    ]);
    expect(paramsOf(host, 'commitArtifacts')).toEqual([
      { artifacts: [{ id: 'new-1', ifRevision: 1 }], message: 'First' },
    ]);
  });

  test('F3: what is piped in is bytes, not text', async () => {
    const { host, received } = await creating();
    const bytes = Buffer.from([0, 255, 128, 10]);
    const readBytes = () => Readable.from([bytes.subarray(0, 2), bytes.subarray(2)]);
    const ran = await loggia(['artifacts', 'create', '-', '--title', 'T'], { data: host.data, readBytes });
    expect(ran.exitCode).toBe(0);
    expect(received.bytes).toEqual([bytes]);
    expect(paramsOf(host, 'createArtifact')).toEqual([{ workspace: home.id, title: 'T', content: { hash } }]);
  });

  test('F1: one with a context alone needs no file', async () => {
    const { host, received } = await creating();
    const line = ['artifacts', 'create', '--title', 'T', '--type', 'a/b', '--context', '-'];
    const readBytes = () => Readable.from([Buffer.from('{"a":1}')]);
    expect((await loggia(line, { data: host.data, readBytes })).exitCode).toBe(0);
    expect(received.bytes).toEqual([]);
    expect(paramsOf(host, 'createArtifact')).toEqual([
      { workspace: home.id, title: 'T', type: 'a/b', context: { a: 1 }, fromTemplate: true },
    ]);
  });

  test.each<[string[], number, string]>([
    [['nope.txt'], 1, 'nope.txt does not exist. Check the path.'],
    [['a.txt/b'], 1, 'a.txt/b does not exist. Check the path.'],
    [['folder'], 1, 'folder is a folder. Name a file in it.'],
    [[], 2, 'Name a FILE'],
    [['-'], 2, '--title'],
    [['-', '--title', 'T', '--context', '-'], 2, 'can read standard input'],
    [['a.txt', '--context', 'list.json'], 2, 'one JSON object'],
    [['a.txt', '--context', 'a.txt'], 2, 'a.txt is not valid JSON'],
  ])('L5: %j fails with what to do', async (argv, exitCode, words) => {
    const { host, directory } = await creating();
    fs.writeFileSync(path.join(directory, 'a.txt'), 'hello');
    fs.writeFileSync(path.join(directory, 'list.json'), '[1]');
    fs.mkdirSync(path.join(directory, 'folder'));
    const ran = await loggia(['artifacts', 'create', ...argv], {
      data: host.data,
      workingDirectory: directory,
    });
    expect(ran).toMatchObject({ exitCode, complaints: expect.stringContaining(words) });
    expect(paramsOf(host, 'createArtifact')).toEqual([]);
  });

  test('L5: of several workspaces one has to be named', async () => {
    const { host } = await creating({ 'x-loggia/listWorkspaces': () => ({ workspaces: [home, work] }) });
    const line = ['artifacts', 'create', '--title', 'T', '--type', 'a/b'];
    expect(await loggia(line, { data: host.data })).toMatchObject({
      exitCode: 2,
      complaints: 'loggia: There are several workspaces: "Home", "Work". Say which with --workspace.\n',
    });
    await loggia([...line, '--workspace', 'work'], { data: host.data });
    expect(paramsOf(host, 'createArtifact')).toMatchObject([{ workspace: work.id }]);
  });

  test('L5: one that cannot be committed is there as a draft, and the command says so', async () => {
    const { host } = await creating({
      'x-loggia/commitArtifacts': () => {
        throw new Refusal(-32602, 'The context has no "done".');
      },
    });
    const line = ['artifacts', 'create', '--title', 'T', '--type', 'a/b', '--commit', 'First'];
    expect(await loggia(line, { data: host.data })).toMatchObject({
      exitCode: 1,
      complaints: `The artifact is there as a draft (new-1), but it could not be committed.\nloggia: The context has no "done".\n`,
    });
  });

  test('L5: a host that refuses in the middle is heard, and not sent the rest', async () => {
    const { host } = await creating();
    host.serve = (_request, response) => {
      const error = { code: -32600, kind: 'InvalidRequest', message: 'This is more than 5 bytes.' };
      response.writeHead(413).end(JSON.stringify({ error }));
    };
    let given = 0;
    async function* endless() {
      for (;;) {
        given += 1;
        yield Buffer.alloc(65_536);
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    const ran = await loggia(['artifacts', 'create', '-', '--title', 'T'], {
      data: host.data,
      readBytes: () => Readable.from(endless()),
    });
    expect(ran).toMatchObject({ exitCode: 1, complaints: 'loggia: This is more than 5 bytes.\n' });
    expect(given).toBeGreaterThan(0);
  });

  test.each([
    ['Ctrl-C', 130, 'loggia: Stopped.\n'],
    ['a refusal', 1, 'loggia: The host answered with the status 500 and no reason. See its log.\n'],
  ])('L2: %s ends an upload, also while nothing more is piped in', async (end, exitCode, complaints) => {
    const { host } = await creating();
    const interruption = new AbortController();
    host.serve = (request, response) =>
      void request.once('data', () => {
        if (end === 'Ctrl-C') interruption.abort();
        else response.writeHead(500).end('{}');
      });
    const piped = new Readable({ read: () => undefined });
    piped.push('a');
    const ran = await loggia(['artifacts', 'create', '-', '--title', 'T'], {
      data: host.data,
      readBytes: () => piped,
      interrupted: interruption.signal,
    });
    expect(ran).toEqual({ exitCode, out: '', complaints });
    expect(piped.destroyed).toBe(true);
    expect(paramsOf(host, 'createArtifact')).toEqual([]);
  });

  test('L2: Ctrl-C ends a download, and leaves nothing', async () => {
    const { host, directory } = await creating();
    const interruption = new AbortController();
    host.serve = (_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('half', () => interruption.abort());
    };
    const ran = await loggia(['artifacts', 'cat', 'new-1', '--output', 'out'], {
      data: host.data,
      workingDirectory: directory,
      interrupted: interruption.signal,
    });
    expect(ran).toEqual({ exitCode: 130, out: '', complaints: 'loggia: Stopped.\n' });
    expect(fs.readdirSync(directory)).toEqual([]);
  });

  test('L2: a host that goes away in the middle is exit code 3', async () => {
    const { host } = await creating();
    host.serve = (request) => void request.once('data', () => request.socket.destroy());
    const ran = await loggia(['artifacts', 'create', '-', '--title', 'T'], {
      data: host.data,
      readBytes: () => Readable.from([Buffer.alloc(1000)]),
    });
    expect(ran).toMatchObject({ exitCode: 3, complaints: expect.stringContaining('was lost') });
  });

  test('L2: a terminal sees how far it is, and a pipe does not', async () => {
    const { host, directory } = await creating();
    fs.writeFileSync(path.join(directory, 'a.txt'), 'x'.repeat(2000));
    const written: string[] = [];
    const complaints = { write: (text: string) => void written.push(text), isTerminal: true, columns: 0 };
    const world = { data: host.data, workingDirectory: directory };
    await loggia(['artifacts', 'create', 'a.txt'], { ...world, complaints });
    expect(written).toEqual(['\rSending a.txt: 2.0 kB of 2.0 kB (100 %)\u001b[K', '\r\u001b[K']);
    expect((await loggia(['artifacts', 'create', 'a.txt'], world)).complaints).toBe('');
  });
});

describe('changing', () => {
  test('F3: sends the revision that was seen, and what is to change', async () => {
    const { host, received, directory } = await creating();
    fs.writeFileSync(path.join(directory, 'b.txt'), 'more');
    const world = { data: host.data, workingDirectory: directory };
    const ran = await loggia(['artifacts', 'edit', 'new-1', '--title', 'B', '--content', 'b.txt'], world);
    expect(ran.out).toContain('"loggia artifacts commit new-1 --message MESSAGE"');
    await loggia(['artifacts', 'edit', 'new-1', '--title', 'B', '--if-revision', '7'], world);
    expect(received.bytes.map(String)).toEqual(['more']);
    expect(paramsOf(host, 'updateArtifact')).toEqual([
      { artifact: 'new-1', ifRevision: 1, title: 'B', content: { hash } },
      { artifact: 'new-1', ifRevision: 7, title: 'B' },
    ]);
    expect(await loggia(['artifacts', 'edit', 'new-1'], world)).toMatchObject({ exitCode: 2 });
  });
});

describe('reading', () => {
  function sending(body: string | Uint8Array) {
    return (request: IncomingMessage, response: ServerResponse): void => {
      urls.push(request.url ?? '');
      response.writeHead(200, { 'Content-Length': String(Buffer.byteLength(body)) }).end(body);
    };
  }
  const urls: string[] = [];

  async function reading(body: string | Uint8Array, title = 'a.txt') {
    urls.length = 0;
    const host = await hostWith([{ ...made, title }]);
    host.serve = sending(body);
    return { host, world: { data: host.data, workingDirectory: temporaryDirectory() } };
  }

  test('F3: the content goes to a pipe as it is', async () => {
    const bytes = Buffer.from([0, 27, 255]);
    const { world } = await reading(bytes);
    const got: Uint8Array[] = [];
    const writeBytes = async (chunk: Uint8Array) => {
      got.push(chunk);
      return true;
    };
    const ran = await loggia(['artifacts', 'cat', 'new-1', '--version', '2'], { ...world, writeBytes });
    expect([ran.exitCode, Buffer.concat(got)]).toEqual([0, bytes]);
    expect(urls).toEqual(['/api/artifacts/new-1/content?version=2']);
  });

  test('L2: a reader who has seen enough is no failure', async () => {
    const { host, world } = await reading('');
    host.serve = (_request, response) => {
      response.writeHead(200);
      const more = (): void => void response.write(Buffer.alloc(65_536), () => setImmediate(more));
      more();
    };
    const ran = await loggia(['artifacts', 'cat', 'new-1'], { ...world, writeBytes: async () => false });
    expect(ran).toEqual({ exitCode: 0, out: '', complaints: '' });
  });

  test('L5: a terminal is shown text, made harmless, and no bytes', async () => {
    const out = { write: (text: string) => void written.push(text), isTerminal: true, columns: 80 };
    const written: string[] = [];
    const writeBytes = async (chunk: Uint8Array) => {
      written.push(Buffer.from(chunk).toString());
      return true;
    };
    const text = await reading('Grüße \u001b[2J');
    await loggia(['artifacts', 'cat', 'new-1'], { ...text.world, out, writeBytes });
    expect(written.join('')).toBe('Grüße ␛[2J\n');
    for (const body of [Buffer.from([137, 80, 78, 71]), 'a\u0000b']) {
      const bytes = await reading(body);
      const ran = await loggia(['artifacts', 'cat', 'new-1'], { ...bytes.world, out, writeBytes });
      expect(ran).toMatchObject({ exitCode: 1, complaints: expect.stringContaining('--output') });
    }
  });

  test('F3: is saved under a safe name, and never over a file unless told so', async () => {
    const { host, world } = await reading('first', '../../etc/pass\u0000wd');
    const cat = (...more: string[]) => loggia(['artifacts', 'cat', 'new-1', '--output', '.', ...more], world);
    const file = path.join(world.workingDirectory, 'etc pass wd');
    expect(await cat()).toMatchObject({ exitCode: 0, out: `Wrote ${file} (5 bytes).\n` });
    host.serve = sending('second');
    expect(await cat()).toMatchObject({ exitCode: 1, complaints: expect.stringContaining('--force') });
    expect(fs.readFileSync(file, 'utf8')).toBe('first');
    const forced = await cat('--force', '--json');
    expect(JSON.parse(forced.out)).toEqual({ artifact: 'new-1', file, size: 6 });
    expect(fs.readFileSync(file, 'utf8')).toBe('second');
    expect(fs.readdirSync(world.workingDirectory)).toEqual(['etc pass wd']);
    expect(await loggia(['artifacts', 'cat', 'new-1', '--json'], world)).toMatchObject({ exitCode: 2 });
  });

  test.each([
    ['nothing', {}, []],
    ['what was there', { out: 'before' }, ['--force']],
  ])('L5: a download that breaks off leaves %s', async (_what, files, force) => {
    const { host, world } = await reading('');
    host.serve = (_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('half', () => response.destroy());
    };
    const directory = world.workingDirectory;
    for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(directory, name), text);
    expect(await loggia(['artifacts', 'cat', 'new-1', '--output', 'out', ...force], world)).toMatchObject({
      exitCode: 1,
      complaints: expect.stringContaining('lost during the transfer'),
    });
    const left = fs
      .readdirSync(directory)
      .map((name) => [name, fs.readFileSync(path.join(directory, name), 'utf8')]);
    expect(Object.fromEntries(left)).toEqual(files);
  });

  test('L5: what the host says no to is said with its words', async () => {
    const { host, world } = await reading('');
    host.serve = (_request, response) => {
      const error = { code: -32008, kind: 'NotFound', message: '"a.txt" has no content, only a context.' };
      response.writeHead(404).end(JSON.stringify({ error }));
    };
    expect(await loggia(['artifacts', 'cat', 'new-1', '--output', 'x'], world)).toMatchObject({
      exitCode: 1,
      complaints: 'loggia: "a.txt" has no content, only a context.\n',
    });
    expect(fs.readdirSync(world.workingDirectory)).toEqual([]);
  });
});
