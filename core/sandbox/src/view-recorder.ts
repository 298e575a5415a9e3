import { authorOf } from '@loggia/access';
import type { Act, Audit, AuditEntry, ChannelRequest } from '@loggia/mcp';
import type { ViewCaller } from './view-caller.ts';

export type Recorder = (
  entry: Pick<AuditEntry, 'method' | 'target' | 'decision' | 'reason' | 'requestBytes' | 'durationMs'>,
) => void;

/** The common fields of a View's audit records: its server and its user. */
export function viewAct(
  { session, customizationId, serverName }: ChannelRequest,
  { principal, clientId }: ViewCaller,
  view: string,
): Pick<Act, 'session' | 'server' | 'serverName' | 'caller'> {
  const caller = { by: 'view', principal: authorOf(principal), clientId, view } as const;
  return { session, server: customizationId, serverName, caller };
}

/** Records a View's actions that no server was asked for. */
export function recorderOf(
  audit: Pick<Audit, 'write'>,
  ...[channel, caller, view]: Parameters<typeof viewAct>
): Recorder {
  const { caller: by, ...about } = viewAct(channel, caller, view);
  return (entry) => audit.write(() => ({ ...about, ...by, ...entry }));
}
