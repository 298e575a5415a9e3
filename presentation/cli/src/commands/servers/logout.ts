import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed } from '../../failure.ts';
import { printableLine } from '../../output/printable.ts';
import { sessionOption } from '../session-option.ts';
import { findServer, visitHost } from '../visit.ts';

export const unrevokedSentence =
  'Its authorization server didn’t revoke the token, which stays valid there until it expires.';

export const logout = defineCommand({
  path: ['servers', 'logout'],
  says: 'Sign out of a server: the host revokes its token and forgets it.',
  takes: ['NAME'],
  options: sessionOption,
  examples: [['loggia servers logout issues', 'The next use asks for a sign-in again']],
  run: (given, world) =>
    visitHost(given, world, async (visit) => {
      const [name = ''] = given.words;
      const server = await findServer(visit, name, given.options.session);
      const shown = printableLine(server.name);
      const { hostTold, unrevoked } = await visit.signIns.signOut(server);
      if (!hostTold && server.signedIn === true) {
        throw new CommandFailed(
          'failed',
          `The host did not confirm that it has forgotten the token of "${shown}". Try again, or stop the server.`,
        );
      }
      visit.printer.document({ server: server.id, ...(unrevoked && { unrevoked }) });
      visit.printer.sentence(`You are signed out of "${shown}".`);
      if (unrevoked) visit.printer.sentence(unrevokedSentence);
      return 'done';
    }),
});
