import { allowedWords, type ExtensionParams } from '@loggia/client';
import type { AuditRecord } from '@loggia/protocol';
import { defineCommand } from '../command-line/command.ts';
import { wrongUsage } from '../failure.ts';
import { sizeWords } from '../output/byte-size.ts';
import { printerFor } from '../output/printer.ts';
import { pointInTime } from './point-in-time.ts';
import { scopeOf, visitHost, type Visit } from './visit.ts';

/** As many as fit a few screens; programs get everything. */
const defaultLimit = 50;
const pageSize = 1000;

export const audit = defineCommand({
  path: ['audit'],
  says: 'Show calls to servers, who made them and what was decided, newest first.',
  takes: [],
  options: {
    server: { kind: 'text', value: 'NAME', says: 'Only this server', example: '--server files' },
    session: {
      kind: 'text',
      value: 'URI',
      says: 'Only this session',
      example: '--session ahp-session:/1234',
    },
    agent: {
      kind: 'text',
      value: 'NAME',
      says: 'Only calls by this agent',
      example: '--agent operator',
    },
    since: {
      kind: 'text',
      value: 'TIME',
      says: 'Only since: a date, or an age such as 30m, 2h or 7d',
      example: '--since 2h',
    },
    limit: {
      kind: 'count',
      value: 'N',
      says: `How many (default: ${defaultLimit}; everything with --json and --jsonl)`,
      example: '--limit 200',
    },
    jsonl: { kind: 'switch', says: 'One JSON document per line, streamed' },
  },
  examples: [
    ['loggia audit --server files --since 1h', 'Recent calls to one server'],
    ['loggia audit --agent operator', 'Calls by one agent'],
    ['loggia audit --jsonl > audit.jsonl', 'Everything, for another program'],
  ],
  async run(given, world) {
    const { server, session, agent, since, limit, jsonl } = given.options;
    if (jsonl && given.json) throw wrongUsage('Give --json or --jsonl, not both.');
    const query = {
      ...scopeOf(session),
      ...(server !== undefined && { server }),
      ...(agent !== undefined && { agent }),
      ...(since !== undefined && { since: pointInTime(since, world.now()) }),
    };
    return visitHost(given, world, async (visit) => {
      const forPeople = !given.json && !jsonl;
      const most = limit ?? (forPeople ? defaultLimit : Number.POSITIVE_INFINITY);
      if (jsonl) {
        const printer = printerFor(world, 'programs');
        for await (const record of records(visit, query, most)) printer.documentLine(record);
        return 'done';
      }
      const all: AuditRecord[] = [];
      for await (const record of records(visit, query, most)) all.push(record);
      visit.printer.document({ records: all });
      if (all.length === 0) visit.printer.sentence('No records found.');
      else visit.printer.table(all, columns);
      return 'done';
    });
  },
});

async function* records(
  { link }: Visit,
  query: Omit<ExtensionParams<'x-loggia/listAudit'>, 'limit' | 'cursor'>,
  most: number,
): AsyncGenerator<AuditRecord, void, undefined> {
  let left = most;
  let cursor: string | undefined;
  do {
    const limit = Math.min(pageSize, left);
    const page = await link.ask('x-loggia/listAudit', {
      ...query,
      limit,
      ...(cursor !== undefined && { cursor }),
    });
    const wanted = page.records.slice(0, left);
    yield* wanted;
    left -= wanted.length;
    // A host that gives the same cursor again would be asked forever.
    cursor = page.nextCursor === cursor ? undefined : page.nextCursor;
  } while (cursor !== undefined && left > 0);
}

const columns = [
  { title: 'when', cell: ({ at }: AuditRecord) => at.replace(/\.\d+Z$/, 'Z'), whole: true },
  {
    title: 'who',
    cell: ({ principal, view }: AuditRecord) => (view === undefined ? principal : `${principal}, ${view}`),
  },
  { title: 'session', cell: ({ session = '' }: AuditRecord) => session },
  { title: 'server', cell: ({ serverName }: AuditRecord) => serverName },
  { title: 'method', cell: ({ method }: AuditRecord) => method },
  { title: 'target', cell: ({ target = '' }: AuditRecord) => target },
  { title: 'decision', cell: decisionOf },
  { title: 'size', cell: sizeOf },
  { title: 'reason', cell: ({ reason = '' }: AuditRecord) => reason },
] as const;

function decisionOf(record: AuditRecord): string {
  const allowed = allowedWords(record);
  return allowed === undefined ? record.decision : `${record.decision} (${allowed})`;
}

/** The sizes of request and response. */
function sizeOf({ requestBytes, responseBytes }: AuditRecord): string {
  const sent = sizeWords(requestBytes);
  return responseBytes === undefined ? sent : `${sent} → ${sizeWords(responseBytes)}`;
}
