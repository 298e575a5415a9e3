import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { KeyObject } from 'node:crypto';
import { authorOf, localPrincipal, sealedRecords, type Vault } from '@loggia/access';
import {
  createEquipment,
  parseServers,
  trustNamespace,
  type DeclaredServer,
  type Environment,
  type EquipmentPorts,
  type EquipmentService,
} from '@loggia/customizations';
import {
  createAuthority,
  createGateway,
  createRecorder,
  createSideChannels,
  openAudit,
  type Audit,
  type Gateway,
  type Recorder,
  type SideChannelPorts,
  type SideChannelDesk,
} from '@loggia/mcp';
import { libraryUri, viewTypes, type Implementation } from '@loggia/protocol';
import type { TemplateSource } from '@loggia/sandbox';
import type { Sessions } from '@loggia/sessions';
import type { Equipment, SessionDesk } from '@loggia/sessions/equipment';
import { eventLoopScheduler, systemClock } from '@loggia/storage';
import { serverCommands, type ServerCaller } from '../commands/servers.ts';
import type { HostConfig } from '../config/host-config.ts';
import type { EngineContext } from './engine.ts';
import type { Logger } from '../logger.ts';
import type { SpilledResults } from '../results/spilled-results.ts';
import type { CommandDefinition } from '../commands/table.ts';

export interface ServersOptions {
  readonly context: EngineContext;
  readonly config: HostConfig;
  readonly vault: Vault;
  /** With which settings are encrypted that may hold secrets. */
  readonly key: KeyObject;
  readonly results: SpilledResults;
  readonly logger: Logger;
  /** As servers get to know this host. */
  readonly clientInfo: Implementation & { readonly version: string };
  /** The host's own. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The file mode creation mask of servers; the host's own by default. */
  readonly umask?: number;
  /** Plugins beside those of the configuration. */
  readonly plugins: readonly string[];
  /** This host as a server for its own agents; undefined where they get no tools of it. */
  readonly itself: { readonly url: string; readonly token: string } | undefined;
  sessions(): Sessions;
  /** What a message of a View takes along to its server. */
  metaFor: NonNullable<SideChannelPorts['metaFor']>;
  /** A server is ready to show Views; the result is called when it no longer is. */
  followTemplates(source: TemplateSource): () => void;
  /** A server was removed: its keys, and what was decided about it elsewhere, go with it. */
  forgotten(server: string): Promise<void>;
  /** What a call of an agent does. */
  metaForCall: NonNullable<EquipmentPorts['metaFor']>;
}

/** Everything about MCP servers and plugins, composed. */
export interface Servers {
  readonly gateway: Gateway;
  readonly audit: Audit;
  readonly recorder: Recorder;
  readonly sideChannels: SideChannelDesk;
  /** There once `equipment` was asked for. */
  service(): EquipmentService;
  readonly table: Readonly<Record<string, CommandDefinition>>;
  equipment(desk: SessionDesk): Equipment;
  stop(): Promise<void>;
}

const clock = systemClock;
const scheduler = eventLoopScheduler;

