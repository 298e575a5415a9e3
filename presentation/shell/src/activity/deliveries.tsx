import type { Delivery } from '@loggia/protocol';
import { BellRing, RotateCw, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useCommands } from '../commands/use-commands.ts';
import { useNow } from '../ui/use-now.ts';
import { showDetails } from '../details/details-state.ts';
import { useHost } from '../host/host-context.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { PagedList } from '../host/paged-list.ts';
import { useEvery } from '../ui/use-every.ts';
import { usePagedList } from '../host/use-paged-list.ts';
import { Button } from '../ui/button.tsx';
import { confirm } from '../ui/question-queue.ts';
import { Badge, Empty, Failure, Skeleton } from '../ui/states.tsx';
import { attempt, tell } from '../ui/toast-queue.ts';
import { eventWord, standingWords } from './delivery-words.ts';

const pollMs = 5000;
const mostAtOnce = 1000;

/** Events that their handlers have not taken: those that wait, and those that were given up. */
export function Deliveries({ workspace }: { readonly workspace: string }) {
  const host = useHost();
  const list = useMemo(
    () =>
      new PagedList<Delivery>({
        read: async (cursor) => {
          const asked = { workspace, limit: 200, ...(cursor !== undefined && { cursor }) };
          const answer = await host.ask('x-loggia/listDeliveries', asked);
          return { entries: answer.deliveries, cursor: answer.nextCursor };
        },
      }),
    [host, workspace],
  );
  const pages = usePagedList(list);
  useEvery(pollMs, () => list.again());
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const deliveries = pages.entries ?? [];
  const parked = deliveries.filter(({ status }) => status === 'parked');
  const waiting = deliveries.filter(({ status }) => status !== 'parked');
  const picked = deliveries.filter(({ id }) => chosen.has(id));

  const replay = async (which: readonly Delivery[]): Promise<void> => {
    const given = which.filter(({ status }) => status === 'parked');
    const replayed = await inParts(
      given,
      async (ids) => (await host.ask('x-loggia/replayDeliveries', { ids })).replayed,
    );
    tell(replayed === 1 ? 'Retrying 1 event.' : `Retrying ${replayed} events.`);
    setChosen(new Set());
    list.again();
  };
  const discard = async (which: readonly Delivery[]): Promise<void> => {
    const count = which.length === 1 ? 'this event' : `${which.length} events`;
    const isSure = await confirm({
      title: `Discard ${count}?`,
      text: 'Their handlers will not be notified. The artifacts stay as they are.',
      action: 'Discard',
      danger: true,
    });
    if (!isSure) return;
    const discarded = await inParts(
      which,
      async (ids) => (await host.ask('x-loggia/discardDeliveries', { ids })).discarded,
    );
    tell(discarded === 1 ? '1 event discarded.' : `${discarded} events discarded.`);
    setChosen(new Set());
    list.again();
  };
  useCommands(
    parked.length === 0
      ? []
      : [
          {
            id: 'deliveries.replay-all',
            title: 'Retry all failed events',
            group: 'Servers',
            run: () => attempt(replay(parked)),
          },
        ],
  );
  const toggle = (id: string): void =>
    setChosen((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    );

  if (pages.error && pages.entries === undefined)
    return <Failure error={pages.error} retry={() => list.again()} />;
  if (pages.entries === undefined) return <Skeleton style={{ height: 160 }} />;
  if (deliveries.length === 0) {
    return (
      <Empty icon={<BellRing />} title="No pending events">
        All events have been delivered. If a handler fails, its events appear here and can be retried.
      </Empty>
    );
  }
  return (
    <div className="activity-part">
      {pages.error && <Failure error={pages.error} retry={() => list.again()} />}
      <div className="activity-bar" role="toolbar" aria-label="Events">
        <label>
          <input
            type="checkbox"
            checked={chosen.size > 0 && picked.length === deliveries.length}
            onChange={(event) =>
              setChosen(event.target.checked ? new Set(deliveries.map(({ id }) => id)) : new Set())
            }
          />
          {picked.length === 0 ? 'Select all' : `${picked.length} selected`}
        </label>
        <Button
          icon={<RotateCw />}
          disabled={!picked.some(({ status }) => status === 'parked')}
          onClick={() => attempt(replay(picked))}
        >
          Try again
        </Button>
        <Button icon={<Trash2 />} disabled={picked.length === 0} onClick={() => attempt(discard(picked))}>
          Discard
        </Button>
      </div>
      <Group
        title="Failed"
        deliveries={parked}
        chosen={chosen}
        toggle={toggle}
        onReplay={replay}
        onDiscard={discard}
      />
      <Group
        title="Waiting"
        deliveries={waiting}
        chosen={chosen}
        toggle={toggle}
        onReplay={replay}
        onDiscard={discard}
      />
      {pages.hasMore && (
        <Button disabled={pages.isLoading} onClick={() => list.more()}>
          Show more
        </Button>
      )}
    </div>
  );
}

/** One command takes only so many. */
async function inParts(
  which: readonly Delivery[],
  send: (ids: string[]) => Promise<number>,
): Promise<number> {
  let total = 0;
  for (let at = 0; at < which.length; at += mostAtOnce) {
    total += await send(which.slice(at, at + mostAtOnce).map(({ id }) => id));
  }
  return total;
}

function Group({
  title,
  deliveries,
  chosen,
  toggle,
  onReplay,
  onDiscard,
}: {
  readonly title: string;
  readonly deliveries: readonly Delivery[];
  readonly chosen: ReadonlySet<string>;
  toggle(id: string): void;
  onReplay(which: readonly Delivery[]): Promise<void>;
  onDiscard(which: readonly Delivery[]): Promise<void>;
}) {
  const now = useNow();
  if (deliveries.length === 0) return null;
  return (
    <section>
      <h2 className="activity-title">
        {title} <Badge>{deliveries.length}</Badge>
      </h2>
      <ul className="activity-list">
        {deliveries.map((delivery) => (
          <li key={delivery.id} className="activity-row">
            <input
              type="checkbox"
              aria-label={`Select ${eventWord(delivery)} ${delivery.title}`}
              checked={chosen.has(delivery.id)}
              onChange={() => toggle(delivery.id)}
            />
            <div className="activity-words">
              <div>
                <Badge tone={delivery.status === 'parked' ? 'danger' : 'info'}>{eventWord(delivery)}</Badge>
                <button
                  type="button"
                  className="activity-link"
                  onClick={() => showDetails(delivery.artifact)}
                >
                  {delivery.title}
                </button>
                <TimeAgo at={delivery.at} />
              </div>
              <p>{standingWords(delivery, now)}</p>
            </div>
            <div className="activity-actions">
              {delivery.status === 'parked' && (
                <Button size="small" onClick={() => attempt(onReplay([delivery]))}>
                  Try again
                </Button>
              )}
              <Button size="small" kind="quiet" onClick={() => attempt(onDiscard([delivery]))}>
                Discard
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
