type Json = Record<string, unknown>;

/** A message on an `mcp:` channel: plain MCP, and where it goes. */
export interface SideChannelAddress {
  readonly uri: string;
  /** The parameters as MCP knows them. */
  readonly params: Json;
  /** Whether the channel stood beside the parameters, where the answer then has it too, or among them. */
  readonly placed: 'beside' | 'among';
}

/** Undefined for everything else that clients say. */
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
