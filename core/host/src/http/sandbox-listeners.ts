import type { HostConfig } from '../config/host-config.ts';
import { openServer, type HttpServer, type ServerOptions } from './server.ts';
import { refuse } from './refuse.ts';

const loopback = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/;

/**
 * A second port for Views that share an origin, needed if the host may be reached under names that have no subdomains.
 * Undefined if everybody uses a loopback address, or if the configuration names another address.
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
