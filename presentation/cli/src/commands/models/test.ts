import type { ExtensionResult } from '@loggia/client';
import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed } from '../../failure.ts';
import { printableLine } from '../../output/printable.ts';
import type { Printer } from '../../output/printer.ts';
import { visitHost } from '../visit.ts';
import { findProvider } from './find-provider.ts';

export const testModels = defineCommand({
  path: ['models', 'test'],
  says: 'Send a small request to a model, and explain what is wrong if it fails.',
  takes: ['NAME'],
  options: {
    model: {
      kind: 'text',
      value: 'ID',
      says: 'Model to test (default: the provider’s default)',
      example: '--model qwen3',
    },
  },
  examples: [
    ['loggia models test anthropic', 'The default model of that provider'],
    ['loggia models test lab --model qwen3', 'Another of its models'],
  ],
  run: (given, world) =>
    visitHost(given, world, async (visit) => {
      const { link, printer } = visit;
      const { provider } = await findProvider(visit, given.words[0] ?? '');
      const { model } = given.options;
      const tested = await link.ask('x-loggia/testModel', {
        provider,
        ...(model !== undefined && { model }),
      });
      printer.document(tested);
      if (!tested.problem) {
        sayTested(tested, printer);
        return 'done';
      }
      const { message, advice } = tested.problem;
      if (given.json) return 'failed';
      throw new CommandFailed('failed', `${message} ${advice}`);
    }),
});

/** For people: which model answered what, and how fast. */
export function sayTested(tested: ExtensionResult<'x-loggia/testModel'>, printer: Printer): void {
  const { model = 'The model', answer = '', durationMs } = tested;
  const said = answer === '' ? '' : `: ${printableLine(answer)}`;
  printer.sentence(`${printableLine(model)} answered in ${(durationMs / 1000).toFixed(1)} s${said}`);
}
