import { defineCommand } from '../../command-line/command.ts';
import { printableLine } from '../../output/printable.ts';
import { visitHost } from '../visit.ts';
import { findProvider } from './find-provider.ts';

export const useModels = defineCommand({
  path: ['models', 'use'],
  says: 'Use this provider for new sessions.',
  takes: ['NAME'],
  options: {},
  examples: [
    ['loggia models use anthropic', 'Existing sessions keep theirs'],
    ['loggia models use operator', 'Go back to working without a model'],
  ],
  run: (given, world) =>
    visitHost(given, world, async (visit) => {
      const { provider, name } = await findProvider(visit, given.words[0] ?? '');
      await visit.link.ask('x-loggia/chooseDefaultAgent', { provider });
      visit.printer.document({ default: provider });
      visit.printer.sentence(`New sessions use ${printableLine(name)}.`);
      return 'done';
    }),
});
