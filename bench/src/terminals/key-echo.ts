import { once } from 'node:events';
import { spawn } from '@lydell/node-pty';
import { createSession, type AhpClient, type ChannelView } from '@loggia/client';
import type { TerminalState } from '@loggia/protocol';
import { WebSocket } from 'ws';
import { withChildren } from '../children/child.ts';
import { startHost } from '../hosts/running-host.ts';
import { moment } from '../measure/moment.ts';
import type { Benchmark, Result } from '../measure/result.ts';
import { compare, median, playRounds } from '../measure/rounds.ts';
import { withTemporaryDirectory } from '../measure/temporary-directory.ts';

const keys = 200;
const rounds = 7;
const letter = 'x';

/** Sends a key, and resolves when the terminal has echoed it. */
type Press = () => Promise<void>;

/** The time from a key to its echo at a client of the host, at a bare socket, and at the pseudo-terminal itself. */
export const keyEcho: Benchmark = {
  names: ['key echo', 'key echo over a socket'],
  run: () =>
    withTemporaryDirectory((directory) =>
      withChildren(async (start) => {
        const host = await startHost(directory, {});
        const client = await host.connect();
        const { url } = await start('terminal bare').ask('open', { cwd: directory });
        const socket = new WebSocket(url, { perMessageDeflate: false });
        const pty = spawn('/bin/sh', [], { cols: 80, rows: 24, cwd: directory });
        try {
          await once(socket, 'open');
          const through = await pressThrough(client);
          return [
            await compared('key echo', 'the pseudo-terminal itself', through, pressAt(pty)),
            await compared('key echo over a socket', 'a bare socket', through, pressOver(socket)),
          ];
        } finally {
          pty.kill();
          socket.terminate();
          client.close();
          await host.stop();
        }
      }),
    ),
};

async function compared(name: string, where: string, through: Press, alone: Press): Promise<Result> {
  const measured = await playRounds(rounds, {
    ours: () => medianOf(through),
    baseline: () => medianOf(alone),
  });
  return {
    name,
    means: `median time from a key to its echo, at a client of the host / at ${where}`,
    ...compare(measured),
    unit: 'ms',
    bound: '<=',
    target: 1.5,
  };
}

async function medianOf(press: Press): Promise<number> {
  const times: number[] = [];
  for (let key = 0; key < keys; key++) {
    const started = moment();
    await press();
    times.push(moment() - started);
  }
  return median(times);
}

function pressAt(pty: ReturnType<typeof spawn>): Press {
  return () =>
    new Promise((resolve) => {
      const heard = pty.onData((data) => {
        if (!data.includes(letter)) return;
        heard.dispose();
        resolve();
      });
      pty.write(letter);
    });
}

function pressOver(socket: WebSocket): Press {
  return () =>
    new Promise((resolve) => {
      const heard = (data: unknown): void => {
        if (!String(data).includes(letter)) return;
        socket.off('message', heard);
        resolve();
      };
      socket.on('message', heard);
      socket.send(letter);
    });
}

async function pressThrough(client: AhpClient): Promise<Press> {
  const session = await createSession(client);
  const view = client.session(session);
  await view.ready;
  const channel = 'ahp-terminal:/keys';
  const chat = view.state?.defaultChat ?? '';
  await client.request('createTerminal', { channel, claim: { kind: 'session', session, chat } });
  const terminal: ChannelView<TerminalState> = client.subscribe(channel);
  await terminal.ready;
  return () =>
    new Promise((resolve) => {
      const stop = terminal.onAction(({ action }) => {
        if (action.type !== 'terminal/data' || !action.data.includes(letter)) return;
        stop();
        resolve();
      });
      terminal.dispatch({ type: 'terminal/input', data: letter });
    });
}
