import type { AgentInfo } from '@loggia/protocol';
import type { Harness } from './harness.ts';

/** A harness as clients see it. */
export function agentInfoOf({ describe }: Harness): AgentInfo {
  const { provider, displayName, description, chats } = describe;
  return {
    provider,
    displayName,
    description,
    models: describe.models.map((model) => ({ ...model, provider })),
    ...(chats?.several && { capabilities: { multipleChats: { fork: chats.fork, sideChat: chats.side } } }),
  };
}
