import type { Launch, ServerReport } from '@loggia/protocol';
import { defineCommand } from '../../command-line/command.ts';
import { printableLine } from '../../output/printable.ts';
import type { Printer } from '../../output/printer.ts';
import { paintState, sourceWords, stateReason, stateWord, transportWords } from '../server-words.ts';
import { sessionOption } from '../session-option.ts';
import { launchLines } from '../trust/launch-lines.ts';
import { renewed } from '../settle.ts';
import { scopeOf, visitHost } from '../visit.ts';

export const listServers = defineCommand({
  path: ['servers', 'list'],
  says: 'List the servers with their status, and how to fix problems.',
  takes: [],
  options: sessionOption,
  examples: [
    ['loggia servers list', 'The servers of the host'],
    ['loggia servers list --json', 'The same for a program'],
  ],
  run: (given, world) =>
    visitHost(given, world, async (visit) => {
      const { link, printer } = visit;
      const { session } = given.options;
      const scope = scopeOf(session);
      let { servers } = await link.ask('x-loggia/listServers', scope);
      const opened = await Promise.all(
        servers.filter(hasExpired).map((server) => renewed(visit, server, session)),
      );
      if (opened.includes(true)) ({ servers } = await link.ask('x-loggia/listServers', scope));
      printer.document({ servers });
      printServers(servers, printer);
      return 'done';
    }),
});

function launchOf({ transport }: ServerReport): Launch {
  if (transport.kind !== 'stdio') return transport;
  const { sandbox: _sandbox, ...launch } = transport;
  return launch;
}

function hasExpired({ state }: ServerReport): boolean {
  return state.kind === 'authRequired' && state.reason === 'expired';
}

function printServers(servers: readonly ServerReport[], printer: Printer): void {
  if (servers.length === 0) {
    printer.sentence('There are no servers. Add one with "loggia servers add NAME -- COMMAND".');
    return;
  }
  printer.table(servers, [
    { title: 'name', cell: ({ name }) => name, whole: true },
    { title: 'state', cell: stateWord, paint: paintState, whole: true },
    { title: 'tools', cell: ({ tools }) => (tools === undefined ? '' : String(tools)), whole: true },
    { title: 'transport', cell: transportWords },
    { title: 'source', cell: sourceWords },
  ]);
  const reasons = servers.flatMap((server) => {
    const reason = stateReason(server);
    // Whoever is asked to approve something sees all of it, however little room the table has.
    const launch = server.approval ? launchLines(launchOf(server)) : [];
    return reason === undefined ? [] : [{ reason: `${printableLine(server.name)}: ${reason}`, launch }];
  });
  if (reasons.length > 0) printer.line();
  for (const { reason, launch } of reasons) {
    printer.sentence(reason);
    for (const line of launch) printer.line(`    ${line}`);
  }
}
