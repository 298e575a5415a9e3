import type { ServerReport } from '@loggia/protocol';
import type { Outcome } from '../failure.ts';
import { printableLine } from '../output/printable.ts';
import type { Printer } from '../output/printer.ts';
import { stateReason, stateWord } from './server-words.ts';
import { quoted } from './visit.ts';

/** How it went, and what to do next. */
export function reportServer(server: ServerReport, printer: Printer): void {
  const name = printableLine(server.name);
  if (server.state.kind === 'ready') {
    const count = server.tools ?? 0;
    const tools = count === 1 ? 'one tool' : `${count} tools`;
    printer.sentence(`"${name}" is ready with ${tools}. See them with "loggia tools list ${quoted(name)}".`);
    return;
  }
  const reason = stateReason(server);
  printer.sentence(`"${name}" is ${copula(stateWord(server))}.${reason === undefined ? '' : ` ${reason}`}`);
}

/** The state as it stands behind "is". */
function copula(word: string): string {
  if (word === 'failed') return 'not running';
  if (word === 'needs sign-in') return 'waiting for a sign-in';
  if (word === 'needs more access') return 'waiting for more access';
  if (word === 'sign-in expired') return 'waiting for a new sign-in';
  return word;
}

/** The outcome of commands that start it. */
export function outcomeOf({ state }: ServerReport): Outcome {
  if (state.kind === 'ready') return 'done';
  return state.kind === 'authRequired' ? 'signInNeeded' : 'failed';
}
