import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseTypeFiles, parseTypeUri } from '@loggia/content';
import { fakeHost } from '@loggia/testing/handlers';
import { expect, onTestFinished, test } from 'vitest';

type Json = Readonly<Record<string, any>>; // oxlint-disable-line typescript/no-explicit-any -- answers are looked into by tests

/** Where it stands, the names of packages mean what they mean to an author who installed them. */
function writeExample(): string {
  const readme = fs.readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const example = /```js\n(.*?)```/s.exec(readme)?.[1] ?? '';
  const file = fileURLToPath(new URL(`../dist/example-${process.pid}.mjs`, import.meta.url));
  fs.writeFileSync(file, example);
  onTestFinished(() => fs.rmSync(file, { force: true }));
  return file;
}

function startExample() {
  const file = writeExample();
  const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill());
  const waiting = new Map<number, (message: Json) => void>();
  createInterface(child.stdout).on('line', (line) => {
    const message: Json = JSON.parse(line);
    waiting.get(message['id'])?.(message);
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const send = (message: Json) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let last = 0;
  return {
    child,
    send,
    errors: () => errors,
    request: async (method: string, params: Json = {}): Promise<Json> => {
      last += 1;
      const id = last;
      const answer = new Promise<Json>((resolve, reject) => {
        waiting.set(id, resolve);
        child.once('close', () => reject(new Error(`The example ended. ${errors}`)));
      });
      send({ id, method, params });
      const { result, error } = await answer;
      expect(error).toBeUndefined();
      return result;
    },
  };
}

test('the example of the README is a whole handler: it serves its type, acts back, hears events, and ends with its host', async () => {
  const example = startExample();
  await example.request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  });
  example.send({ method: 'notifications/initialized' });

  const files = new Map<string, string>();
  const pages: string[] = [];
  let mime = '';
  for (const { uri } of (await example.request('resources/list'))['resources']) {
    const place = parseTypeUri(uri);
    const [content] = (await example.request('resources/read', { uri }))['contents'];
    if (place === undefined) pages.push(content.mimeType);
    else files.set(place.file, content.text);
    mime = place?.mime ?? mime;
  }
  expect(pages).toEqual(['text/html;profile=mcp-app']);
  expect(parseTypeFiles(mime, files)).toMatchObject({
    contract: { mime: 'application/vnd.acme.note+json' },
    problems: [],
  });

  const artifact = {
    id: 'n1',
    workspace: 'w',
    type: mime,
    title: 'Ideas',
    state: 'draft',
    revision: 4,
    version: 0,
  };
  const host = await fakeHost(() => ({ json: { artifact: { ...artifact, context: { text: 'One' } } } }));
  const added = await example.request('tools/call', {
    name: 'append_to_note',
    arguments: { artifact: 'n1', line: 'Two' },
    _meta: host.meta('token'),
  });
  expect(added['content']).toEqual([{ type: 'text', text: 'Added.' }]);
  expect(JSON.parse(host.seen[1]?.body ?? '')).toEqual({
    artifact: 'n1',
    ifRevision: 4,
    context: { text: 'One\nTwo' },
  });

  await example.request('tools/call', {
    name: 'note_event',
    arguments: {
      event: { id: 'e1', kind: 'commit', at: '2026-11-16T00:00:00Z', attempt: 1, by: 'Ana' },
      artifact: { ...artifact, context: { text: 'One' } },
    },
  });
  await expect.poll(example.errors).toContain('Ana committed “Ideas”');

  const ended = new Promise((resolve) => example.child.once('close', resolve));
  example.child.stdin.end();
  expect(await ended).toBe(0);
});
