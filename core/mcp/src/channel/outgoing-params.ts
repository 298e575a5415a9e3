type Json = Readonly<Record<string, unknown>>;

/** The `_meta` key with which a client names the View. It is for the audit, and isn't sent to servers. */
const viewKey = 'loggia.view';
/** `loggia/` is for the host's own metadata: a View that could set it could impersonate the host. */
const ourPrefixes = ['loggia.', 'loggia/'];

/** MCP's own metadata: the speaker, the version, the task. It is between the host and the server. */
const protocolPrefix = 'io.modelcontextprotocol/';

export function viewOf(params: Json): string | undefined {
  const view = metaOf(params)?.[viewKey];
  return typeof view === 'string' ? view : undefined;
}

/**
 * The parameters for the server: verbatim, without fields that clients may not set.
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

/** The parameters with the host's additions. */
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
