import { defineCommand } from '../../command-line/command.ts';
import { printableLine } from '../../output/printable.ts';
import { assertAskable, confirmed } from '../confirm.ts';
import { visitHost } from '../visit.ts';
import { findSession } from './all-sessions.ts';

export const deleteSession = defineCommand({
  path: ['sessions', 'delete'],
  says: 'Delete a session permanently, with everything in it.',
  takes: ['ID'],
  options: { yes: { kind: 'switch', says: 'Don’t ask for confirmation' } },
  examples: [
    ['loggia sessions delete 3f2a91c0', 'Asks first'],
    ['loggia sessions delete 3f2a91c0 --yes', 'For a script'],
  ],
  async run(given, world) {
    const [wanted = ''] = given.words;
    const { yes } = given.options;
    assertAskable(world, yes, `delete "${wanted}"`);
    return visitHost(given, world, async ({ link, printer }) => {
      const { resource, title } = await findSession(link, wanted);
      const shown = printableLine(title);
      await confirmed(world, yes, `Delete "${shown}" permanently?`, `"${shown}" was not deleted.`);
      await link.client.request('disposeSession', { channel: resource });
      printer.document({ deleted: resource });
      printer.sentence(`Deleted "${shown}".`);
      return 'done';
    });
  },
});
