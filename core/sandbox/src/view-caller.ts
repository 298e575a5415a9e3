import type { Principal } from '@loggia/access';
import type { ChannelCaller } from '@loggia/mcp';

/** The client that shows a View, or decides about one. */
export interface ViewCaller {
  readonly clientId: string;
  readonly principal: Principal;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** The connection's access to servers. Absent if there is no connection. */
  readonly channels?: Pick<ChannelCaller, 'mcpApps' | 'watches'>;
}
