import { defineCommand } from '../../command-line/command.ts';
import { printableLine } from '../../output/printable.ts';
import { visitHost } from '../visit.ts';
import { findSession } from './all-sessions.ts';

export const archiveSession = defineCommand({
  path: ['sessions', 'archive'],
  says: 'Archive a session. Nothing in it is lost.',
  takes: ['ID'],
  options: { undo: { kind: 'switch', says: 'Restore it' } },
  examples: [
    ['loggia sessions archive 3f2a91c0', 'No longer listed'],
    ['loggia sessions archive 3f2a91c0 --undo', 'Listed again'],
  ],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const { resource, title } = await findSession(link, given.words[0] ?? '');
      const isArchived = !given.options.undo;
      const session = link.client.session(resource);
      await session.ready;
      await session.dispatch({ type: 'session/isArchivedChanged', isArchived }).settled;
      printer.document({ session: resource, archived: isArchived });
      printer.sentence(`${isArchived ? 'Archived' : 'Restored'} "${printableLine(title)}".`);
      return 'done';
    }),
});
