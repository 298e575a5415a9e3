import { SdkHttpError } from '@modelcontextprotocol/client';
import type { ServerDefinition } from '../definition.ts';
import { authNeededIn, startFailure } from './call-failure.ts';
import { HttpTransport, type HttpDefinition } from './http-transport.ts';
import { installerOf } from './install/installer.ts';
import type { Era } from './line-client.ts';
import { ServerLine, type LinePorts } from './server-line.ts';
import { StartFailure } from './start-failure.ts';
import { StdioTransport } from './stdio-transport.ts';
import { MessageGuard } from './traffic/message-guard.ts';
import { ServerBudget } from './traffic/server-budget.ts';
import { WatchedFetch } from './watched-fetch.ts';

/** Rejects with StartFailure or AuthNeeded, and leaves nothing running. Aborting is a failure too. */
export async function openLine(
  definition: ServerDefinition,
  ports: LinePorts,
  signal: AbortSignal,
): Promise<ServerLine> {
  const { transport } = definition;
  try {
    if (transport.kind === 'stdio') return await openProcess(definition, ports, signal);
    return await openHttp({ ...definition, transport }, ports, signal);
  } catch (error) {
    throw startFailure(signal.aborted ? signal.reason : error, transport);
  }
}

async function openProcess(
  definition: ServerDefinition,
  ports: LinePorts,
  signal: AbortSignal,
): Promise<ServerLine> {
  const { transport: settings, era = 'legacy' } = definition;
  if (settings.kind !== 'stdio') throw new TypeError('not a process');
  const open = (spoken: Era) => {
    let hasSpoken = false;
    const transport: StdioTransport = new StdioTransport({
      launch: async () => {
        const launched = await ports.launcher.launch(settings, ports.workspace);
        ports.watch.launched(launched);
        return launched;
      },
      stderr: (line) => {
        ports.log.write('stderr', line);
        ports.watch.heard(line);
      },
      spoke: () => {
        hasSpoken = true;
        ports.watch.spoke();
      },
      clean: (line) => ports.log.clean(line),
      unexplained: () => {
        const advice = hasSpoken ? undefined : installerOf(settings)?.unexplained?.(settings);
        return advice === undefined ? undefined : ports.log.clean(advice);
      },
      remark: (text) => ports.log.remark(text, 'warning'),
      ...guarding(ports, (reason) => transport.abandon(reason)),
      limits: ports.limits,
    });
    return ServerLine.connect(definition, ports, { transport, era: spoken, signal });
  };
  try {
    return await open(era);
  } catch (error) {
    // Some older servers exit at the first unknown message.
    if (era !== 'auto' || signal.aborted || !(error instanceof StartFailure)) throw error;
    if (error.lasting || error.misconfigured) throw error;
    ports.log.write('host', `${error.message} Trying once more with the older protocol.`, 'info');
    return open('legacy');
  }
}

async function openHttp(
  definition: ServerDefinition & { readonly transport: HttpDefinition },
  ports: LinePorts,
  signal: AbortSignal,
): Promise<ServerLine> {
  const { transport: settings } = definition;
  const watched = new WatchedFetch(ports.authorization?.fetch ?? fetch);
  const open = async (kind: 'http' | 'sse') => {
    const transport: HttpTransport = new HttpTransport(kind, settings, {
      fetch: watched.fetch,
      limits: ports.limits,
      guard: guarding(ports, (reason) => void transport.abandon(reason).catch(() => {})).guard,
    });
    // The older transport only supports the older era, and not every such server answers a request before its
    // handshake.
    const era = definition.era ?? (kind === 'http' ? 'auto' : 'legacy');
    try {
      return await ServerLine.connect(definition, ports, { transport, era, signal });
    } catch (error) {
      throw authNeededIn(error) ?? watched.authNeeded ?? error;
    }
  };
  try {
    return await open(settings.kind);
  } catch (error) {
    if (settings.kind === 'sse' || definition.era === 'modern' || !speaksOlder(error)) throw error;
    const line = await open('sse').catch(() => undefined);
    if (line === undefined) throw error;
    ports.log.write(
      'host',
      'The server speaks the older HTTP+SSE transport; "type": "sse" in its settings saves a request at each start.',
      'info',
    );
    return line;
  }
}

/** Limits between one connection and its server. `overrun` gets the reason if the server doesn't stop. */
function guarding(
  { clock, crowd, limits: { messageBytes, traffic }, log }: LinePorts,
  overrun: (reason: string) => void,
): { readonly budget: ServerBudget; readonly guard: MessageGuard } {
  const budget = new ServerBudget({ clock, crowd, limits: traffic, overrun });
  const limits = { ...traffic, messageBytes };
  return {
    budget,
    guard: new MessageGuard({ budget, limits, remark: (text, level) => log.remark(text, level) }),
  };
}

/** How servers that only have the older transport answer the first message of the newer one. */
function speaksOlder(error: unknown): boolean {
  return error instanceof SdkHttpError && [400, 404, 405].includes(error.data.status);
}
