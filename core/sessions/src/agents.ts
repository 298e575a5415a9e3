import {
  withAgentCommands,
  type AgentInfo,
  type Customization,
  type ProtectedResourceMetadata,
} from '@loggia/protocol';
import type { AgentCommand, Harness, ProtectedResource } from './harness.ts';

/** A harness as clients see it, with the customizations that its sessions start with, and the commands it has told of. */
export function agentInfoOf(
  { describe }: Harness,
  declared: readonly Customization[] = [],
  announced: readonly AgentCommand[] = [],
): AgentInfo {
  const { provider, displayName, description, chats, protectedResources, commands = [] } = describe;
  const agent: AgentInfo = {
    provider,
    displayName,
    description,
    models: describe.models.map((model) => ({ ...model, provider })),
    ...(protectedResources && { protectedResources: protectedResources.map(protectedResourceOf) }),
    ...(declared.length > 0 && { customizations: [...declared] }),
    capabilities: {
      ...(chats?.several && { multipleChats: { fork: chats.fork, sideChat: chats.side } }),
      // The host equips sessions from their folders, whatever the agent.
      multipleWorkingDirectories: { primaryReplacement: true },
    },
  };
  return withAgentCommands(agent, announced.length > 0 ? announced : commands);
}

/** As it goes over the wire. */
export function protectedResourceOf(resource: ProtectedResource): ProtectedResourceMetadata {
  return JSON.parse(JSON.stringify(resource)) as ProtectedResourceMetadata;
}
