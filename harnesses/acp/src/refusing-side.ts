import type { ClientSide } from './protocol.ts';

/** For an agent that is started without a conversation: whatever it asks for is refused, for this reason. */
export function refusingSide(reason: string): ClientSide {
  const refuse = (): Promise<never> => Promise.reject(new Error(reason));
  return {
    updated: () => undefined,
    permission: () => Promise.resolve(undefined),
    elicit: () => Promise.resolve({ action: 'cancel' }),
    elicited: () => undefined,
    read: refuse,
    write: refuse,
  };
}
