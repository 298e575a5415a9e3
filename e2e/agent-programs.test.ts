import { mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ask, createSession, type ChannelView } from '@loggia/client';
import type { ChatState, RootState, TerminalState, ToolCall } from '@loggia/protocol';
import { spawn } from '@lydell/node-pty';
import { expect, test } from 'vitest';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';

const program = fileURLToPath(
  new URL('../harnesses/acp/src/fixtures/scripted-agent.testkit.mjs', import.meta.url),
);

const commandLine = fileURLToPath(new URL('../presentation/cli/dist/main.js', import.meta.url));

/** A data directory with the scripted agent, which works in a folder of its own. */
function prepared(env: Readonly<Record<string, string>> = {}): { data: DataDirectory; folder: string } {
  const data = new DataDirectory();
  const folder = path.join(data.path, 'project');
  mkdirSync(folder);
  const options = { name: 'scripted', command: process.execPath, args: [program] };
  data.configure({
    agents: [{ module: '@loggia/acp', options: { ...options, env: { SESSIONS: data.path, ...env } } }],
    roots: [{ path: folder, write: true }],
    hostTools: true,
  });
  return { data, folder };
}

async function chatIn(client: TappedClient, folder: string): Promise<string> {
  const workingDirectories = [pathToFileURL(folder).href];
  const session = client.ahp.session(await createSession(client.ahp, { workingDirectories }));
  await session.ready;
  return session.state?.defaultChat ?? '';
}

async function watched({ ahp }: TappedClient, chat: string): Promise<ChannelView<ChatState>> {
  const view = ahp.chat(chat);
  await view.ready;
  return view;
}

function say(view: ChannelView<ChatState>, steps: readonly object[], turnId = 't'): Promise<unknown> {
  const message = { text: JSON.stringify(steps), origin: { kind: 'user' as const } };
  const startedAt = new Date().toISOString();
  return view.dispatch({ type: 'chat/turnStarted', turnId, startedAt, message }).settled;
}

function callsOf(state: ChatState | undefined): readonly ToolCall[] {
  const parts = (state?.activeTurn ?? state?.turns.at(-1))?.responseParts ?? [];
  return parts.flatMap((part) => (part.kind === 'toolCall' ? [part.toolCall] : []));
}

function textIn(state: ChatState | undefined): string {
  const parts = (state?.activeTurn ?? state?.turns.at(-1))?.responseParts ?? [];
  return parts.flatMap((part) => (part.kind === 'markdown' ? [part.content] : [])).join('\n');
}

