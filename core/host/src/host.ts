import path from 'node:path';
import {
  createUpgradeGuard,
  loadLocalToken,
  parseAuthority,
  type Admitted,
  type CredentialId,
  type Refusal,
  type UpgradeGuard,
} from '@loggia/access';
import { createSandboxOrigins, Sandboxes } from '@loggia/sandbox';
import { systemClock } from '@loggia/storage';
import { openHostEngine, type HostEngineOptions } from './compose/host-engine.ts';
import { AdmittedConnections } from './http/admitted-connections.ts';
import { createApp } from './http/app.ts';
import type { ArrivedRequest } from './http/environment.ts';
import { createMetrics } from './http/metrics.ts';
import { Probes } from './http/probes.ts';
import { refuse } from './http/refuse.ts';
import { createEndpoints } from './http/endpoints.ts';
import type { LinkedContent } from './commands/link-content.ts';
import { createSandboxEndpoint } from './http/sandbox-endpoint.ts';
import { openSharedSandbox } from './http/sandbox-listeners.ts';
import { openServer, type HttpServer } from './http/server.ts';
import { openShellFiles } from './http/shell-files.ts';
import { createSignIn } from './http/sign-in.ts';
import { Tickets } from './http/tickets.ts';
import { defaultWireLimits } from './wire/limits.ts';
import { SocketServer } from './http/socket-server.ts';

export type HostOptions = Omit<HostEngineOptions, 'origin' | 'views' | 'links' | 'token'>;

export interface RunningHost {
  readonly http: string;
  readonly ahp: string;
  readonly sandbox: string;
  /** The token at the start of the host. */
  readonly token: string;
  /**
   * A short-lived, single-use address that lets one browser in: later copies of it, such as in a history, don't work.
   */
  entrance(): string;
  /** Accepts nothing new, ends turns in a resumable way, and stores what is left. */
  close(): Promise<void>;
}

const ahpPath = '/ahp';
const stopping = 'The host is shutting down. Try again when it is back.';
/** Long enough for a film; a longer session requests a new address. */
const linkLifetimeMs = 60 * 60_000;
/** Long enough to copy an address from a terminal to another machine. */
const entranceLifetimeMs = 5 * 60_000;
/** A page requests one and connects immediately. */
const connectionLifetimeMs = 30_000;

/** The engine on the network. The caller holds the lock on the data directory. */
export async function startHost(options: HostOptions): Promise<RunningHost> {
  const { host, port } = options.config;
  const probes = new Probes();
  const server = await openServer({
    ...{ host, port, logger: options.logger },
    early: (request) => probes.answer(request),
  });
  let shared: HttpServer | undefined;
  try {
    shared = await openSharedSandbox(options.config, options);
    return await serve(server, shared, probes, options);
  } catch (error) {
    await Promise.all([server.close(), shared?.close()]);
    throw error;
  }
}

