import { authorOf, type Principal } from '@loggia/access';
import type { Channel, Clock, Entry, Kernel, Origin } from '@loggia/kernel';
import {
  isClientDispatchable,
  parseAction,
  type Origin as WireOrigin,
  type StateAction,
} from '@loggia/protocol';
import { ActionRefused } from '@loggia/sessions';
import type { ChannelTable } from '../channels/channel-table.ts';
import { stamped } from './stamp.ts';
import { toldToClients } from './told-to-clients.ts';

export interface Dispatched {
  readonly channel: string;
  readonly action: { readonly type: string };
  readonly origin: Origin;
  readonly principal: Principal;
  /** Whether the sender watches the channel and so gets the echo like everybody else. It may leave before that. */
  isSubscribed(): boolean;
  echo(entry: Entry): void;
  rejected(envelope: RejectedEnvelope): void;
  /** For an action that isn't logged. */
  acknowledged(envelope: Omit<RejectedEnvelope, 'rejectionReason'>): void;
}

export interface RejectedEnvelope {
  readonly channel: string;
  readonly action: { readonly type: string };
  readonly serverSeq: number;
  readonly origin: WireOrigin;
  readonly rejectionReason: string;
}

export interface DispatchServices {
  readonly kernel: Kernel;
  readonly channels: ChannelTable;
  readonly clock: Clock;
  newId(): string;
}

/**
 * Gives a rejection a number of its own. With the number of the last action, a client that drops everything up to its
 * snapshot would never hear of it. While the store doesn't accept writes there are no new numbers, and the answer
 * doesn't wait for one.
 */
export function numbered(kernel: Kernel, reject: (serverSeq: number) => void): void {
  if (kernel.health.ok) kernel.appendPrivate(reject);
  else reject(kernel.seq);
}

/** An action of this principal, sent by this client under this number. */
export function originOf(principal: Principal, clientId: string, clientSeq: number): Origin {
  return { clientId, clientSeq, by: authorOf(principal) };
}

/** The public part of an origin: the person behind a client stays with the host. */
export function shownOrigin({ clientId, clientSeq }: Origin): WireOrigin {
  return { clientId, clientSeq };
}

/**
 * Handles one action of a client, on a channel that its principal may act on. An unknown channel is silently ignored,
 * as the protocol requires; everything else is answered: by the echo, or by returning the action with a reason, to its
 * sender alone, under a number of its own and without a log entry.
 */
export async function dispatchAction(services: DispatchServices, dispatched: Dispatched): Promise<void> {
  const { kernel, channels } = services;
  const { channel: uri, action: input, principal, origin } = dispatched;
  let watch: { unsubscribe(): void } | undefined;
  try {
    const channel = await channels.open(uri, 'act', principal);
    if (!channel) return;
    const action = admit(stamped(input, channel, services));
    channels.authorizeAction(channel, action, principal);
    if (channels.isUnlogged(channel, action)) {
      await channels.dispatch(channel, action, origin);
      return acknowledge(kernel, channel, dispatched);
    }
    watch = watchEcho(kernel, channel, dispatched);
    await channels.dispatch(channel, action, origin);
  } catch (error) {
    watch?.unsubscribe();
    const rejected = { channel: uri, action: input, origin: shownOrigin(origin) };
    const rejectionReason = reasonOf(error);
    numbered(kernel, (serverSeq) => dispatched.rejected({ ...rejected, serverSeq, rejectionReason }));
    if (isExpected(error)) return;
    throw error;
  }
  // Not awaited: a slow disk must not block the client.
  void kernel
    .settled()
    .catch(() => {})
    .then(() => watch?.unsubscribe());
}

/** The sender waits for its action to come back, under a number as every other. */
function acknowledge(kernel: Kernel, channel: Channel, { action, origin, acknowledged }: Dispatched): void {
  const envelope = { channel: channel.uri, action, origin: shownOrigin(origin) };
  kernel.appendPrivate((serverSeq) => acknowledged({ ...envelope, serverSeq }));
}

function admit(input: { readonly type: string }): StateAction {
  const action = parseAction(input);
  if (!isClientDispatchable(action.type)) throw new ActionRefused(`Only the host sends ${action.type}.`);
  return action;
}

function watchEcho(kernel: Kernel, channel: Channel, dispatched: Dispatched): { unsubscribe(): void } {
  const { clientId, clientSeq } = dispatched.origin;
  return kernel.subscribe(channel, {
    deliver: (entry) => {
      const isEcho = entry.origin?.clientId === clientId && entry.origin.clientSeq === clientSeq;
      if (isEcho && !dispatched.isSubscribed()) dispatched.echo(entry);
    },
  });
}

export function isExpected(error: unknown): boolean {
  return error instanceof ActionRefused || toldToClients(error) !== undefined;
}

export function reasonOf(error: unknown): string {
  return isExpected(error) ? (error as Error).message : 'The host could not do this. Its log says more.';
}
