import type { Principal } from '@loggia/access';
import type { CancelSignal } from '../cancel-signal.ts';

/** The client on an `mcp://` channel. */
export interface ChannelCaller {
  readonly principal: Principal;
  readonly clientId: string;
  /** Whether the client declared that it renders MCP Apps; for others the channel doesn't exist. */
  readonly mcpApps: boolean;
  /** Whether the client watches that session; for others its channels don't exist. */
  watches(session: string): boolean;
  /** Aborts when the client cancels the request or disconnects. */
  readonly signal: CancelSignal;
}

/**
 * The `mcp://` channels of all sessions, as served on the wire.
 *
 * `request` throws ProtocolError, with the server's own code if the server refused.
 */
export interface SideChannels {
  /** Resolves to the JSON text of the result: it is serialized once, here, where its length is also recorded. */
  request(
    channel: string,
    method: string,
    params: Readonly<Record<string, unknown>>,
    caller: ChannelCaller,
  ): Promise<string>;
  notify(
    channel: string,
    method: string,
    params: Readonly<Record<string, unknown>>,
    caller: ChannelCaller,
  ): Promise<void>;
  /** Unsolicited messages of servers. They go only to clients that watch `session` and render MCP Apps. */
  onNotification(
    listener: (told: {
      readonly session: string;
      readonly channel: string;
      readonly method: string;
      readonly params: Readonly<Record<string, unknown>>;
    }) => void,
  ): () => void;
}
