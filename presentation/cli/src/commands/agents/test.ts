import type { ExtensionResult } from '@loggia/client';
import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed } from '../../failure.ts';
import { printableLine } from '../../output/printable.ts';
import type { Printer } from '../../output/printer.ts';
import { visitHost } from '../visit.ts';
import { findAgent } from './find-agent.ts';

export const testAgent = defineCommand({
  path: ['agents', 'test'],
  says: 'Start an agent and open a session with it, and explain what is wrong if it fails.',
  takes: ['NAME'],
  options: {},
  more: 'For agents that run as programs of their own; "loggia models test" is for models.',
  examples: [
    ['loggia agents test opencode', 'No message is sent'],
    ['loggia agents test opencode --json', 'Also what the program wrote to its error output'],
  ],
  run: (given, world) =>
    visitHost(given, world, async (visit) => {
      const { link, printer } = visit;
      const { agent } = await findAgent(visit, given.words[0] ?? '');
      const tested = await link.ask('x-loggia/testAgent', { agent });
      printer.document(tested);
      if (tested.problem === undefined) {
        sayTested(tested, printer);
        return 'done';
      }
      if (given.json) return 'failed';
      throw new CommandFailed('failed', printableLine(tested.problem));
    }),
});

/** For people: which agent answered, how fast, and what it can't do. */
export function sayTested(tested: ExtensionResult<'x-loggia/testAgent'>, printer: Printer): void {
  const { name = 'The agent', version, durationMs, resumes } = tested;
  const who = printableLine(version === undefined ? name : `${name} ${version}`);
  printer.sentence(`${who} opened a session in ${(durationMs / 1000).toFixed(1)} s.`);
  if (resumes === false)
    printer.sentence('It can’t resume its sessions. After a restart it is given the conversation so far.');
}
