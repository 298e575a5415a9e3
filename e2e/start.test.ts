import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { createSession, type ChannelView } from '@loggia/client';
import type { ChatState } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';

const user = (text: string) => ({ text, origin: { kind: 'user' as const } });

async function chatOf(client: TappedClient, session?: string): Promise<ChannelView<ChatState>> {
  const view = client.ahp.session(session ?? (await createSession(client.ahp)));
  await view.ready;
  const chat = client.ahp.chat(view.state?.defaultChat ?? '');
  await chat.ready;
  return chat;
}

function say(chat: ChannelView<ChatState>, turnId: string, text: string): Promise<'accepted'> {
  const startedAt = new Date().toISOString();
  return chat.dispatch({ type: 'chat/turnStarted', turnId, startedAt, message: user(text) }).settled;
}

function textIn({ confirmed }: ChannelView<ChatState>): string {
  const parts = confirmed?.activeTurn?.responseParts ?? confirmed?.turns.at(-1)?.responseParts ?? [];
  return parts.flatMap((part) => (part.kind === 'markdown' ? [part.content] : [])).join('');
}

test('L1, A4: told to stop in the middle of a turn, it ends the turn as one to be resumed, tells everybody, and exits 0', async () => {
  using data = new DataDirectory();
  let host = await HostProcess.start(data);
  using client = new TappedClient('patient', () => data.endpoint());
  try {
    const chat = await chatOf(client);
    await say(chat, 'long', '/forever and a day');
    await until('the agent speaks', () => textIn(chat).length > 50);

    expect(await host.terminate()).toEqual({ code: 0, signal: null });
    await until('the client has been told', () => chat.confirmed?.activeTurn === undefined);
    const told = structuredClone(chat.confirmed);
    expect(told?.turns.at(-1)).toMatchObject({ id: 'long', state: 'error' });
    expect(told?.turns.at(-1)?.responseParts.at(-1)).toMatchObject({
      kind: 'error',
      error: { errorType: 'hostStopped' },
      resumable: true,
    });
    expect(host.loggedErrors).toEqual([]);

    host = await HostProcess.start(data);
    client.ahp.retryNow();
    await until('the client is back', () => client.isConnected);
    // Nothing was left for the next start to settle.
    expect([client.reconnects, chat.confirmed]).toEqual([['replay'], told]);
    const before = textIn(chat).length;
    await chat.dispatch({ type: 'chat/turnResume', turnId: 'long' }).settled;
    await until('the agent goes on', () => textIn(chat).length > before + 20);
  } finally {
    await host[Symbol.asyncDispose]();
  }
});

test('L1: it starts as well on what it has stored, which is all still there', async () => {
  using data = new DataDirectory({}, { delayMs: 0 });
  let host = await HostProcess.start(data);
  try {
    const states: [string, ChatState | undefined][] = [];
    {
      using client = new TappedClient('writer', () => data.endpoint());
      for (let count = 1; count <= 30; count++) {
        const session = await createSession(client.ahp);
        const chat = await chatOf(client, session);
        await say(chat, 'hello', `session number ${count}`);
        await until('the turn is over', () => chat.confirmed?.turns.length === 1);
        states.push([session, chat.confirmed]);
      }
    }
    await host.kill();
    const startedAt = Date.now();
    host = await HostProcess.start(data);
    // How fast it is, is measured elsewhere; this only tells a start from a reading of everything.
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    using reader = new TappedClient('reader', () => data.endpoint());
    for (const [session, state] of states) expect((await chatOf(reader, session)).confirmed).toEqual(state);
  } finally {
    await host[Symbol.asyncDispose]();
  }
});

test('L5: a second host on the same data is refused, and whoever works with the first does not notice', async () => {
  using data = new DataDirectory();
  await using host = await HostProcess.start(data);
  using client = new TappedClient('busy', () => data.endpoint());
  const chat = await chatOf(client);
  await say(chat, 'long', '/forever');
  const endpoint = data.endpoint();
  expect(statSync(data.endpointFile).mode & 0o777).toBe(0o600);

  await using second = HostProcess.launch(data);
  expect((await second.ended).code).toBe(1);
  expect(second.stderr).toMatch(
    /is in use by process \d+\. Stop that one first, or choose another data directory\.\n$/,
  );
  expect(data.endpoint()).toEqual(endpoint);
  const before = textIn(chat).length;
  await until('the agent goes on', () => textIn(chat).length > before + 20);
  expect(client.reconnects).toEqual([]);
  expect(host.isRunning).toBe(true);
});

test('L1: what a killed host said of itself is replaced by the next, and the token stays', async () => {
  using data = new DataDirectory();
  const first = await HostProcess.start(data);
  const stale = data.endpoint();
  await first.kill();
  expect(data.endpoint()).toEqual(stale);
  await using next = await HostProcess.start(data);
  expect(data.endpoint()).toMatchObject({ pid: next.pid, token: stale.token });
  expect(await next.health()).toMatchObject({ status: 'ok' });
});

const canLimit = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0;

/** From the outside, and only for this process: no file of it may grow beyond so many bytes. */
function limitFiles(pid: number | undefined, bytes: number | 'unlimited'): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
  if (status !== 0) throw new Error(stderr.toString());
}

test.runIf(canLimit)(
  'L5: while the disk takes nothing, nothing is shown and nothing is lost; then it goes on by itself',
  async () => {
    using data = new DataDirectory();
    let host = await HostProcess.start(data);
    using client = new TappedClient('waits', () => data.endpoint());
    try {
      const chat = await chatOf(client);
      await say(chat, 'long', `/forever ${'x'.repeat(2_000)}`);
      await until('the agent speaks', () => textIn(chat).length > 20_000);
      limitFiles(host.pid, 4_096);
      await until('the host says so', async () => (await host.health()).status === 'failing', 30_000);
      const shown = textIn(chat);
      const refused = await fetch(`${data.endpoint().http}/healthz`);
      expect([refused.status, textIn(chat)]).toEqual([503, shown]);

      limitFiles(host.pid, 'unlimited');
      await until('it works again', async () => (await host.health()).status === 'ok', 30_000);
      await until('the agent goes on', () => textIn(chat).length > shown.length);
      await host.kill();
      const seen = textIn(chat);
      host = await HostProcess.start(data);
      client.ahp.retryNow();
      await until('the turn has ended', () => chat.confirmed?.activeTurn === undefined);
      expect([client.reconnects, textIn(chat).startsWith(seen)]).toEqual([['replay'], true]);
    } finally {
      await host[Symbol.asyncDispose]();
    }
  },
);
