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
  type EquipmentService,
} from '@loggia/customizations';
import {
  createAuthority,
  createGateway,
  createRecorder,
  createSideChannels,
  openAudit,
  type Audit,
  type Authority,
  type Gateway,
  type Recorder,
  type SideChannelHub,
} from '@loggia/mcp';
import { libraryUri, viewTypes, type Implementation, type MediumOf } from '@loggia/protocol';
import type { Templates } from '@loggia/sandbox';
import { samplerOf, type Harness } from '@loggia/sessions';
import { withWorkspaces } from '@loggia/workspaces';
import { serverCommands, type ServerCaller } from '../commands/servers.ts';
import type { HostConfig } from '../config/host-config.ts';
import type { EngineBase } from './base.ts';
import type { CallMeta } from './call-meta.ts';
import type { Logger } from '../logger.ts';
import type { SpilledResults } from '../results/spilled-results.ts';
import type { CommandDefinition } from '../commands/table.ts';

export interface ServersOptions {
  readonly base: EngineBase;
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
  readonly harnesses: readonly Harness[];
  readonly templates: Pick<Templates, 'follow'>;
  readonly callMeta: CallMeta;
  readonly mediumOf: MediumOf;
  /** A server was removed: its keys, and what was decided about it elsewhere, go with it. */
  forgotten(server: string): Promise<void>;
}

/** Everything about MCP servers and plugins, composed. */
export interface Servers {
  readonly gateway: Gateway;
  readonly audit: Audit;
  readonly recorder: Recorder;
  readonly sideChannels: SideChannelHub;
  readonly equipment: EquipmentService;
  readonly table: Readonly<Record<string, CommandDefinition>>;
  stop(): Promise<void>;
}

export async function openServers(options: ServersOptions): Promise<Servers> {
  const { base, config, vault, key, results, logger, clientInfo, env, harnesses, templates } = options;
  const { kernel, clock, scheduler, connected, sessionLog } = base;
  const { records } = kernel;
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
  const sideChannels = createSideChannels({ recorder, asksUsers, metaFor: options.callMeta.forView });
  const servers = [
    ...(await declaredServers(config, { variable: (name) => env[name], ...boxing }, logger)),
    ...(options.itself ? [ownServer(options.itself)] : []),
  ];
  const equipment = createEquipment({
    sessions: withWorkspaces(sessionLog.sessionAccess, kernel),
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
        const { connection, customizationId: server, serverName, session } = wanted;
        // A View has no turn in which a person could be asked, so only a standing permission counts.
        const mayAsk = connection.definition.sampling === 'allow';
        const sampling = mayAsk ? samplerOf({ kernel, harnesses }, session) : undefined;
        const channel = sideChannels.open({ ...wanted, sampling });
        const unfollow = templates.follow({ connection, server, serverName });
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
    askClient: (clientId, method, params) => connected.ask(clientId, method, { ...params }),
    metaFor: options.callMeta.forAgent,
    forgotten: options.forgotten,
    mediumOf: options.mediumOf,
    spill: results.keep,
  });
  return {
    gateway,
    audit,
    recorder,
    sideChannels,
    equipment,
    table: serverTable(equipment, { audit, authority }),
    stop: async () => {
      equipment.stop();
      await gateway.stop();
      audit.flush();
      authority.dispose();
    },
  };
}

function serverTable(
  equipment: EquipmentService,
  { audit, authority }: { readonly audit: Audit; readonly authority: Authority },
): Readonly<Record<string, CommandDefinition>> {
  /** For what a delegate may do with its own servers only. */
  function owned<
    Params extends { readonly server?: string | undefined; readonly session?: string | undefined },
  >(run: (params: Params) => Promise<unknown>): (params: Params, caller: ServerCaller) => Promise<unknown> {
    return async (params, { by }) => {
      await equipment.assertControls(params, by);
      return run(params);
    };
  }
  return serverCommands({
    listServers: equipment.listServers,
    addServer: (params, { by }) => equipment.addServer(params, by),
    removeServer: (params, { by }) => equipment.removeServer(params, by),
    startServer: owned(equipment.startServer),
    stopServer: owned(equipment.stopServer),
    restartServer: owned(equipment.restartServer),
    serverLogs: owned(equipment.serverLogs),
    listTools: owned(equipment.listTools),
    callTool: (params, { principal, clientId, signal }) =>
      equipment.callTool(
        params,
        { by: 'person', principal: authorOf(principal), clientId, allowedBy: 'request' },
        signal,
      ),
    askAuthorizationServer: (params, { principal }) => authority.askAuthorizationServer(principal, params),
    diagnose: equipment.diagnose,
    reviewTrust: equipment.reviewTrust,
    setTrust: equipment.setTrust,
    listTrust: equipment.listTrust,
    listAudit: (params) => audit.list(params),
  });
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
