import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSession, type ChannelView } from '@loggia/client';
import {
  retainedOutput,
  type RootState,
  type SessionState,
  type TerminalState,
  type ToolCall,
  type ToolCallIn,
} from '@loggia/protocol';
import { expect, test } from 'vitest';
import { asAgent } from './src/process/agent.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';

const terminal = 'ahp-terminal:/t';

function textOf({ confirmed }: ChannelView<TerminalState>): string {
  return (confirmed?.content ?? []).map((part) => (part.type === 'unclassified' ? part.value : '')).join('');
}

async function shows(view: ChannelView<TerminalState>, text: RegExp): Promise<RegExpExecArray> {
  return until(`the terminal shows ${text}`, () => text.exec(textOf(view)), 60_000);
}

function type(view: ChannelView<TerminalState>, data: string): Promise<'accepted'> {
  return view.dispatch({ type: 'terminal/input', data }).settled;
}

async function openTerminal({ ahp }: TappedClient, more: object = {}): Promise<string> {
  const session = await createSession(ahp);
  const view = ahp.session(session);
  await view.ready;
  const { defaultChat: chat = '' } = view.state as SessionState;
  await ahp.request('createTerminal', {
    channel: terminal,
    claim: { kind: 'session', session, chat },
    ...more,
  });
  return session;
}

async function watch({ ahp }: TappedClient): Promise<ChannelView<TerminalState>> {
  const view = ahp.subscribe<TerminalState>(terminal);
  await view.ready;
  return view;
}

