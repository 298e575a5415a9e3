import { ProtocolError } from '@loggia/protocol';

/**
 * The only server, or the only likely one. Throws InvalidParams otherwise: a guess could give a token to the wrong
 * server.
 */
export function chooseServer(
  resource: string,
  servers: readonly string[],
  likely: readonly string[],
  named: readonly { readonly server: string; readonly serverName: string }[],
): string {
  const [only, ...others] = servers.length > 1 && likely.length === 1 ? likely : servers;
  if (only !== undefined && others.length === 0) return only;
  const names = servers.map((server) => {
    const name = named.find((account) => account.server === server)?.serverName;
    return name === undefined
      ? JSON.stringify(server)
      : `${JSON.stringify(name)} (${JSON.stringify(server)})`;
  });
  throw new ProtocolError(
    'InvalidParams',
    `Several servers name the resource ${JSON.stringify(resource)}: ${names.join(', ')}. Say which one is meant with _meta["loggia.server"].`,
  );
}
