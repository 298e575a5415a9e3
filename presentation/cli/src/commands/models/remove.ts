import { defineCommand } from '../../command-line/command.ts';
import { printableLine } from '../../output/printable.ts';
import { assertAskable, confirmed } from '../confirm.ts';
import { visitHost } from '../visit.ts';
import { findProvider } from './find-provider.ts';

export const removeModels = defineCommand({
  path: ['models', 'remove'],
  says: 'Disconnect a model provider and delete its key.',
  takes: ['NAME'],
  options: { yes: { kind: 'switch', says: 'Don’t ask for confirmation' } },
  examples: [
    ['loggia models remove lab', 'Asks first'],
    ['loggia models remove lab --yes', 'For a script'],
  ],
  async run(given, world) {
    const [wanted = ''] = given.words;
    const { yes } = given.options;
    assertAskable(world, yes, `remove "${wanted}"`);
    return visitHost(given, world, async (visit) => {
      const { provider, name } = await findProvider(visit, wanted);
      const shown = printableLine(name);
      await confirmed(world, yes, `Remove "${shown}" and delete its key?`, `"${shown}" was not removed.`);
      await visit.link.ask('x-loggia/removeModelProvider', { provider });
      visit.printer.document({ removed: provider });
      visit.printer.sentence(`Removed "${shown}".`);
      return 'done';
    });
  },
});