export async function openServers(options: ServersOptions): Promise<Servers> {
  const { context, config, vault, key, results, logger, clientInfo, env } = options;
  const { records } = context.kernel;
  const report = (problem: string, error: unknown): void => logger.warn({ err: error }, problem);
  const audit = await openAudit({ records, clock, scheduler, report });
  const recorder = createRecorder(audit, clock);
  const authority = createAuthority({ vault, clock, scheduler, report });
  const gateway = createGateway({
    clock,
    scheduler,
    clientInfo,
    authority,
    recorder,
    uiMimeTypes: viewTypes,
    ...(options.umask !== undefined && { umask: options.umask }),
    sandbox: {
      dataDirectory: config.dataDirectory,
      shared: [path.join(config.dataDirectory, 'workspace')],
      homes: path.join(config.dataDirectory, 'server-homes'),
    },
    report,
  });
  // Handlers that come along are as trusted as the host, and act back on it over the network.
  const boxing = config.sandboxServers === 'on' ? { sandboxed: { except: options.plugins } } : {};
  const asksUsers = config.confirm !== 'never';
  const desk = createSideChannels({ recorder, asksUsers, metaFor: options.metaFor });
  const servers = [
    ...(await declaredServers(config, { variable: (name) => env[name], ...boxing }, logger)),
    ...(options.itself ? [ownServer(options.itself)] : []),
  ];
  let service: EquipmentService | undefined;
  const running = (): EquipmentService => {
    if (!service) throw new Error('The sessions are not open yet.');
    return service;
  };
  /** For what a delegate may do with its own servers only. */
  function owned<
    Params extends { readonly server?: string | undefined; readonly session?: string | undefined },
  >(run: (params: Params) => Promise<unknown>): (params: Params, caller: ServerCaller) => Promise<unknown> {
    return async (params, { by }) => {
      await running().assertControls(params, by);
      return run(params);
    };
  }
  return {
    gateway,
    audit,
    recorder,
    sideChannels: desk,
    service: running,
    table: serverCommands({
      listServers: (params) => running().listServers(params),
      addServer: (params, { by }) => running().addServer(params, by),
      removeServer: (params, { by }) => running().removeServer(params, by),
      startServer: owned((params) => running().startServer(params)),
      stopServer: owned((params) => running().stopServer(params)),
      restartServer: owned((params) => running().restartServer(params)),
      serverLogs: owned((params) => running().serverLogs(params)),
      listTools: owned((params) => running().listTools(params)),
      callTool: (params, { principal, clientId, signal }) =>
        running().callTool(
          params,
          { by: 'person', principal: authorOf(principal), clientId, allowedBy: 'request' },
          signal,
        ),
      askAuthorizationServer: (params, { principal }) => authority.askAuthorizationServer(principal, params),
      diagnose: (params) => running().diagnose(params),
      reviewTrust: (params) => running().reviewTrust(params),
      setTrust: (params) => running().setTrust(params),
      listTrust: () => running().listTrust(),
      listAudit: (params) => audit.list(params),
    }),
    equipment: (sessionDesk) => {
      service = createEquipment({
        desk: sessionDesk,
        gateway,
        // Environments and headers of servers that users added are full of secrets.
        records: sealedRecords(records, {
          key,
          namespaces: ['servers', 'server-registrations', trustNamespace],
          report: (problem) => logger.warn(problem),
        }),
        clock,
        scheduler,
        report,
        principal: localPrincipal,
        sideChannels: {
          open: (wanted) => {
            // A View has no turn in which a person could be asked, so only a standing permission counts.
            const mayAsk = wanted.connection.definition.sampling === 'allow';
            const sampling = mayAsk ? options.sessions().sampler(wanted.session) : undefined;
            const channel = desk.open({ ...wanted, sampling });
            const { connection, customizationId: server, serverName } = wanted;
            const unfollow = options.followTemplates({ connection, server, serverName });
            const close = (): void => {
              unfollow();
              channel.close();
            };
            return { ...channel, close };
          },
        },
        hostSources: {
          servers,
          plugins: [...config.plugins, ...options.plugins].map((folder) => ({ path: folder })),
        },
        trustedFolders: config.trustedFolders.map((folder) => pathToFileURL(folder).href),
        environment: {
          variable: (name) => (config.environment.includes(name) ? env[name] : undefined),
          ...boxing,
        },
        askClient: (clientId, method, params) => context.askClient(clientId, method, { ...params }),
        metaFor: (call) => options.metaForCall(call),
        forgotten: (server) => options.forgotten(server),
        spill: (bytes) => results.keep(bytes),
      });
      return service;
    },
    stop: async () => {
      service?.stop();
      await gateway.stop();
      audit.flush();
      authority.dispose();
    },
  };
}

/** Through the door that every program has to this host, and with a key of its own. */
function ownServer({ url, token }: { readonly url: string; readonly token: string }): DeclaredServer {
  const headers = { Authorization: `Bearer ${token}` };
  const transport = { kind: 'http', url, headers } as const;
  return {
    name: 'loggia',
    // Not where it listens: decisions about it are remembered by this.
    uri: libraryUri,
    definition: { name: 'loggia', transport },
    // Nor by its key: it is this very host, whatever it listens on.
    written: { fingerprint: libraryUri, launch: { kind: 'http', url, headers: Object.keys(headers) } },
  };
}

/** Of the configuration file, read by the same rules as everywhere else. */
async function declaredServers(
  { configFile, mcpServers }: HostConfig,
  environment: Environment,
  logger: Logger,
): Promise<readonly DeclaredServer[]> {
  if (configFile === undefined || Object.keys(mcpServers).length === 0) return [];
  const { servers, problems } = parseServers(await readFile(configFile, 'utf8'), {
    file: path.basename(configFile),
    uri: pathToFileURL(configFile).href,
    environment,
    author: 'host',
    folder: path.dirname(configFile),
  });
  for (const { file, line, message } of problems)
    logger.warn(`${file}${line === undefined ? '' : `:${line}`}: ${message}`);
  return servers;
}
