import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed } from '../../failure.ts';
import { printableLine } from '../../output/printable.ts';
import { visitHost } from '../visit.ts';

export const listBrowsers = defineCommand({
  path: ['browsers', 'list'],
  says: 'Show which browsers are signed in.',
  takes: [],
  options: {},
  examples: [['loggia browsers list', 'Signed-in browsers and when each was last seen']],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const { browsers } = await link.ask('x-loggia/listBrowsers', {});
      printer.document({ browsers });
      if (browsers.length === 0) {
        printer.sentence('No browser is signed in. "loggia open" signs one in.');
        return 'done';
      }
      printer.table(browsers, [
        { title: 'id', cell: ({ id }) => id, whole: true },
        { title: 'last seen', cell: ({ lastSeen }) => toSeconds(lastSeen), whole: true },
        { title: 'signed in', cell: ({ since }) => toSeconds(since), whole: true },
        { title: 'browser', cell: ({ name }) => name },
      ]);
      return 'done';
    }),
});

export const revokeBrowser = defineCommand({
  path: ['browsers', 'revoke'],
  says: 'Sign a browser out and close its connections.',
  takes: ['ID'],
  options: {},
  examples: [['loggia browsers revoke q4sM1yYl0vLPq1o2', 'The id is the one that "list" shows']],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const id = given.words[0] ?? '';
      const { revoked } = await link.ask('x-loggia/revokeBrowser', { id });
      if (!revoked) {
        throw new CommandFailed(
          'failed',
          `No browser "${id}" is signed in. "loggia browsers list" shows those that are.`,
        );
      }
      printer.document({ revoked: id });
      printer.sentence(`Signed out browser ${printableLine(id)}.`);
      return 'done';
    }),
});

function toSeconds(time: string): string {
  return time.replace(/\.\d+Z$/, 'Z');
}
