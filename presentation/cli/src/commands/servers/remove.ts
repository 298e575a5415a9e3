import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed, wrongUsage } from '../../failure.ts';
import { printableLine } from '../../output/printable.ts';
import { findServer, visitHost } from '../visit.ts';

export const removeServer = defineCommand({
  path: ['servers', 'remove'],
  says: 'Take away a server that was added, in every session.',
  takes: ['NAME'],
  options: { yes: { kind: 'switch', says: 'Do not ask' } },
  examples: [
    ['loggia servers remove files', 'Asks first'],
    ['loggia servers remove files --yes', 'For a script'],
  ],
  async run(given, world) {
    const [name = ''] = given.words;
    if (!given.options.yes && world.ask === undefined) {
      throw wrongUsage(`Nobody is there to ask whether to remove "${name}"; add --yes.`);
    }
    return visitHost(given, world, async (visit) => {
      const server = await findServer(visit, name, undefined);
      const shown = printableLine(server.name);
      if (!given.options.yes) {
        const answer = await world.ask?.(`Remove "${shown}" from every session? [y/N] `);
        if (!/^y(es)?$/i.test(answer?.trim() ?? '')) {
          throw new CommandFailed('failed', `"${shown}" stays as it is.`);
        }
      }
      // Its tokens are of no use to anybody without it.
      if (server.transport.kind !== 'stdio') await visit.signIns.signOut(server);
      await visit.link.ask('x-loggia/removeServer', { server: server.id });
      visit.printer.document({ removed: server.id });
      visit.printer.sentence(`Removed "${shown}".`);
      return 'done';
    });
  },
});
