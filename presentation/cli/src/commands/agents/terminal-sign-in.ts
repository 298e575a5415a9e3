import { randomUUID } from 'node:crypto';
import type { ChannelView } from '@loggia/client';
import type { TerminalAction, TerminalState } from '@loggia/protocol';
import { CommandFailed } from '../../failure.ts';
import { printableLine } from '../../output/printable.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { Visit } from '../visit.ts';

/** Ctrl-], which terminals send for nothing else. */
const leaveKey = '\u001D';

/**
 * Runs the program with which an agent signs the user in. It runs on the host; this terminal shows it, and every key
 * goes to it, Ctrl-C included, until it ends.
 */
export async function signInAtTerminal(
  { link, world }: Visit,
  { agent, name, method }: { readonly agent: string; readonly name: string; readonly method: string },
): Promise<void> {
  const { terminal, complaints } = world;
  if (terminal === undefined || !complaints.isTerminal) {
    throw new CommandFailed(
      'failed',
      `"${agent}" signs in at a terminal. Run this command at one, or open Settings → Agents in the page.`,
    );
  }
  const channel = `ahp-terminal:/${randomUUID()}`;
  await link.ask('x-loggia/openAgentSignIn', { agent, method, terminal: channel });
  const view = link.client.subscribe<TerminalState>(channel);
  try {
    await view.ready;
    complaints.write(`${printableLine(name)} asks the rest. Ctrl-] gives up.\n\n`);
    const end = await shownUntilItEnds(view, terminal, (text) => complaints.write(text));
    complaints.write('\n');
    if (end === 'left') throw new CommandFailed('interrupted', 'The sign-in was given up.');
    if (end === 'lost')
      throw new CommandFailed('failed', 'The host closed the terminal before the sign-in was done.');
    if (end !== 0) {
      const how = end === undefined ? 'was ended' : `ended with exit code ${end}`;
      throw new CommandFailed(
        'failed',
        `The sign-in program of ${printableLine(name)} ${how}. Nobody is signed in.`,
      );
    }
  } finally {
    view.dispose();
    await link.client.request('disposeTerminal', { channel }).catch(() => undefined);
  }
}

type End = 'left' | 'lost' | number | undefined;

/** The exit code of the program if it has one; or that the user left, or that the terminal is gone. */
function shownUntilItEnds(
  view: ChannelView<TerminalState>,
  terminal: Terminal,
  write: (text: string) => void,
): Promise<End> {
  const send = (action: TerminalAction): void => {
    if (view.confirmed?.lifecycle.status === 'running') view.dispatch(action);
  };
  const showAll = (): void => {
    for (const part of view.confirmed?.content ?? [])
      write(part.type === 'command' ? part.output : part.value);
  };
  return new Promise((resolve) => {
    const finish = (end: End): void => {
      for (const stop of stops) stop();
      resolve(end);
    };
    const look = (): void => {
      const lifecycle = view.confirmed?.lifecycle;
      if (view.phase === 'gone') finish('lost');
      else if (lifecycle?.status === 'exited') finish(lifecycle.exitCode);
    };
    const stops = [
      view.onSnapshot(showAll),
      view.onAction(({ action }) => {
        const told = action as TerminalAction;
        if (told.type === 'terminal/data') write(told.data);
      }),
      view.subscribe(look),
      terminal.takeOver({
        typed: (data) => (data === leaveKey ? finish('left') : send({ type: 'terminal/input', data })),
        resized: (cols, rows) => send({ type: 'terminal/resized', cols, rows }),
      }),
    ];
    showAll();
    look();
  });
}
