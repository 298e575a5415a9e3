import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed, wrongUsage } from '../../failure.ts';
import { printableLine } from '../../output/printable.ts';
import { visitHost } from '../visit.ts';
import { findSession } from './all-sessions.ts';

export const deleteSession = defineCommand({
  path: ['sessions', 'delete'],
  says: 'Delete a session with everything in it, for good.',
  takes: ['ID'],
  options: { yes: { kind: 'switch', says: 'Do not ask' } },
  examples: [
    ['loggia sessions delete 3f2a91c0', 'Asks first'],
    ['loggia sessions delete 3f2a91c0 --yes', 'For a script'],
  ],
  async run(given, world) {
    const [wanted = ''] = given.words;
    if (!given.options.yes && world.ask === undefined) {
      throw wrongUsage(`Nobody is there to ask whether to delete "${wanted}"; add --yes.`);
    }
    return visitHost(given, world, async ({ link, printer }) => {
      const { resource, title } = await findSession(link, wanted);
      const shown = printableLine(title);
      if (!given.options.yes) {
        const answer = await world.ask?.(`Delete "${shown}" for good? [y/N] `);
        if (!/^y(es)?$/i.test(answer?.trim() ?? '')) {
          throw new CommandFailed('failed', `"${shown}" stays as it is.`);
        }
      }
      await link.client.request('disposeSession', { channel: resource });
      printer.document({ deleted: resource });
      printer.sentence(`Deleted "${shown}".`);
      return 'done';
    });
  },
});
