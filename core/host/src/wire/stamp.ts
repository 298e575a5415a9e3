import type { Channel, Clock } from '@loggia/kernel';
import type { ChatState } from '@loggia/protocol';

interface Stamps {
  readonly clock: Clock;
  newId(): string;
}

type Stamp = (stamps: Stamps, state: ChatState) => Readonly<Record<string, unknown>>;

/** The fields that clients may leave to the host, with the values that it gives them. */
const missing: ReadonlyMap<string, Stamp> = new Map<string, Stamp>([
  [
    'chat/turnStarted',
    ({ clock, newId }) => ({ turnId: newId(), startedAt: new Date(clock.now()).toISOString() }),
  ],
  [
    'chat/turnCancelled',
    ({ clock }, { activeTurn }) => {
      if (!activeTurn) return { turnId: '', duration: 0 };
      const lasted = clock.now() - Date.parse(activeTurn.startedAt);
      return { turnId: activeTurn.id, duration: Math.max(0, lasted) || 0 };
    },
  ],
  ['chat/pendingMessageSet', ({ newId }) => ({ id: newId() })],
]);

/** A client's action with the times and ids that it leaves to the host. */
export function stamped(
  input: { readonly type: string },
  channel: Channel,
  stamps: Stamps,
): { readonly type: string } {
  const stamp = channel.kind === 'chat' ? missing.get(input.type) : undefined;
  return stamp ? { ...stamp(stamps, channel.state as ChatState), ...input } : input;
}
