type Json = Readonly<Record<string, unknown>>;

/** Where a client says which View a message comes from. It is for the audit, and no server gets to see it. */
const viewKey = 'loggia.view';
/** `loggia/` is what the host itself tells a server: a View that could say it would pass for the host. */
const ourPrefixes = ['loggia.', 'loggia/'];

/** MCP's own names: who speaks, in which version, for which task. That is between the host and the server. */
const protocolPrefix = 'io.modelcontextprotocol/';

export function viewOf(params: Json): string | undefined {
  const view = metaOf(params)?.[viewKey];
  return typeof view === 'string' ? view : undefined;
}

/**
 * The parameters as the server gets them: verbatim, but for what is not the client's to say.
 *
 * A progress token among them would be taken for one of the connection's own, which may belong to another session.
 */
export function outgoingParams<Params extends Json>(params: Params): Params {
  const meta = metaOf(params);
  if (!meta) return params;
  const kept = Object.entries(meta).filter(([key]) => !isReserved(key));
  const { _meta: _replaced, ...rest } = params;
  return { ...rest, ...(kept.length > 0 && { _meta: Object.fromEntries(kept) }) } as unknown as Params;
}

/** The parameters with what the host adds. */
export function withMeta<Params extends Json>(params: Params, added: Json | false | undefined): Params {
  return added ? { ...params, _meta: { ...metaOf(params), ...added } } : params;
}

function isReserved(key: string): boolean {
  return (
    key === 'progressToken' ||
    ourPrefixes.some((prefix) => key.startsWith(prefix)) ||
    key.startsWith(protocolPrefix)
  );
}

function metaOf(params: Json): Json | undefined {
  const meta = params['_meta'];
  return typeof meta === 'object' && meta !== null && !Array.isArray(meta) ? (meta as Json) : undefined;
}
