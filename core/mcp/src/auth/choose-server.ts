import { ProtocolError } from '@loggia/protocol';

/** The only one, or the only likely one. Throws InvalidParams otherwise: a guess could give a token to the wrong server. */
export function chooseServer(
  resource: string,
  servers: readonly string[],
  likely: readonly string[],
): string {
  const [only, ...others] = servers.length > 1 && likely.length === 1 ? likely : servers;
  if (only !== undefined && others.length === 0) return only;
  const names = servers.map((server) => JSON.stringify(server)).join(', ');
  throw new ProtocolError(
    'InvalidParams',
    `Several servers name the resource ${JSON.stringify(resource)}: ${names}. Say which one is meant with _meta["loggia.server"].`,
  );
}
