import type { SessionState } from '@loggia/protocol';
import type { OfferedTool } from '../equipment.ts';
import type { HarnessTool } from '../harness.ts';
import { serverName } from '../server-name.ts';

/** The facts about the server of a tool that agents are told. `pins` are names of servers, or `server/tool`. */
export function toolOrigin(
  session: SessionState,
  { customizationId, ownName, meta }: OfferedTool,
  pins: readonly string[],
): Pick<HarnessTool, 'server' | 'hasView' | 'pinned'> {
  const server = serverName(session, customizationId);
  const ui = meta?.['ui'] as { readonly resourceUri?: unknown } | null | undefined;
  return {
    server,
    ...(typeof ui?.resourceUri === 'string' && { hasView: true }),
    ...((pins.includes(server) || pins.includes(`${server}/${ownName}`)) && { pinned: true }),
  };
}
