import type { Principal } from '@loggia/access';
import type { ChannelCaller } from '@loggia/mcp';

/** Who shows a View, or decides about one. */
export interface ViewCaller {
  readonly clientId: string;
  readonly principal: Principal;
  /** Aborts when the client goes. */
  readonly signal: AbortSignal;
  /** What its connection sees of servers. Absent where there is no connection. */
  readonly channels?: Pick<ChannelCaller, 'mcpApps' | 'watches'>;
}
