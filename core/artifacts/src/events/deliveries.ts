import type { Clock } from '@loggia/kernel';
import type { Delivery, typeExtensions } from '@loggia/protocol';
import type { z } from 'zod';
import { readCursor, writeCursor } from '../cursor.ts';
import type { ArtifactStore, EventRow } from '../store.ts';
import type { Dispatcher } from './dispatcher.ts';
import { titleOf } from './event.ts';
import { waitsForOwner } from './verdict.ts';

type Commands = typeof typeExtensions;
type Params<Name extends keyof Commands> = Omit<z.output<Commands[Name]['params']>, 'channel' | '_meta'>;
type Result<Name extends keyof Commands> = z.output<Commands[Name]['result']>;

/** Undelivered events as users see them, and the actions on them. */
export interface Deliveries {
  listDeliveries(params: Params<'x-loggia/listDeliveries'>): Promise<Result<'x-loggia/listDeliveries'>>;
  replayDeliveries(params: Params<'x-loggia/replayDeliveries'>): Promise<Result<'x-loggia/replayDeliveries'>>;
  discardDeliveries(
    params: Params<'x-loggia/discardDeliveries'>,
  ): Promise<Result<'x-loggia/discardDeliveries'>>;
}

const defaultPage = 50;

function deliveryOf(row: EventRow, now: number): Delivery {
  const { id, kind, artifact, workspace, type, at, status, attempts, nextAt, reason, server } = row;
  const timed = status === 'waiting' && nextAt > now && !waitsForOwner(row, now);
  return {
    id,
    event: kind,
    artifact,
    workspace,
    type,
    title: titleOf(row),
    at,
    status,
    attempts,
    ...(timed && { nextAttemptAt: new Date(nextAt).toISOString() }),
    ...(reason !== undefined && { reason }),
    ...(server !== undefined && { server }),
  };
}

export function createDeliveries(ports: {
  readonly store: Pick<ArtifactStore, 'events'>;
  readonly clock: Clock;
  readonly dispatcher: Pick<Dispatcher, 'replay' | 'discard'>;
}): Deliveries {
  const { store, clock, dispatcher } = ports;
  return {
    async listDeliveries({ status, workspace, artifact, limit = defaultPage, cursor }) {
      const list = ['deliveries', status, workspace, artifact];
      const [after] = cursor === undefined ? [] : readCursor(list, cursor, ['string']);
      const rows = await store.events({
        status,
        workspace,
        artifact,
        after: after === undefined ? undefined : String(after),
        limit: limit + 1,
      });
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return {
        deliveries: shown.map((row) => deliveryOf(row, clock.now())),
        ...(last && { nextCursor: writeCursor(list, [last.id]) }),
      };
    },
    replayDeliveries: async ({ ids }) => ({ replayed: await dispatcher.replay(ids) }),
    discardDeliveries: async ({ ids }) => ({ discarded: await dispatcher.discard(ids) }),
  };
}
