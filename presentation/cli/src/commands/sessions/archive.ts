import { defineCommand } from '../../command-line/command.ts';
import { printableLine } from '../../output/printable.ts';
import { visitHost } from '../visit.ts';
import { findSession } from './all-sessions.ts';

export const archiveSession = defineCommand({
  path: ['sessions', 'archive'],
  says: 'Put a session away. Nothing in it is lost.',
  takes: ['ID'],
  options: { undo: { kind: 'switch', says: 'Bring it back' } },
  examples: [
    ['loggia sessions archive 3f2a91c0', 'It is no longer in the list'],
    ['loggia sessions archive 3f2a91c0 --undo', 'It is again'],
  ],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const { resource, title } = await findSession(link, given.words[0] ?? '');
      const isArchived = !given.options.undo;
      const session = link.client.session(resource);
      await session.ready;
      await session.dispatch({ type: 'session/isArchivedChanged', isArchived }).settled;
      printer.document({ session: resource, archived: isArchived });
      printer.sentence(`${isArchived ? 'Archived' : 'Brought back'} "${printableLine(title)}".`);
      return 'done';
    }),
});
