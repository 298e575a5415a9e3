import type { Delivery } from '@loggia/protocol';
import { defineCommand, type Command, type Given } from '../../command-line/command.ts';
import { wrongUsage } from '../../failure.ts';
import type { HostLink } from '../../host/host-link.ts';
import { findArtifact } from '../artifacts/find-artifacts.ts';
import { oneOf } from '../choice.ts';
import { assertAskable, confirmed } from '../confirm.ts';
import { limitOption, mostOf } from '../limit-option.ts';
import { firstOf, paged } from '../paged.ts';
import { visitHost, type Visit } from '../visit.ts';
import { workspaceNamed, workspaceOption } from '../workspaces/find-workspace.ts';

const defaultLimit = 30;
const pageSize = 500;
/** The most events that the host takes at once. */
const mostAtOnce = 1000;

type Status = 'waiting' | 'parked';

function deliveries(
  link: HostLink,
  query: { readonly status?: Status; readonly workspace?: string; readonly artifact?: string },
): AsyncGenerator<Delivery, void, undefined> {
  return paged(async (cursor) => {
    const page = await link.ask('x-loggia/listDeliveries', {
      ...query,
      limit: pageSize,
      ...(cursor !== undefined && { cursor }),
    });
    return { items: page.deliveries, nextCursor: page.nextCursor };
  });
}

export const listEvents = defineCommand({
  path: ['events', 'list'],
  says: 'List events that are pending or could not be delivered.',
  takes: [],
  options: {
    status: {
      kind: 'text',
      value: 'STATUS',
      says: 'Only waiting events, or events parked after too many failures',
      example: '--status parked',
    },
    artifact: {
      kind: 'text',
      value: 'ARTIFACT',
      says: 'Only events of this artifact',
      example: '--artifact Budget',
    },
    ...limitOption(defaultLimit),
    ...workspaceOption,
  },
  examples: [['loggia events list --status parked', 'Events that need attention']],
  async run(given, world) {
    const { status, artifact, workspace } = given.options;
    const wanted = status === undefined ? undefined : oneOf('--status', status, ['waiting', 'parked']);
    return visitHost(given, world, async ({ link, printer }) => {
      const within = await workspaceNamed(link, workspace);
      const of =
        artifact === undefined ? undefined : await findArtifact(link, artifact, { workspace, among: 'all' });
      const query = {
        ...(wanted && { status: wanted }),
        ...(within && { workspace: within.id }),
        ...(of && { artifact: of.id }),
      };
      const most = mostOf(given, defaultLimit);
      const { items, more } = await firstOf(deliveries(link, query), most);
      printer.document({ deliveries: items, more });
      if (items.length === 0) printer.sentence('All events have been delivered.');
      else printer.table(items, columns);
      if (items.some((one) => one.status === 'parked')) {
        printer.line();
        printer.sentence(
          'Retry parked events with "loggia events replay ID", or drop them with "loggia events discard ID".',
        );
      }
      if (more && !given.json) printer.note('There are more. Show them with --limit.');
      return 'done';
    });
  },
});

const columns = [
  { title: 'id', cell: ({ id }: Delivery) => id, whole: true as const },
  { title: 'event', cell: ({ event }: Delivery) => event },
  { title: 'artifact', cell: ({ title }: Delivery) => title },
  { title: 'status', cell: ({ status }: Delivery) => status, whole: true as const },
  { title: 'tries', cell: ({ attempts }: Delivery) => String(attempts), whole: true as const },
  { title: 'reason', cell: ({ reason = '' }: Delivery) => reason },
];

const allOption = { all: { kind: 'switch', says: 'All parked events' } } as const;

/** The ids that were typed, or all that are parked. */
async function chosen(
  { link }: Visit,
  { words, options }: Given<typeof allOption>,
): Promise<readonly string[]> {
  if (options.all === words.length > 0) throw wrongUsage('Give either event ids or --all, not both.');
  if (!options.all) return words;
  const ids: string[] = [];
  for await (const { id } of deliveries(link, { status: 'parked' })) ids.push(id);
  return ids;
}

async function inParts(ids: readonly string[], run: (part: string[]) => Promise<number>): Promise<number> {
  let count = 0;
  for (let at = 0; at < ids.length; at += mostAtOnce) count += await run(ids.slice(at, at + mostAtOnce));
  return count;
}

function counted(count: number): string {
  return count === 1 ? 'one event' : `${count} events`;
}

export const replayEvents: Command = defineCommand({
  path: ['events', 'replay'],
  says: 'Retry parked events.',
  takes: ['ID…'],
  options: allOption,
  examples: [['loggia events replay --all', 'After fixing the handler']],
  run: (given, world) =>
    visitHost(given, world, async (visit) => {
      const ids = await chosen(visit, given);
      const replayed = await inParts(ids, async (part) => {
        const answer = await visit.link.ask('x-loggia/replayDeliveries', { ids: part });
        return answer.replayed;
      });
      visit.printer.document({ replayed });
      visit.printer.sentence(`Retrying ${counted(replayed)}. See the result with "loggia events list".`);
      return replayed === 0 && !given.options.all ? nothingDone(visit) : 'done';
    }),
});

export const discardEvents: Command = defineCommand({
  path: ['events', 'discard'],
  says: 'Discard events. Their handlers are never notified.',
  takes: ['ID…'],
  options: { ...allOption, yes: { kind: 'switch', says: 'Don’t ask for confirmation' } },
  examples: [['loggia events discard --all', 'Asks first']],
  async run(given, world) {
    assertAskable(world, given.options.yes, 'discard them');
    return visitHost(given, world, async (visit) => {
      const ids = await chosen(visit, given);
      await confirmed(world, given.options.yes, `Discard ${counted(ids.length)}?`, 'Nothing was changed.');
      const discarded = await inParts(ids, async (part) => {
        const answer = await visit.link.ask('x-loggia/discardDeliveries', { ids: part });
        return answer.discarded;
      });
      visit.printer.document({ discarded });
      visit.printer.sentence(`Discarded ${counted(discarded)}.`);
      return discarded === 0 && !given.options.all ? nothingDone(visit) : 'done';
    });
  },
});

function nothingDone({ printer }: Visit): 'failed' {
  printer.note('No such event exists anymore. "loggia events list" shows the rest.');
  return 'failed';
}
