import { defineCommand } from '../../command-line/command.ts';
import type { ExtensionResult } from '../../host/host-link.ts';
import { printableLine } from '../../output/printable.ts';
import { sessionOption } from '../session-option.ts';
import { signedIn } from '../signed-in.ts';
import { scopeOf, visitHost, type Visit } from '../visit.ts';

type Listing = ExtensionResult<'x-loggia/listTools'>;

export const listTools = defineCommand({
  path: ['tools', 'list'],
  says: 'List the tools of the servers, starting those that are stopped.',
  takes: ['[SERVER]'],
  options: sessionOption,
  examples: [
    ['loggia tools list', 'Tools of all servers'],
    ['loggia tools list files --json', 'Tools of one server, with their parameters'],
  ],
  run: (given, world) =>
    visitHost(given, world, async (visit) => {
      const [server] = given.words;
      const { session } = given.options;
      const listing = await listed(visit, server, session);
      const { printer } = visit;
      printer.document(listing);
      if (listing.tools.length === 0) printer.sentence('There are no tools.');
      else {
        printer.table(listing.tools, [
          { title: 'server', cell: ({ serverName }) => serverName, whole: true },
          { title: 'tool', cell: ({ tool }) => tool.name, whole: true },
          { title: 'description', cell: ({ tool }) => firstSentence(tool.description ?? tool.title ?? '') },
        ]);
      }
      if (listing.missing.length > 0) printer.line();
      for (const { serverName, reason } of listing.missing) {
        printer.sentence(`${printableLine(serverName)}: ${printableLine(reason)}`);
      }
      return server !== undefined && listing.missing.length > 0 ? 'failed' : 'done';
    }),
});

function listed(visit: Visit, server: string | undefined, session: string | undefined): Promise<Listing> {
  const scope = scopeOf(session);
  if (server === undefined) return visit.link.ask('x-loggia/listTools', scope);
  return signedIn(visit, server, session, () => visit.link.ask('x-loggia/listTools', { server, ...scope }));
}

function firstSentence(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  return /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
}