/** The processes that work in the folder. */
function processesIn(folder: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`) === folder ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

test.skipIf(process.platform !== 'linux')(
  'K1, TM9: a program of an agent waits for a yes, is watched by two clients, and its end is told',
  { timeout: 180_000 },
  async () => {
    const { data, folder } = prepared();
    using _data = data;
    await using _host = await HostProcess.start(data);
    using one = new TappedClient('one', () => data.endpoint());
    using two = new TappedClient('two', () => data.endpoint());
    const chat = await chatIn(one, folder);
    const [left, right] = [await watched(one, chat), await watched(two, chat)];
    const command = 'pwd; read answer; echo "got $answer"; exit 3';
    const call = { sessionUpdate: 'tool_call', toolCallId: 'c', title: 'Build it', kind: 'execute' };
    await say(left, [
      { update: { ...call, rawInput: { command } } },
      { terminal: { command }, embed: { toolCallId: 'c' }, release: true },
    ]);
    const asked = await until('both are asked', () =>
      [left, right].every(({ state }) => callsOf(state)[0]?.status === 'pending-confirmation')
        ? callsOf(right.state)[0]
        : undefined,
    );
    expect(asked).toMatchObject({
      displayName: 'Build it',
      confirmationTitle: 'Run "pwd; read answer; echo got $answer ; exit 3"?',
    });
    expect(processesIn(folder)).toHaveLength(1);
    const answer = { type: 'chat/toolCallConfirmed', turnId: 't', toolCallId: asked.toolCallId } as const;
    await right.dispatch({ ...answer, approved: true, selectedOptionId: 'allow-once' }).settled;
    const shown = await until('the call shows a terminal', () => {
      const [now] = callsOf(left.state);
      return now && 'content' in now ? now.content?.find((part) => part.type === 'terminal') : undefined;
    });
    const terminal = two.ahp.subscribe<TerminalState>(shown.resource);
    await terminal.ready;
    expect(terminal.confirmed).toMatchObject({ claim: { kind: 'session', chat, turnId: 't' }, isPty: true });
    await until('it shows where it runs', () => JSON.stringify(terminal.confirmed?.content).includes(folder));
    await terminal.dispatch({ type: 'terminal/input', data: 'hello\r' }).settled;
    await until('the turn is over', () => left.state?.turns.length === 1);
    const told = JSON.parse(textIn(left.state)) as object;
    expect(told).toMatchObject({
      exit: { exitCode: 3, signal: null },
      exitStatus: { exitCode: 3 },
      truncated: false,
      after: 'There is no such terminal. It has been released, or belongs to an earlier turn.',
    });
    expect(callsOf(left.state)).toMatchObject([
      {
        displayName: 'Build it',
        status: 'completed',
        content: [{ type: 'terminal', result: { exitCode: 3, preview: `${folder}\nhello\ngot hello\n` } }],
      },
    ]);
  },
);

test('K1, K5: files are read and written for an agent in the granted folders alone', async () => {
  const { data, folder } = prepared();
  using _data = data;
  await using _host = await HostProcess.start(data);
  using client = new TappedClient('one', () => data.endpoint());
  const view = await watched(client, await chatIn(client, folder));
  const inside = path.join(folder, 'note.txt');
  const outside = path.join(data.path, 'host.json');
  symlinkSync(data.path, path.join(folder, 'out'));
  const throughLink = path.join(folder, 'out', 'host.json');
  await say(view, [
    ...[{ write: inside, content: 'Mine. ' }, { read: inside }, { read: outside }],
    ...[{ write: outside, content: '{}' }, { read: throughLink }, { write: throughLink, content: '{}' }],
  ]);
  await until('the turn is over', () => view.state?.turns.length === 1);
  const said = textIn(view.state);
  expect(said).toMatch(/^writtenMine\. /);
  expect(said.match(/ is outside the folders this host may (read|write)\./g)).toHaveLength(4);
  expect(said).not.toContain('"agents"');
  expect(JSON.parse(readFileSync(outside, 'utf8'))).toHaveProperty('agents');
});

test.skipIf(process.platform !== 'linux')(
  'K1: signing in runs the program of the agent in a terminal of the client',
  { timeout: 180_000 },
  async () => {
    using data = new DataDirectory();
    await using _host = await HostProcess.start(data);
    using client = new TappedClient('one', () => data.endpoint());
    const root = client.ahp.root();
    await root.ready;
    const { ahp } = client;
    const env = { SESSIONS: data.path, SIGN_IN: 'terminal' };
    const settings = { name: 'Scripted', command: process.execPath, args: [program], env };
    await ask(ahp, 'x-loggia/addAgent', { settings });
    const agent = 'scripted';
    expect(await ask(ahp, 'x-loggia/testAgent', { agent })).toMatchObject({ works: false });

    const channel = 'ahp-terminal:/login';
    await ask(ahp, 'x-loggia/openAgentSignIn', { agent, method: 'login', terminal: channel });
    const view = client.ahp.subscribe<TerminalState>(channel);
    await view.ready;
    expect(view.confirmed).toMatchObject({ title: 'Sign in to Scripted', claim: { kind: 'client' } });
    await until('it asks', () => JSON.stringify(view.confirmed?.content).includes('Your code'));
    await view.dispatch({ type: 'terminal/input', data: '1234\r' }).settled;
    await until('it has ended', () => view.confirmed?.lifecycle.status === 'exited');
    expect(view.confirmed?.lifecycle).toEqual({ status: 'exited', exitCode: 0 });
    expect(await ask(ahp, 'x-loggia/testAgent', { agent })).toMatchObject({ works: true });
    await client.ahp.request('disposeTerminal', { channel });
    await until('it is gone', () => ((root.confirmed as RootState).terminals ?? []).length === 0);
  },
);

test.skipIf(process.platform !== 'linux')(
  'K1, J9: the command line shows the program in the terminal that it runs in',
  { timeout: 180_000 },
  async () => {
    using data = new DataDirectory();
    await using _host = await HostProcess.start(data);
    using client = new TappedClient('one', () => data.endpoint());
    const root = client.ahp.root();
    await root.ready;
    const env = { SESSIONS: data.path, SIGN_IN: 'terminal' };
    const settings = { name: 'Scripted', command: process.execPath, args: [program], env };
    await ask(client.ahp, 'x-loggia/addAgent', { settings });
    const signIn = (): { typed(keys: string): void; seen(): string; ended: Promise<number> } => {
      let text = '';
      const pty = spawn(process.execPath, [commandLine, 'agents', 'sign-in', 'scripted'], {
        ...{ cols: 100, rows: 30, env: { PATH: process.env['PATH'], LOGGIA_DATA: data.path } },
      });
      pty.onData((more) => (text += more));
      const ended = new Promise<number>((resolve) => pty.onExit(({ exitCode }) => resolve(exitCode)));
      return { typed: (keys) => pty.write(keys), seen: () => text, ended };
    };
    const noTerminals = (): boolean => ((root.confirmed as RootState).terminals ?? []).length === 0;

    const left = signIn();
    await until('it asks', () => left.seen().includes('Your code'));
    left.typed('\u001D');
    expect([await left.ended, left.seen()]).toEqual([
      130,
      expect.stringContaining('The sign-in was given up.'),
    ]);
    await until('its terminal is gone', noTerminals);

    const done = signIn();
    await until('it asks again', () => done.seen().includes('Your code'));
    done.typed('1234\r');
    expect([await done.ended, done.seen()]).toEqual([0, expect.stringContaining('Signed in to Scripted.')]);
    expect(await ask(client.ahp, 'x-loggia/testAgent', { agent: 'scripted' })).toMatchObject({ works: true });
    await until('its terminal is gone as well', noTerminals);
  },
);

test.skipIf(process.platform !== 'linux')(
  'K1, A6: a host that is killed in mid-turn leaves no agent behind, and the turn is resumed with its session',
  { timeout: 180_000 },
  async () => {
    const { data, folder } = prepared({ STUBBORN: '1' });
    using _data = data;
    const host = await HostProcess.start(data);
    using client = new TappedClient('one', () => data.endpoint());
    const view = await watched(client, await chatIn(client, folder));
    await say(view, [{ say: 'Half. ' }, { remember: true }, { stubborn: 600_000 }]);
    await until('the turn runs', () => textIn(view.state).includes('I know 1'));
    expect(processesIn(folder)).toHaveLength(1);
    await host.kill();
    await until('no agent is left', () => processesIn(folder).length === 0, 30_000);

    await using next = await HostProcess.start(data);
    await until('the client is back', () => client.isConnected);
    await until('the turn is interrupted', () => view.state?.turns[0]?.state === 'error');
    await view.dispatch({ type: 'chat/turnResume', turnId: 't' }).settled;
    await until('the agent goes on with its session', () => textIn(view.state).includes('I know 2'), 60_000);
    expect(next.loggedErrors).toEqual([]);
  },
);

test.skipIf(process.platform !== 'linux')(
  'K1: an agent that is being tested when the host is killed does not outlive it',
  { timeout: 180_000 },
  async () => {
    using data = new DataDirectory();
    const host = await HostProcess.start(data);
    using client = new TappedClient('one', () => data.endpoint());
    await client.ahp.root().ready;
    const folder = path.join(data.path, 'project');
    mkdirSync(folder);
    const settings = { name: 'Silent', command: process.execPath, args: [program], folder };
    const env = { SILENT: '1', STUBBORN: '1' };
    ask(client.ahp, 'x-loggia/testAgent', { settings: { ...settings, env } }).catch(() => undefined);
    await until('it runs', () => processesIn(folder).length === 1);
    await host.kill();
    await until('it has ended', () => processesIn(folder).length === 0, 30_000);
  },
);
