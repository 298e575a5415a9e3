import type { Message } from '@loggia/protocol';

const key = 'loggia.continuation';

/** How often in a row hooks may keep an agent from stopping. */
export const mostContinuations = 5;

/** The message of a hook that keeps an agent from stopping, for the same model and agent. */
export function continuing(message: Message, reason: string): Message {
  const { model, agent } = message;
  return {
    text: `Before you stop: ${reason}`,
    origin: { kind: 'automation' },
    ...(model && { model }),
    ...(agent && { agent }),
    _meta: { [key]: continuationsOf(message) + 1 },
  };
}

/** How many such messages in a row led to this one, itself included. Clients can't write one: only the host's count. */
export function continuationsOf({ origin, _meta }: Message): number {
  const count = origin.kind === 'automation' ? _meta?.[key] : undefined;
  return typeof count === 'number' ? count : 0;
}
