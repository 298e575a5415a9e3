import type { Principal } from '@loggia/access';
import type { CancelSignal } from '../cancel-signal.ts';

/** Who speaks on an `mcp://` channel. */
export interface ChannelCaller {
  readonly principal: Principal;
  readonly clientId: string;
  /** Whether the client declared that it renders MCP Apps; others are told that there is no such channel. */
  readonly mcpApps: boolean;
  /** Whether the client watches that session; the channels of other sessions do not exist for it. */
  watches(session: string): boolean;
  /** Aborts when the client cancels the request or goes. */
  readonly signal: CancelSignal;
}

/**
 * The `mcp://` channels of all sessions, as the wire serves them.
 *
 * `request` throws ProtocolError, with the server's own code where the server refused.
 */
export interface SideChannels {
  /** Resolves to the JSON text of the result: it is written once, here, where its length is also recorded. */
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
  /**
   * What servers say unasked. `session` is whose clients are to be told: those that watch it and render MCP Apps, and
   * nobody else.
   */
  onNotification(
    listener: (told: {
      readonly session: string;
      readonly channel: string;
      readonly method: string;
      readonly params: Readonly<Record<string, unknown>>;
    }) => void,
  ): () => void;
}
