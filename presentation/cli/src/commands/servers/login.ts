import type { ServerReport } from '@loggia/protocol';
import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed } from '../../failure.ts';
import { printableLine } from '../../output/printable.ts';
import { outcomeOf, reportServer } from '../report-server.ts';
import { errorOf, stateReason } from '../server-words.ts';
import { sessionOption } from '../session-option.ts';
import { settled } from '../settle.ts';
import { findServer, scopeOf, visitHost, type Visit } from '../visit.ts';

export const login = defineCommand({
  path: ['servers', 'login'],
  says: 'Sign in to a server with a browser.',
  takes: ['NAME'],
  options: {
    'no-browser': { kind: 'switch', says: 'Only print the address to open' },
    ...sessionOption,
  },
  more: 'The browser must run on this machine to receive the redirect. The host keeps the token, encrypted, and renews it.',
  examples: [
    ['loggia servers login issues', 'Opens a browser'],
    ['loggia servers login issues --no-browser', 'Prints the address instead'],
  ],
  run: (given, world) =>
    visitHost(given, world, async (visit) => {
      const [name = ''] = given.words;
      const { session, 'no-browser': noBrowser } = given.options;
      const server = await asking(visit, await findServer(visit, name, session), session);
      if (server.state.kind !== 'authRequired') {
        visit.printer.document({ server });
        const shown = printableLine(server.name);
        visit.printer.sentence(
          server.signedIn === true
            ? `You are signed in to "${shown}" already. To change accounts, sign out with "loggia servers logout" first.`
            : `"${shown}" works without a sign-in.`,
        );
        return 'done';
      }
      await visit.signIns.signIn(server, server.state, {
        browser: noBrowser ? 'print' : 'open',
        say: (text) => visit.printer.note(text),
      });
      const after = await settled(visit, await findServer(visit, server.id, session), session);
      visit.printer.document({ server: after });
      reportServer(after, visit.printer);
      return outcomeOf(after);
    }),
});

/** The server once it has asked for a sign-in; it is started for that if it isn't running. */
async function asking(
  visit: Visit,
  server: ServerReport,
  session: string | undefined,
): Promise<ServerReport> {
  const isUp = server.state.kind === 'ready' || server.state.kind === 'authRequired';
  const seen = isUp ? server : await brought(visit, server, session);
  if (seen.state.kind === 'ready' || seen.state.kind === 'authRequired') return seen;
  const why = seen.state.kind === 'error' ? errorOf(seen) : (stateReason(seen) ?? 'It does not start.');
  throw new CommandFailed(
    'failed',
    `"${printableLine(seen.name)}" does not ask for a sign-in: ${printableLine(why)}`,
  );
}

async function brought(
  visit: Visit,
  server: ServerReport,
  session: string | undefined,
): Promise<ServerReport> {
  const { server: first } = await visit.link.ask('x-loggia/startServer', {
    server: server.id,
    ...scopeOf(session),
  });
  return settled(visit, first, session);
}
