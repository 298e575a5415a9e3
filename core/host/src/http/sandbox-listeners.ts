import type { HostConfig } from '../config/host-config.ts';
import { openServer, type HttpServer, type ServerOptions } from './server.ts';
import { refuse } from './refuse.ts';

const loopback = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/;

/**
 * A second port for Views that have to share an origin, where the host may be reached under names that have none below
 * them. Undefined where everybody comes by a loopback address, or where the configuration names another place.
 */
export async function openSharedSandbox(
  { host, sandboxPort, sandbox, allowedHosts }: HostConfig,
  options: Pick<ServerOptions, 'logger'>,
): Promise<HttpServer | undefined> {
  if (sandbox !== undefined || (loopback.test(host) && allowedHosts.length === 0)) return undefined;
  const server = await openServer({ host, port: sandboxPort, logger: options.logger });
  server.onUpgrade((_, socket) => refuse(socket, '404 Not Found', 'There is nothing here.'));
  return server;
}
