import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed } from '../../failure.ts';
import { printableLine } from '../../output/printable.ts';
import { sessionOption } from '../session-option.ts';
import { findServer, visitHost } from '../visit.ts';

export const logout = defineCommand({
  path: ['servers', 'logout'],
  says: 'Sign out of a server: revoke its token and remove it here and on the host.',
  takes: ['NAME'],
  options: sessionOption,
  examples: [['loggia servers logout issues', 'The next use asks for a sign-in again']],
  run: (given, world) =>
    visitHost(given, world, async (visit) => {
      const [name = ''] = given.words;
      const server = await findServer(visit, name, given.options.session);
      const shown = printableLine(server.name);
      const { mine, hostTold, revoked } = await visit.signIns.signOut(server);
      if (!hostTold && (mine || server.signedIn === true)) {
        throw new CommandFailed(
          'failed',
          `The token of "${shown}" is forgotten here, but the host did not confirm it; try again, or stop the server.`,
        );
      }
      visit.printer.document({ server: server.id, revoked });
      visit.printer.sentence(`You are signed out of "${shown}".`);
      if (mine && !revoked) {
        visit.printer.sentence(
          'Its authorization server could not be told, so the token stays valid there until it expires.',
        );
      }
      return 'done';
    }),
});
