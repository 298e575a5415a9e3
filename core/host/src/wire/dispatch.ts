import { authorOf, type Principal } from '@loggia/access';
import type { Channel, Entry, Kernel, Origin } from '@loggia/kernel';
import {
  isClientDispatchable,
  parseAction,
  type Origin as WireOrigin,
  type StateAction,
} from '@loggia/protocol';
import { ActionRefused } from '@loggia/sessions';
import type { ChannelTable } from '../channels/channel-table.ts';
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
}

/** An action of this principal, sent by this client under this number. */
export function originOf(principal: Principal, clientId: string, clientSeq: number): Origin {
  return { clientId, clientSeq, by: authorOf(principal) };
}

/** What clients are told of an origin: who is behind a client stays with the host. */
export function shownOrigin({ clientId, clientSeq }: Origin): WireOrigin {
  return { clientId, clientSeq };
}

/**
 * One action of a client, on a channel that its principal may act on. An unknown channel is passed over in silence, as the protocol wants it; everything else is
 * answered: by the echo, or by the action coming back with a reason, to its sender alone and to no log.
 */
export async function dispatchAction(
  { kernel, channels }: DispatchServices,
  dispatched: Dispatched,
): Promise<void> {
  const { channel: uri, action: input, principal, origin } = dispatched;
  let watch: { unsubscribe(): void } | undefined;
  try {
    const channel = await channels.open(uri, 'act', principal);
    if (!channel) return;
    watch = watchEcho(kernel, channel, dispatched);
    await channels.dispatch(channel, admit(input), origin);
  } catch (error) {
    watch?.unsubscribe();
    dispatched.rejected({
      channel: uri,
      action: input,
      serverSeq: kernel.seq,
      origin: shownOrigin(origin),
      rejectionReason: reasonOf(error),
    });
    if (isExpected(error)) return;
    throw error;
  }
  // Not waited for: a disk that is slow must not keep the client from being heard.
  void kernel
    .settled()
    .catch(() => {})
    .then(() => watch?.unsubscribe());
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
