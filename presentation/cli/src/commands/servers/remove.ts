import { defineCommand } from '../../command-line/command.ts';
import { printableLine } from '../../output/printable.ts';
import { assertAskable, confirmed } from '../confirm.ts';
import { findServer, visitHost } from '../visit.ts';
import { unrevokedSentence } from './logout.ts';

export const removeServer = defineCommand({
  path: ['servers', 'remove'],
  says: 'Remove an added server.',
  takes: ['NAME'],
  options: { yes: { kind: 'switch', says: 'Don’t ask for confirmation' } },
  examples: [
    ['loggia servers remove files', 'Asks first'],
    ['loggia servers remove files --yes', 'For a script'],
  ],
  async run(given, world) {
    const [name = ''] = given.words;
    const { yes } = given.options;
    assertAskable(world, yes, `remove "${name}"`);
    return visitHost(given, world, async (visit) => {
      const server = await findServer(visit, name, undefined);
      const shown = printableLine(server.name);
      const where = server.source.workspace === undefined ? 'every workspace and session' : 'its workspace';
      await confirmed(world, yes, `Remove "${shown}" from ${where}?`, `"${shown}" was not removed.`);
      // Its tokens are of no use to anybody without it.
      const { unrevoked } = server.transport.kind === 'stdio' ? {} : await visit.signIns.signOut(server);
      await visit.link.ask('x-loggia/removeServer', { server: server.id });
      visit.printer.document({ removed: server.id });
      visit.printer.sentence(`Removed "${shown}".`);
      if (unrevoked) visit.printer.sentence(unrevokedSentence);
      return 'done';
    });
  },
});
