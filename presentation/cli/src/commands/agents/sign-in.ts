import type { AgentAuthMethod } from '@loggia/protocol';
import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed } from '../../failure.ts';
import { printableLine } from '../../output/printable.ts';
import { visitHost } from '../visit.ts';
import { findAgent } from './find-agent.ts';
import { signInAtTerminal } from './terminal-sign-in.ts';
import { sayTested } from './test.ts';

export const signInAgent = defineCommand({
  path: ['agents', 'sign-in'],
  says: 'Sign in to an agent with one of its own methods.',
  takes: ['NAME', '[METHOD]'],
  options: {},
  more: 'The agent may open a browser on the host’s machine and wait for you there, or ask for what it needs in this terminal. A key is given as a variable instead: "loggia agents edit NAME --env KEY".',
  examples: [
    ['loggia agents sign-in codex', 'With its only method, or lists them'],
    ['loggia agents sign-in codex chatgpt', 'With the method of this id'],
  ],
  run: (given, world) =>
    visitHost(given, world, async (visit) => {
      const { link, printer } = visit;
      const [wanted = '', typed] = given.words;
      const { agent, name, authMethods } = await findAgent(visit, wanted);
      const methods = authMethods ?? (await link.ask('x-loggia/testAgent', { agent })).authMethods ?? [];
      const method = typed ?? onlyMethod(agent, methods);
      const isAtTerminal = methods.find(({ id }) => id === method)?.kind === 'terminal';
      if (isAtTerminal) await signInAtTerminal(visit, { agent, name, method });
      const tested = isAtTerminal
        ? await link.ask('x-loggia/testAgent', { agent })
        : await link.ask('x-loggia/signInAgent', { agent, method });
      printer.document(tested);
      if (tested.problem !== undefined) {
        if (given.json) return 'failed';
        throw new CommandFailed('failed', printableLine(tested.problem));
      }
      printer.sentence(`Signed in to ${printableLine(name)}.`);
      sayTested(tested, printer);
      return 'done';
    }),
});

function onlyMethod(agent: string, methods: readonly AgentAuthMethod[]): string {
  const [first, other] = methods;
  if (first === undefined)
    throw new CommandFailed(
      'failed',
      `"${agent}" has no way to sign in by itself. Give it its key: loggia agents edit ${agent} --env KEY.`,
    );
  if (other === undefined) return first.id;
  const ways = methods.map((method) => printableLine(`${method.id} (${method.name})`)).join(', ');
  throw new CommandFailed('failed', `"${agent}" has several ways to sign in. Name one of them: ${ways}.`);
}