async function serve(
  server: HttpServer,
  shared: HttpServer | undefined,
  probes: Probes,
  options: HostOptions,
): Promise<RunningHost> {
  const { config, logger, version } = options;
  const { dataDirectory, maxFrameBytes } = config;
  const token = await loadLocalToken(dataDirectory);
  const sandboxes = new Sandboxes(systemClock);
  const passes = (host: string, origin?: string): boolean =>
    guard.checkNames({ headers: { host, ...(origin !== undefined && { origin }) } }) === undefined;
  const places = createSandboxOrigins({
    port: server.port,
    address: config.host,
    sandbox: config.sandbox,
    sharedPort: shared?.port,
    isServed: (authority) => passes(authority),
    isAllowed: (origin) => passes(`localhost:${server.port}`, origin),
  });
  const clock = systemClock;
  const links = new Tickets<LinkedContent>({ clock, lifetimeMs: linkLifetimeMs, once: false });
  const entrances = new Tickets<CredentialId>({
    clock,
    lifetimeMs: entranceLifetimeMs,
    once: true,
    most: 100,
  });
  const connections = new Tickets<CredentialId>({ clock, lifetimeMs: connectionLifetimeMs, once: true });
  const engine = await openHostEngine({
    ...options,
    token,
    origin: server.origin,
    views: { places, sandboxes },
    links,
  });
  const { credentials, browsers } = engine.access;
  const guard: UpgradeGuard = createUpgradeGuard({
    credentials,
    tickets: connections,
    tokenInAddress: config.tokenInAddress,
    delegations: engine.delegations,
    address: config.host,
    port: server.port,
    hosts: config.allowedHosts,
    origins: config.allowedOrigins,
    isSandbox: (authority) => places.isSandbox(authority),
  });
  const report = (problem: string, error: unknown): void => logger.error({ err: error }, problem);
  const admittedConnections = new AdmittedConnections();
  const admit = (request: ArrivedRequest): Admitted | Refusal => {
    const verdict = guard.checkRequest(request);
    const credential = 'principal' in verdict ? verdict.credential : undefined;
    if (request.socket) admittedConnections.requested(request.socket, credential);
    return verdict;
  };
  const endpoints = createEndpoints({
    links,
    commands: engine.commands,
    templates: engine.templates,
    artifacts: engine.artifacts,
    bytes: engine.content,
    maxUploadBytes: config.maxUploadBytes,
    serverInfo: { name: 'loggia', version, title: 'Loggia' },
    limits: { maxBytes: maxFrameBytes, maxDepth: defaultWireLimits.maxDepth, withinMs: 30_000 },
    admit,
    report,
  });
  const app = createApp({
    version,
    logger,
    endpointFile: path.join(dataDirectory, 'endpoint.json'),
    guard: (request) => guard.checkNames(request),
    health: () => engine.health(),
    endpoints,
    metrics: createMetrics({
      admit,
      read: () => engine.metrics(),
      report,
    }),
    shell:
      options.shipped.shell === undefined
        ? undefined
        : await openShellFiles({
            folder: options.shipped.shell,
            frameSources: (authority) => places.sourcesFor(authority),
          }),
    signIn: createSignIn({
      credentials,
      browsers,
      connections,
      entrances,
      report,
      admit,
    }),
  });
  const sockets = new SocketServer({
    ...{ wire: engine.wire, guard, path: ahpPath, maxFrameBytes },
    used: (credential) => credentials.used(credential),
  });
  credentials.onRevoked((what) => {
    const isValid = (credential: CredentialId): boolean => credentials.isValid(credential);
    for (const tickets of [entrances, connections]) tickets.keepOnly(isValid);
    // Addresses of content don't say which browser requested them, so all are revoked with the token.
    if (what === 'token') links.keepOnly(() => false);
    // Those that were requested with an API key are known, and end with it.
    if (what === 'key') {
      links.keepOnly(({ key }) => key === undefined || isValid(`key:${key}`));
      admittedConnections.keepOnly(isValid);
    }
    sockets.keepOnly(isValid);
  });
  const sandbox = createSandboxEndpoint(sandboxes);
  server.onRequest((request, env) => {
    const host = parseAuthority(request.headers.get('host') ?? '');
    if (host && places.isSandbox(host)) return sandbox(request, env);
    const probed = probes.answer(request);
    if (probed) return probed;
    return probes.isStopping
      ? Response.json({ error: stopping }, { status: 503, headers: { Connection: 'close' } })
      : app.fetch(request, env);
  });
  shared?.onRequest((request, env) => sandbox(request, env));
  server.onUpgrade((request, socket, head) =>
    probes.isStopping
      ? refuse(socket, '503 Service Unavailable', stopping)
      : sockets.upgrade(request, socket, head),
  );
  probes.serving(() => engine.health().ok);
  /** Turns end first, while load balancers are still told not to send anything more. */
  const stop = async (): Promise<void> => {
    probes.stopping();
    try {
      await Promise.all([endpoints.close(), engine.stop()]);
    } finally {
      await Promise.all([server.close(), shared?.close()]);
    }
  };
  let closing: Promise<void> | undefined;
  return {
    http: server.origin,
    ahp: `${server.origin.replace(/^http/, 'ws')}${ahpPath}`,
    sandbox: config.sandbox ?? `http://*.localhost:${server.port}`,
    token,
    entrance: () => `${server.origin}/#ticket=${entrances.issue(credentials.ofToken).ticket}`,
    close: async () => {
      closing ??= stop();
      await closing;
    },
  };
}
