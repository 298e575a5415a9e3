import type { AgentInfo, Customization, ProtectedResourceMetadata } from '@loggia/protocol';
import type { Harness, ProtectedResource } from './harness.ts';

/** A harness as clients see it, and what its sessions come with. */
export function agentInfoOf({ describe }: Harness, declared: readonly Customization[] = []): AgentInfo {
  const { provider, displayName, description, chats, protectedResources } = describe;
  return {
    provider,
    displayName,
    description,
    models: describe.models.map((model) => ({ ...model, provider })),
    ...(protectedResources && { protectedResources: protectedResources.map(protectedResourceOf) }),
    ...(declared.length > 0 && { customizations: [...declared] }),
    ...(chats?.several && { capabilities: { multipleChats: { fork: chats.fork, sideChat: chats.side } } }),
  };
}

/** As it goes over the wire. */
export function protectedResourceOf(resource: ProtectedResource): ProtectedResourceMetadata {
  return JSON.parse(JSON.stringify(resource)) as ProtectedResourceMetadata;
}
