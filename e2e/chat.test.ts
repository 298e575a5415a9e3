import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loggia, type Answered } from './src/process/command.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';
import { echoServer, stdio } from './src/servers/reference-servers.ts';

const program = path.join(fileURLToPath(new URL('../', import.meta.url)), 'presentation/cli/dist/main.js');

interface Event {
  readonly type: string;
  readonly [key: string]: unknown;
}

describe('talking to a real host from the command line', () => {
  const data = new DataDirectory({ mcpServers: { echo: stdio(echoServer) } });
  let host: HostProcess;

  beforeAll(async () => {
    host = await HostProcess.start(data);
  });

  afterAll(async () => {
    await host[Symbol.asyncDispose]();
    data[Symbol.dispose]();
  });

  const run = (...words: string[]): Promise<Answered> => loggia(data, words);
  const events = async (...words: string[]): Promise<readonly Event[]> => {
    const { stdout } = await run('chat', '--json', ...words);
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Event);
  };
  const textOf = (told: readonly Event[]): string =>
    told.flatMap(({ type, text }) => (type === 'text' ? [text] : [])).join('');

  /** A session whose servers have started, so that its agent has their tools. */
  async function equipped(): Promise<string> {
    const [started] = await events('hello');
    const session = String(started?.['session']);
    await until('the tools are offered', async () =>
      textOf(await events('--session', session, '/tools')).includes('echo'),
    );
    return session;
  }

  test('L2, A6: a reply goes to one stream and thoughts to the other', async () => {
    expect(await run('chat', '/think one two three')).toEqual({
      code: 0,
      stdout: 'one two three \n',
      stderr: 'Hm. Indeed.\n',
    });
  });

  test('L2, A6: events come as lines of JSON; a turn that fails is exit code 1', async () => {
    const told = await events('/think hi');
    expect(told.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['started', 'reasoning', 'text', 'usage', 'done']),
    );
    expect(textOf(told)).toBe('hi ');
    const failed = await run('chat', '/fail', 'on purpose');
    expect(failed).toMatchObject({
      code: 1,
      stdout: 'Well… \n',
      stderr: expect.stringContaining('on purpose'),
    });
  });

  test('L2, A8: a question is declined where nobody is there, and the exit code is 1', async () => {
    const asked = await run('chat', '/ask', 'Which', 'one?');
    expect(asked).toMatchObject({
      code: 1,
      stdout: 'Never mind.\n',
      stderr: expect.stringContaining('Which one?'),
    });
  });

  test('L2, A7: tools run, are denied, and are allowed with --yes', async () => {
    const session = await equipped();
    const tool = /\S*echo\S*/.exec(textOf(await events('--session', session, '/tools')))?.[0] ?? '';
    const ran = await run('chat', '--session', session, '/tool', tool, '{"text":"hi"}');
    expect(ran).toMatchObject({ code: 0, stdout: 'done: {"text":"hi"}\n' });
    expect(ran.stderr).toMatch(/^• .*\(echo\): done\n$/);
    const denied = await run('chat', '--session', session, '/confirm', tool, '{"text":"hi"}');
    expect(denied).toMatchObject({
      code: 1,
      stdout: 'denied\n',
      stderr: expect.stringContaining('there is no terminal'),
    });
    const allowed = await events('--session', session, '--yes', '/confirm', tool, '{"text":"hi"}');
    expect(textOf(allowed)).toBe('done: {"text":"hi"}');
    expect(allowed.find(({ type }) => type === 'confirmation')).toMatchObject({ of: 'call', server: 'echo' });
  });

  test('L2, A6: a reply is printed as it comes, and Ctrl-C cancels the turn, in the host as well', async () => {
    const child = spawn(process.execPath, [program, 'chat', '/forever'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], LOGGIA_DATA: data.path },
    });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    await until('it talks', () => out.includes('tick 3'));
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    const list = JSON.parse((await run('sessions', 'list', '--json', '--search', '/forever')).stdout) as {
      sessions: { resource: string }[];
    };
    const shown = JSON.parse(
      (await run('sessions', 'show', list.sessions[0]?.resource ?? '', '--json')).stdout,
    ) as {
      chats: { turns: { state: string }[]; activeTurn?: unknown }[];
    };
    expect(shown.chats[0]).toMatchObject({ turns: [{ state: 'cancelled' }] });
    expect(shown.chats[0]?.activeTurn).toBeUndefined();
  });

  test('L2, A6: what is piped in is the message', async () => {
    const child = spawn(process.execPath, [program, 'chat'], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { PATH: process.env['PATH'], LOGGIA_DATA: data.path },
    });
    child.stdin.end('from a pipe\n');
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
    expect(out).toBe('from a pipe \n');
  });

  test('L2, A4: a host that dies and comes back is found again, and the turn ends with what it says', async () => {
    const answering = events('/forever', 'again');
    using other = new TappedClient('watcher', () => data.endpoint());
    await until('it runs', async () => {
      const { items } = await other.ahp.request('listSessions', { channel: 'ahp-root://', limit: 1 });
      return items[0]?.title.includes('again') && (items[0].status & 8) !== 0;
    });
    await host.kill();
    host = await HostProcess.start(data);
    const told = await answering;
    expect(told.at(-2)).toMatchObject({ type: 'error', resumable: true });
    expect(told.at(-1)).toMatchObject({ type: 'done', state: 'error' });
  });

  test('L2, A9: sessions are listed, shown, exported, put away and deleted', async () => {
    const [started] = await events('a', 'very', 'special', 'message');
    const session = String(started?.['session']);
    const id = session.slice('ahp-session:/'.length);
    expect((await run('sessions', 'list', '--search', 'very special')).stdout).toContain(id.slice(0, 8));
    expect((await run('sessions', 'show', id.slice(0, 12))).stdout).toMatch(
      /## You .*\n\na very special message\n\n## Agent\n\na very special message\n/,
    );
    const file = path.join(data.path, 'export.md');
    expect(await run('sessions', 'export', id, '--format', 'markdown', '--output', file)).toMatchObject({
      code: 0,
    });
    expect(readFileSync(file, 'utf8')).toContain('a very special message');
    const exported = JSON.parse((await run('sessions', 'export', id.slice(-12))).stdout) as {
      chats: unknown[];
    };
    expect(exported.chats).toHaveLength(1);
    expect(await run('sessions', 'archive', id)).toMatchObject({ code: 0 });
    expect((await run('sessions', 'list', '--search', 'very special')).stdout).not.toContain(id.slice(0, 8));
    expect(await run('sessions', 'archive', id, '--undo')).toMatchObject({ code: 0 });
    expect((await run('sessions', 'list', '--search', 'very special')).stdout).toContain(id.slice(0, 8));
    expect(await run('sessions', 'delete', id)).toMatchObject({ code: 2 });
    expect(await run('sessions', 'delete', id, '--yes')).toMatchObject({ code: 0 });
    expect(await run('sessions', 'show', id)).toMatchObject({ code: 1 });
  });
});
