import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { artifact, hostWith } from './commands/artifacts/artifact-double.testkit.ts';
import { HostDouble, report, temporaryDirectory } from './host-double.testkit.ts';

const command = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** The real command, as a process of its own with an environment of its own. */
function loggia(args: readonly string[], data: string) {
  const child = spawn(process.execPath, [command, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], LOGGIA_DATA: data },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  let complaints = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
  const ended = new Promise<{ code: number | null; out: string; complaints: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, out, complaints }));
  });
  return { child, ended };
}

test('L2: one command starts the host, finds it, and sees that it is gone', async () => {
  const data = temporaryDirectory();
  const host = loggia(['serve', '--port', '0', '--no-open'], data);
  while (!fs.existsSync(path.join(data, 'endpoint.json'))) await sleep(50);

  const { out } = await loggia(['doctor', '--json'], data).ended;
  const { findings } = JSON.parse(out) as { findings: { level: string; problem: string }[] };
  expect(findings.slice(0, 2)).toEqual([
    { level: 'ok', problem: expect.stringContaining('is supported') },
    { level: 'ok', problem: expect.stringContaining(`(process ${host.child.pid}) and is healthy.`) },
  ]);

  host.child.kill('SIGINT');
  expect(await host.ended).toMatchObject({ code: 0 });
  expect(await loggia(['servers', 'list'], data).ended).toMatchObject({ code: 3, out: '' });
});

test('L2: help and version need no host, and mistakes are exit code 2', async () => {
  const data = temporaryDirectory();
  expect(await loggia(['--version'], data).ended).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  });
  expect(await loggia(['serve', '--help'], data).ended).toMatchObject({ code: 0, complaints: '' });
  expect((await loggia(['--help'], data).ended).out).toContain('loggia servers add');
  expect(await loggia(['servers', 'lits'], data).ended).toMatchObject({
    code: 2,
    complaints: expect.stringContaining('Did you mean'),
  });
});

test('L2: Ctrl-C ends a call', async () => {
  let called: () => void = () => undefined;
  const calling = new Promise<void>((resolve) => {
    called = resolve;
  });
  const host = await HostDouble.start({
    'x-loggia/callTool': () => {
      called();
      return new Promise(() => undefined);
    },
  });
  const { child, ended } = loggia(['tools', 'call', 'files', 'read'], host.data);
  await calling;
  child.kill('SIGINT');
  expect(await ended).toEqual({ code: 130, out: '', complaints: 'loggia: Stopped.\n' });
});

test('L2: a reader who has seen enough is no failure', async () => {
  const servers = Array.from({ length: 5000 }, (_, index) => report({ id: String(index) }));
  const host = await HostDouble.start({ 'x-loggia/listServers': () => ({ servers }) });
  const { child, ended } = loggia(['servers', 'list'], host.data);
  child.stdout.once('data', () => child.stdout.destroy());
  expect(await ended).toMatchObject({ code: 0, complaints: '' });
});

test('L2: a reader of a long content who has seen enough is no failure', async () => {
  const host = await hostWith([artifact('aaaa-1')]);
  host.serve = (_request, response) => {
    response.writeHead(200);
    const more = (): void => void response.write(Buffer.alloc(65_536, 'x'), () => setImmediate(more));
    more();
  };
  const { child, ended } = loggia(['artifacts', 'cat', 'aaaa-1'], host.data);
  child.stdout.once('data', () => child.stdout.destroy());
  expect(await ended).toMatchObject({ code: 0, complaints: '' });
});

test('L2: Ctrl-C ends an upload that waits for its input', async () => {
  const host = await hostWith([]);
  let begun: () => void = () => undefined;
  const beginning = new Promise<void>((resolve) => {
    begun = resolve;
  });
  host.serve = (request) => void request.once('data', begun);
  const { child, ended } = loggia(['artifacts', 'create', '-', '--title', 'T'], host.data);
  child.stdin.write('something');
  await beginning;
  child.kill('SIGINT');
  expect(await ended).toEqual({ code: 130, out: '', complaints: 'loggia: Stopped.\n' });
});
