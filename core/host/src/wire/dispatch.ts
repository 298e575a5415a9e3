import type { Channel, Entry, Kernel, Origin } from '@loggia/kernel';
import { isClientDispatchable, parseAction, type StateAction } from '@loggia/protocol';
import { ActionRefused, type Sessions } from '@loggia/sessions';
import { toldToClients } from './told-to-clients.ts';

export interface Dispatched {
  readonly channel: string;
  readonly action: { readonly type: string };
  readonly origin: Origin;
  /** Whether the sender watches the channel and so gets the echo like everybody else. It may leave before that. */
  isSubscribed(): boolean;
  echo(entry: Entry): void;
  rejected(envelope: RejectedEnvelope): void;
}

export interface RejectedEnvelope {
  readonly channel: string;
  readonly action: { readonly type: string };
  readonly serverSeq: number;
  readonly origin: Origin;
  readonly rejectionReason: string;
}

export interface DispatchServices {
  readonly kernel: Kernel;
  readonly sessions: Sessions;
}

/**
 * One action of a client. An unknown channel is passed over in silence, as the protocol wants it; everything else is
 * answered: by the echo, or by the action coming back with a reason, to its sender alone and to no log.
 */
export async function dispatchAction(
  { kernel, sessions }: DispatchServices,
  dispatched: Dispatched,
): Promise<void> {
  const { channel: uri, action: input, origin } = dispatched;
  const channel = await kernel.load(uri);
  if (!channel) return;
  let watch: { unsubscribe(): void } | undefined;
  try {
    watch = watchEcho(kernel, channel, dispatched);
    await sessions.dispatch(uri, admit(input), origin);
  } catch (error) {
    watch?.unsubscribe();
    const rejectionReason = reasonOf(error);
    dispatched.rejected({ channel: uri, action: input, serverSeq: kernel.seq, origin, rejectionReason });
    if (isExpected(error)) return;
    throw error;
  }
  // Not waited for: a disk that is slow must not keep the client from being heard.
  void kernel
    .settled()
    .catch(() => {})
    .then(() => watch.unsubscribe());
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

function isExpected(error: unknown): boolean {
  return error instanceof ActionRefused || toldToClients(error) !== undefined;
}

export function reasonOf(error: unknown): string {
  return isExpected(error) ? (error as Error).message : 'The host could not do this. Its log says more.';
}
