import type { Audit } from '@loggia/mcp';
import { hostToolsId } from '@loggia/sessions/equipment';
import type { Telemetry } from './telemetry.ts';

/** Names of servers are anybody's choice. Calls to further ones are counted together. */
const mostServers = 100;

/** The audit log, with tool calls counted by server and outcome when their records are written. */
export function observeCalls(audit: Audit, telemetry: Telemetry): Audit {
  const known = new Set<string>();
  const labelOf = (server: string): string => {
    if (known.size < mostServers) known.add(server);
    return known.has(server) ? server : 'other';
  };
  return {
    write: (describe) =>
      audit.write(() => {
        const entry = describe();
        if (entry.method === 'tools/call' || entry.server === hostToolsId) {
          const outcome = entry.decision === 'allowed' ? 'answered' : entry.decision;
          const attributes = { server: labelOf(entry.serverName), outcome };
          telemetry.add('loggia.tool_calls', '{call}', 1, attributes);
        }
        return entry;
      }),
    list: (query) => audit.list(query),
    flush: () => audit.flush(),
    removeBefore: (time) => audit.removeBefore(time),
  };
}
