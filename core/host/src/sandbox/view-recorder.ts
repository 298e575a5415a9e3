import type { Audit, AuditEntry, ChannelRequest } from '@loggia/mcp';
import type { Caller } from '../wire/commands.ts';

export type Recorder = (
  entry: Pick<AuditEntry, 'method' | 'target' | 'decision' | 'reason' | 'requestBytes' | 'durationMs'>,
) => void;

/** Whatever is recorded of a View says whose it is and who shows it. */
export function recorderOf(
  audit: Pick<Audit, 'write'>,
  { session, customizationId, serverName }: ChannelRequest,
  { principal, clientId }: Caller,
  view: string,
): Recorder {
  const about = {
    session,
    server: customizationId,
    serverName,
    principal: principal.id,
    clientId,
    view,
  };
  return (entry) => audit.write({ ...about, ...entry });
}
