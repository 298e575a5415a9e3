import type { Launch, ServerReport } from '@loggia/protocol';
import { defineCommand } from '../../command-line/command.ts';
import { wrongUsage } from '../../failure.ts';
import { printableLine } from '../../output/printable.ts';
import type { Printer } from '../../output/printer.ts';
import { paintState, sourceWords, stateReason, stateWord, transportWords } from '../server-words.ts';
import { sessionOption } from '../session-option.ts';
import { launchLines } from '../trust/launch-lines.ts';
import { scopeOf, visitHost } from '../visit.ts';
import { workspaceNamed } from '../workspaces/find-workspace.ts';

export const listServers = defineCommand({
  path: ['servers', 'list'],
  says: 'List the servers with their status, and how to fix problems.',
  takes: [],
  options: {
    ...sessionOption,
    workspace: {
      kind: 'text',
      value: 'WORKSPACE',
      says: 'The servers that this workspace has, by its id or title: those of all workspaces, and its own',
      example: '--workspace Home',
    },
  },
  examples: [
    ['loggia servers list', 'All servers, and the workspace that has them'],
    ['loggia servers list --workspace Home', 'The servers of one workspace'],
    ['loggia servers list --json', 'The same for a program'],
  ],
  run: (given, world) =>
    visitHost(given, world, async (visit) => {
      const { link, printer } = visit;
      const { session, workspace } = given.options;
      if (session !== undefined && workspace !== undefined)
        throw wrongUsage(
          '--session and --workspace exclude each other. A session has the servers of its workspace.',
        );
      const place = await workspaceNamed(link, workspace);
      const { servers } = await link.ask('x-loggia/listServers', scopeOf(place?.channel ?? session));
      printer.document({ servers });
      const isOwned = servers.some(({ source }) => source.workspace !== undefined);
      const { workspaces } = isOwned ? await link.ask('x-loggia/listWorkspaces', {}) : { workspaces: [] };
      printServers(servers, new Map(workspaces.map(({ id, title }) => [id, title])), printer);
      return 'done';
    }),
});

function launchOf({ transport }: ServerReport): Launch {
  if (transport.kind !== 'stdio') return transport;
  const { sandbox: _sandbox, ...launch } = transport;
  return launch;
}

function printServers(
  servers: readonly ServerReport[],
  titles: ReadonlyMap<string, string>,
  printer: Printer,
): void {
  if (servers.length === 0) {
    printer.sentence('There are no servers. Add one with "loggia servers add NAME -- COMMAND".');
    return;
  }
  printer.table(servers, [
    { title: 'name', cell: ({ name }) => name, whole: true },
    { title: 'state', cell: stateWord, paint: paintState, whole: true },
    { title: 'tools', cell: ({ tools }) => (tools === undefined ? '' : String(tools)), whole: true },
    { title: 'transport', cell: transportWords },
    { title: 'workspace', cell: ({ source }) => workspaceWords(source, titles) },
    { title: 'source', cell: sourceWords },
  ]);
  const reasons = servers.flatMap((server) => {
    const reason = stateReason(server);
    // A request for approval is shown in full, however little room the table has.
    const launch = server.approval ? launchLines(launchOf(server)) : [];
    return reason === undefined ? [] : [{ reason: `${printableLine(server.name)}: ${reason}`, launch }];
  });
  const isIdle = servers.some(({ idle }) => idle);
  if (reasons.length > 0 || isIdle) printer.line();
  if (isIdle)
    printer.sentence(
      'Nobody uses the idle servers now. They start when somebody opens the workspace or writes in a session.',
    );
  for (const { reason, launch } of reasons) {
    printer.sentence(reason);
    for (const line of launch) printer.line(`    ${line}`);
  }
}

/** The workspaces that have the server; nothing for one that only sessions in a folder or of a client have. */
function workspaceWords(
  { kind, workspace }: ServerReport['source'],
  titles: ReadonlyMap<string, string>,
): string {
  if (workspace !== undefined) return titles.get(workspace) ?? workspace;
  return kind === 'workspace' || kind === 'client' ? '' : 'all';
}