/** Whether the process is gone, or has ended and only waits to be asked how. */
function isGone(pid: number): boolean {
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

test.skipIf(process.platform !== 'linux')(
  'TM2: two clients share a terminal, which goes on without them and ends with its session',
  { timeout: 180_000 },
  async () => {
    using data = new DataDirectory();
    await using _host = await HostProcess.start(data);
    using one = new TappedClient('one', () => data.endpoint());
    using two = new TappedClient('two', () => data.endpoint());
    const session = await openTerminal(one, { cols: 100, rows: 30 });
    const [left, right] = [await watch(one), await watch(two)];
    await type(left, 'echo le""ft\r');
    await shows(right, /left\r\n/);
    await type(right, 'echo rig""ht\r');
    await shows(left, /right\r\n/);
    await right.dispatch({ type: 'terminal/resized', cols: 90, rows: 20 }).settled;
    await type(left, 'stty size\r');
    await shows(left, /20 90\r\n/);
    await until('both have the same', () => textOf(left) === textOf(right));
    await type(left, 'echo "pid"=$$.\r');
    const pid = Number((await shows(left, /pid=(\d+)\./))[1]);

    left.dispose();
    right.dispose();
    one.ahp.dispatch(terminal, { type: 'terminal/input', data: 'echo la""ter\r' });
    const again = await watch(two);
    await shows(again, /later\r\n/);
    const root = two.ahp.root();
    await root.ready;
    expect((root.state as RootState).terminals?.map(({ resource }) => resource)).toEqual([terminal]);

    await one.ahp.request('disposeSession', { channel: session });
    await until('the shell is gone', () => isGone(pid));
    await until('it is listed no more', () => (root.confirmed as RootState).terminals?.length === 0);
  },
);

test.skipIf(process.platform !== 'linux')(
  'TM3: a host that is killed leaves no shell behind, and the next one tells how the terminal ended',
  { timeout: 180_000 },
  async () => {
    using data = new DataDirectory();
    const host = await HostProcess.start(data);
    using client = new TappedClient('one', () => data.endpoint());
    await openTerminal(client);
    const view = await watch(client);
    await type(view, 'sleep 1000 & echo "pids"=$$,$!.\r');
    const [told, shell, background] = await shows(view, /pids=(\d+),(\d+)\./);
    await type(view, 'sleep 1000\r');
    // A logged action after it: what came before is stored, too.
    await view.dispatch({ type: 'terminal/titleChanged', title: 'Stored' }).settled;
    await host.kill();
    for (const pid of [shell, background]) await until('nothing is left of it', () => isGone(Number(pid)));

    await using next = await HostProcess.start(data);
    await until('the client is back', () => client.isConnected);
    await until('the terminal has ended', () => view.confirmed?.lifecycle.status === 'exited');
    expect(view.confirmed?.lifecycle).toEqual({ status: 'exited' });
    expect(textOf(view)).toContain(told);
    await expect(type(view, 'x')).rejects.toThrow(/has ended/);
    expect(next.loggedErrors).toEqual([]);
  },
);

test.skipIf(process.platform !== 'linux')(
  'TM4: while a program writes 100 MB, another session works and the host stays within its memory',
  { timeout: 300_000 },
  async () => {
    using data = new DataDirectory();
    await using host = await HostProcess.start(data);
    using client = new TappedClient('one', () => data.endpoint());
    await openTerminal(client);
    const view = await watch(client);
    await type(view, 'echo "rea""dy"\r');
    await shows(view, /ready/);
    const before = host.residentBytes;
    let most = before;
    const enough = path.join(data.path, 'enough');
    // At least 100 MB, and for as long as the other session works.
    await type(
      view,
      `i=0; while [ $i -lt 10 ] || [ ! -e '${enough}' ]; do yes 0123456789 | head -c 10000000; i=$((i+1)); done; echo; echo "wro""te"=$i.; exit 7\r`,
    );
    await shows(view, /of output left out/);

    const session = client.ahp.session(await createSession(client.ahp));
    await session.ready;
    const chat = client.ahp.chat(session.state?.defaultChat ?? '');
    await chat.ready;
    const message = { text: 'how are you', origin: { kind: 'user' as const } };
    chat.dispatch({ type: 'chat/turnStarted', turnId: 't', startedAt: new Date().toISOString(), message });
    const isOver = (): boolean => {
      most = Math.max(most, host.residentBytes);
      return chat.confirmed?.turns.at(-1)?.id === 't';
    };
    await until('the other session has answered', isOver, 120_000);
    expect(chat.confirmed?.turns.at(-1)?.state).toBe('complete');
    expect(view.confirmed?.lifecycle.status).toBe('running');
    writeFileSync(enough, '');

    const hasEnded = (): boolean => {
      most = Math.max(most, host.residentBytes);
      return view.confirmed?.lifecycle.status === 'exited';
    };
    await until('the program has ended', hasEnded, 240_000);
    expect(view.confirmed?.lifecycle).toEqual({ status: 'exited', exitCode: 7 });
    const text = textOf(view);
    expect(Number(/wrote=(\d+)\./.exec(text.slice(-200))?.[1])).toBeGreaterThanOrEqual(10);
    expect(text.length).toBeLessThanOrEqual(2 * retainedOutput);
    // Before its end come lines as they were written.
    expect(text).toMatch(/(0123456789\r\n){1000}/);
    expect(most - before).toBeLessThan(300 * 1024 * 1024);
    expect(host.loggedErrors).toEqual([]);
  },
);

test.skipIf(process.platform !== 'linux')(
  'TM9: an agent runs a command with the user’s yes, a cancelled turn ends it, and nobody else can run one',
  { timeout: 180_000 },
  async () => {
    using data = new DataDirectory({ hostTools: true, confirm: 'never' });
    await using host = await HostProcess.start(data);
    using client = new TappedClient('one', () => data.endpoint());
    const folder = pathToFileURL(path.join(data.path, 'workspace')).href;
    const session = client.ahp.session(await createSession(client.ahp, { workingDirectories: [folder] }));
    await session.ready;
    const chat = client.ahp.chat(session.state?.defaultChat ?? '');
    await chat.ready;
    const callsOf = (): ToolCall[] =>
      [...(chat.confirmed?.turns ?? []), chat.confirmed?.activeTurn].flatMap((turn) =>
        (turn?.responseParts ?? []).flatMap((part) => (part.kind === 'toolCall' ? [part.toolCall] : [])),
      );
    const run = async (turnId: string, command: string): Promise<void> => {
      const message = {
        text: `/tool run_in_terminal ${JSON.stringify({ command })}`,
        origin: { kind: 'user' as const },
      };
      chat.dispatch({ type: 'chat/turnStarted', turnId, startedAt: new Date().toISOString(), message });
      const waiting = () => callsOf().find(({ status }) => status === 'pending-confirmation');
      const { toolCallId } = await until('the user is asked', waiting);
      const confirmed = { type: 'chat/toolCallConfirmed' as const, turnId, toolCallId };
      chat.dispatch({ ...confirmed, approved: true, selectedOptionId: 'allow-once' });
    };

    await run('t1', 'pwd; echo "on""ce"; exit 3');
    await until('the turn is over', () => chat.confirmed?.turns.at(-1)?.id === 't1', 60_000);
    const [call] = callsOf();
    const output = `${path.join(data.path, 'workspace')}\nonce\n`;
    expect(call).toMatchObject({
      status: 'completed',
      confirmed: 'user-action',
      content: [{ type: 'terminal', result: { exitCode: 3, preview: output } }],
    });
    const reply = chat.confirmed?.turns.at(-1)?.responseParts.at(-1);
    expect(reply).toMatchObject({ content: expect.stringContaining(`Exit code 3.\n${output}`) });
    const root = client.ahp.root();
    await root.ready;
    expect((root.state as RootState).terminals).toMatchObject([
      { claim: { kind: 'session', chat: chat.uri, turnId: 't1', toolCallId: call?.toolCallId } },
    ]);

    await run('t2', 'echo "pid"=$$.; sleep 1000');
    const shown = await until('the call shows its terminal', () => {
      const [content] = (callsOf().at(-1) as ToolCallIn<'running'>).content ?? [];
      return content?.type === 'terminal' ? content.resource : undefined;
    });
    const view = client.ahp.subscribe<TerminalState>(shown);
    await view.ready;
    const pid = Number((await shows(view, /pid=(\d+)\./))[1]);
    chat.dispatch({ type: 'chat/turnCancelled', turnId: 't2', duration: 1 });
    await until('the command is gone', () => isGone(pid), 60_000);
    await until('its terminal says so', () => view.confirmed?.lifecycle.status === 'exited', 60_000);

    // No server has it, so there is nothing that a View, a handler or another agent could address.
    const offered = session.confirmed?.serverTools?.map(({ name }) => name) ?? [];
    expect(offered).not.toContain('run_in_terminal');
    const asked = asAgent(data, 'run_in_terminal', { command: 'true' });
    expect(
      await asked.then(
        () => 'ran',
        () => 'refused',
      ),
    ).toBe('refused');
    const { http, token } = data.endpoint();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const { status } = await fetch(`${http}/api/run_in_terminal`, { method: 'POST', headers, body: '{}' });
    expect(status).toBe(404);
    expect(host.loggedErrors).toEqual([]);
  },
);

test.skipIf(process.platform !== 'linux')(
  'TM1: a folder outside the session is refused over the wire',
  { timeout: 180_000 },
  async () => {
    using data = new DataDirectory();
    await using _host = await HostProcess.start(data);
    using client = new TappedClient('one', () => data.endpoint());
    const cwd = `file://${path.dirname(data.path)}`;
    await expect(openTerminal(client, { cwd })).rejects.toThrow(/outside the folders/);
  },
);
