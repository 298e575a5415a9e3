import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { loggia, type Answered } from './src/process/command.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { until } from './src/process/until.ts';

interface ListedBrowser {
  readonly id: string;
  readonly name: string;
}

describe('the commands that decide who gets in', () => {
  const data = new DataDirectory();
  let host: HostProcess;

  beforeAll(async () => {
    host = await HostProcess.start(data);
  });

  afterAll(async () => {
    await host[Symbol.asyncDispose]();
    data[Symbol.dispose]();
  });

  const run = (...words: string[]): Promise<Answered> => loggia(data, words);
  const addressOf = async (): Promise<string> => (await run('open', '--no-open')).stdout.trim();
  const ticketIn = (address: string): string =>
    new URLSearchParams(new URL(address).hash.slice(1)).get('ticket') ?? '';
  const post = (at: string, body: object, credential?: string, agent = 'test'): Promise<Response> =>
    fetch(`${host.endpoint.http}${at}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': agent,
        ...(credential !== undefined && { Authorization: `Bearer ${credential}` }),
      },
      body: JSON.stringify(body),
    });
  /** As the page of the shell does it. */
  async function signIn(agent: string): Promise<string> {
    const answer = await post('/sign-in', { ticket: ticketIn(await addressOf()) }, undefined, agent);
    return ((await answer.json()) as { key: string }).key;
  }
  const isLetIn = async (credential: string): Promise<boolean> =>
    (await post('/ticket', { for: 'connection' }, credential)).ok;
  async function browsers(): Promise<readonly ListedBrowser[]> {
    const { stdout } = await run('browsers', 'list', '--json');
    return (JSON.parse(stdout) as { browsers: ListedBrowser[] }).browsers;
  }

  /** A WebSocket of a page, and how it ended. */
  async function connect(key: string): Promise<{ readonly closed: Promise<unknown> }> {
    const answer = await post('/ticket', { for: 'connection' }, key);
    const { ticket } = (await answer.json()) as { ticket: string };
    const socket = new WebSocket(`${host.endpoint.ahp}?ticket=${ticket}`);
    onTestFinished(() => socket.terminate());
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return { closed };
  }

  test('SE9: "open" hands a ticket that works once to the browser, and shows it to no pipe', async () => {
    const programs = path.join(data.path, 'programs');
    const opened = path.join(data.path, 'opened');
    mkdirSync(programs);
    writeFileSync(
      path.join(programs, 'xdg-open'),
      `#!/bin/sh\nprintf %s "$1" > '${opened}.part' && mv '${opened}.part' '${opened}'\n`,
    );
    chmodSync(path.join(programs, 'xdg-open'), 0o755);
    const env = { PATH: `${programs}:${process.env['PATH']}`, DISPLAY: ':0' };
    const ran = await loggia(data, ['open'], undefined, env);
    expect(ran).toEqual({ code: 0, stdout: 'Opened Loggia in the browser.\n', stderr: '' });
    const address = await until('the browser has the address', () => {
      try {
        return readFileSync(opened, 'utf8');
      } catch {
        return undefined;
      }
    });
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#ticket=[\w-]{32}$/);
    expect(address).not.toContain(host.endpoint.token);

    const ticket = ticketIn(address);
    const first = await post('/sign-in', { ticket });
    expect(first.status).toBe(200);
    const { key } = (await first.json()) as { key: string };
    expect(await isLetIn(key)).toBe(true);
    const second = await post('/sign-in', { ticket });
    expect(second.status).toBe(403);
    expect(await second.json()).toMatchObject({
      error: { message: expect.stringContaining('Run "loggia open" to get a new one.') },
    });
    for (const secret of [ticket, key, host.endpoint.token]) expect(host.stderr).not.toContain(secret);
  });

  test('SE9: where no browser can be opened, "open" fails without showing a ticket', async () => {
    const { code, stdout, stderr } = await run('open');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('"loggia open --no-open" prints an address');
    expect(stderr).not.toContain('ticket=');
  });

  test('SE9: "open --json" gives a program the address and when it ends', async () => {
    const { address, expiresAt } = JSON.parse((await run('open', '--json')).stdout) as Record<string, string>;
    expect(address).toMatch(/#ticket=[\w-]{32}$/);
    expect(Date.parse(expiresAt ?? '')).toBeGreaterThan(Date.now());
    const wrong = await run('open', '--no-open', '--url', host.endpoint.http, '--token', 'x'.repeat(43));
    expect(wrong).toMatchObject({ code: 1, stdout: '' });
    expect(wrong.stderr).toContain("can't sign in a browser");
  });

  test('SE9: "browsers" lists those that are signed in, and signs one out at once', async () => {
    const [kept, revoked] = [await signIn('Firefox of Ann'), await signIn('Chrome of Ben')];
    const listed = await browsers();
    const one = listed.find(({ name }) => name === 'Chrome of Ben');
    if (!one) throw new Error('It is not listed.');
    const shown = await run('browsers', 'list');
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toContain('Firefox of Ann');
    expect(shown.stdout).toContain(one.id);
    for (const secret of [kept, revoked]) {
      expect(shown.stdout).not.toContain(secret);
      expect(JSON.stringify(listed)).not.toContain(secret);
    }

    const { closed } = await connect(revoked);
    expect(await run('browsers', 'revoke', one.id)).toEqual({
      code: 0,
      stdout: `Signed out browser ${one.id}.\n`,
      stderr: '',
    });
    await closed;
    expect(await isLetIn(revoked)).toBe(false);
    expect(await isLetIn(kept)).toBe(true);
    expect((await browsers()).map(({ id }) => id)).toEqual(
      listed.map(({ id }) => id).filter((id) => id !== one.id),
    );

    const again = await run('browsers', 'revoke', one.id, '--json');
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('"loggia browsers list" shows');
    expect(JSON.parse(again.stdout)).toMatchObject({ error: { exitCode: 1 } });
  });

  test('SE9: "token rotate" ends the old token, every browser and every connection', async () => {
    const unasked = await run('token', 'rotate');
    expect(unasked).toEqual({
      code: 2,
      stdout: '',
      stderr: 'loggia: There is no terminal to confirm on. Add --yes to replace the token.\n',
    });
    const old = host.endpoint.token;
    expect(await isLetIn(old)).toBe(true);
    const key = await signIn('Firefox of Ann');
    const unused = ticketIn(await addressOf());
    const { closed } = await connect(key);

    const ran = await run('token', 'rotate', '--yes');
    expect(ran).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^The token was replaced\. Sign in again with "loggia open"\.\nAPI keys stay/,
      ),
      stderr: '',
    });
    await closed;
    const { token } = host.endpoint;
    expect(token).not.toBe(old);
    expect(statSync(path.join(data.path, 'token')).mode & 0o077).toBe(0);
    expect(statSync(data.endpointFile).mode & 0o077).toBe(0);
    expect(await Promise.all([old, key, token].map(isLetIn))).toEqual([false, false, true]);
    expect((await post('/sign-in', { ticket: unused })).status).toBe(403);
    expect(await run('browsers', 'list')).toEqual({
      code: 0,
      stdout: 'No browser is signed in. "loggia open" signs one in.\n',
      stderr: '',
    });
    // Check that the command told the truth: the next ticket lets a browser in.
    expect(await isLetIn(await signIn('Firefox of Ann'))).toBe(true);
    for (const secret of [old, token, key, unused]) expect(host.stderr).not.toContain(secret);
  });

  test('SE9: the token that replaced another is the one after a restart', async () => {
    const { token } = host.endpoint;
    expect(JSON.parse((await run('token', 'rotate', '--yes', '--json')).stdout)).toEqual({ rotated: true });
    const replaced = host.endpoint.token;
    await host.terminate();
    host = await HostProcess.start(data);
    expect(host.endpoint.token).toBe(replaced);
    expect(await Promise.all([token, replaced].map(isLetIn))).toEqual([false, true]);
  });
});

describe('the same commands without a host', () => {
  const data = new DataDirectory();
  afterAll(() => data[Symbol.dispose]());

  test.each(['open', 'open --no-open', 'browsers list', 'browsers revoke x', 'token rotate --yes'])(
    'L2: "loggia %s" says that none runs, and how to start one',
    async (line) => {
      const words = line.split(' ');
      const message = `No host is running in ${data.path}. Start one with "loggia serve", or name another with --data or --url.`;
      expect(await loggia(data, words)).toEqual({ code: 3, stdout: '', stderr: `loggia: ${message}\n` });
      const { code, stdout } = await loggia(data, [...words, '--json']);
      expect({ code, ...JSON.parse(stdout) }).toEqual({ code: 3, error: { message, exitCode: 3 } });
    },
  );

  test('L2: a host that is named and does not answer is one that is not there', async () => {
    expect(await loggia(data, ['open', '--url', 'http://127.0.0.1:1'])).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining('No host answers at http://127.0.0.1:1'),
    });
  });
});
