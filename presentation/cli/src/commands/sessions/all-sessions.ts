import { listSessions, MalformedAnswer } from '@loggia/client';
import { commandTable, explain, hasStatus, rootUri, Status, type SessionSummary } from '@loggia/protocol';
import { CommandFailed } from '../../failure.ts';
import type { HostLink } from '../../host/host-link.ts';
import { printableLine } from '../../output/printable.ts';
import { matches } from './short-ids.ts';

const pageSize = 200;
/** Naming more than these doesn't help to tell them apart. */
const mostNamed = 5;

/** Those modified last first, one by one; pages are asked for as they are needed. `search` is a part of the title. */
export async function* allSessions(
  { client }: HostLink,
  search?: string,
): AsyncGenerator<SessionSummary, void, undefined> {
  if (search === undefined) {
    for await (const page of listSessions(client, { limit: pageSize })) yield* page;
    return;
  }
  let cursor: string | undefined;
  do {
    const answer = await client.call('x-loggia/searchSessions', {
      channel: rootUri,
      query: search,
      limit: pageSize,
      ...(cursor !== undefined && { cursor }),
    });
    const page = commandTable.listSessions.result.safeParse(answer);
    if (!page.success) throw new MalformedAnswer('x-loggia/searchSessions', explain(page.error, 'result'));
    yield* page.data.items;
    // A host that gives the same cursor again would be asked forever.
    cursor = page.data.nextCursor === cursor ? undefined : page.data.nextCursor;
  } while (cursor !== undefined);
}

/** The one session of that URI or id, or of that part of an id. */
export async function findSession(link: HostLink, wanted: string): Promise<SessionSummary> {
  const found: SessionSummary[] = [];
  for await (const session of allSessions(link)) {
    const match = matches(session.resource, wanted);
    if (match === 'whole') return session;
    if (match === 'part') found.push(session);
  }
  const [first, second] = found;
  if (first === undefined) {
    throw new CommandFailed('failed', `There is no session "${wanted}". "loggia sessions list" lists them.`);
  }
  if (second === undefined) return first;
  const names = found.slice(0, mostNamed).map(({ resource }) => printableLine(resource));
  const more = found.length > mostNamed ? ' and others' : '';
  throw new CommandFailed(
    'failed',
    `Several sessions match "${wanted}": ${names.join(', ')}${more}. Type more of it.`,
  );
}

/** The one that was used last and is not put away. */
export async function lastSession(link: HostLink): Promise<SessionSummary> {
  for await (const session of allSessions(link)) {
    if (!hasStatus(session.status, Status.isArchived)) return session;
  }
  throw new CommandFailed('failed', 'There is no session to continue. Start one with "loggia chat MESSAGE".');
}
