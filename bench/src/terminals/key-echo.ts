import { spawn } from '@lydell/node-pty';
import { createSession, type AhpClient, type ChannelView } from '@loggia/client';
import type { TerminalState } from '@loggia/protocol';
import { startHost } from '../hosts/running-host.ts';
import { moment } from '../measure/moment.ts';
import type { Benchmark } from '../measure/result.ts';
import { compare, median, playRounds } from '../measure/rounds.ts';
import { withTemporaryDirectory } from '../measure/temporary-directory.ts';

const keys = 200;
const rounds = 7;
const letter = 'x';

/** Sends a key, and resolves when the terminal has echoed it. */
type Press = () => Promise<void>;

/** The time from a key to its echo, at a client of the host and at a pseudo-terminal in this process. */
export const keyEcho: Benchmark = {
  names: ['key echo'],
  run: () =>
    withTemporaryDirectory(async (directory) => {
      const host = await startHost(directory, {});
      const client = await host.connect();
      const pty = spawn('/bin/sh', [], { cols: 80, rows: 24, cwd: directory });
      try {
        const through = await pressThrough(client);
        const alone: Press = () =>
          new Promise((resolve) => {
            const heard = pty.onData((data) => {
              if (!data.includes(letter)) return;
              heard.dispose();
              resolve();
            });
            pty.write(letter);
          });
        const measured = await playRounds(rounds, {
          ours: () => medianOf(through),
          baseline: () => medianOf(alone),
        });
        return [
          {
            name: 'key echo',
            means:
              'median time from a key to its echo, at a client of the host / at the pseudo-terminal itself',
            ...compare(measured),
            unit: 'ms',
            bound: '<=',
            target: 1.5,
          },
        ];
      } finally {
        pty.kill();
        client.close();
        await host.stop();
      }
    }),
};

async function medianOf(press: Press): Promise<number> {
  const times: number[] = [];
  for (let key = 0; key < keys; key++) {
    const started = moment();
    await press();
    times.push(moment() - started);
  }
  return median(times);
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
