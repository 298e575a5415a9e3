type Json = Record<string, unknown>;

/** A message on an `mcp:` channel: plain MCP, and its destination. */
export interface SideChannelAddress {
  readonly uri: string;
  /** The parameters in MCP's format. */
  readonly params: Json;
  /** Whether the channel was beside the parameters, where the answer then has it too, or among them. */
  readonly placed: 'beside' | 'among';
}

/** Undefined for all other messages. */
export function sideChannelOf(message: Json, params: Json): SideChannelAddress | undefined {
  const beside = message['channel'];
  const among = params['channel'];
  if (isSideChannel(beside)) {
    return { uri: beside, params: among === beside ? withoutChannel(params) : params, placed: 'beside' };
  }
  return isSideChannel(among) ? { uri: among, params: withoutChannel(params), placed: 'among' } : undefined;
}

function isSideChannel(channel: unknown): channel is string {
  return typeof channel === 'string' && channel.startsWith('mcp:');
}

function withoutChannel({ channel: _address, ...params }: Json): Json {
  return params;
}
