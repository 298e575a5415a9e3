import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { KeyObject } from 'node:crypto';
import { actsWithKey, authorOf, localPrincipal, sealedRecords, type Vault } from '@loggia/access';
import {
  allowedDefinition,
  createEquipment,
  parseServers,
  InteractiveCalls,
  pluginRecords,
  trustNamespace,
  type DeclaredServer,
  type Environment,
  type EquipmentService,
} from '@loggia/customizations';
import {
  type Caller as McpCaller,
  createAuthority,
  createGateway,
  createRecorder,
  createSideChannels,
  openAudit,
  type Audit,
  type Authority,
  type Gateway,
  type Recorder,
  type Sampler,
  type SideChannelHub,
  type ToolForViews,
} from '@loggia/mcp';
import { libraryUri, viewTypes, workspaceOf, type Implementation, type MediumOf } from '@loggia/protocol';
import type { Templates, ViewPolicies } from '@loggia/sandbox';
import { samplerOf, type Allowances, type AllowedTool, type Harnesses } from '@loggia/sessions';
import { withWorkspaces } from '@loggia/workspaces';
import { callCommands } from '../commands/calls.ts';
import { pluginCommands } from '../commands/plugins.ts';
import { promptCommands } from '../commands/prompts.ts';
import { serverSetupCommands } from '../commands/server-setup.ts';
import { serverCommands, type ServerCaller } from '../commands/servers.ts';
import { agentMeta } from '../agent-name.ts';
import type { HostConfig } from '../config/host-config.ts';
import type { EngineBase } from './base.ts';
import type { CallMeta } from './call-meta.ts';
import type { Logger } from '../logger.ts';
import { observeCalls } from '../telemetry/observe-calls.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { Caller, CommandDefinition } from '../commands/table.ts';

export interface ServersOptions {
  readonly base: EngineBase;
  readonly config: HostConfig;
  readonly vault: Vault;
  /** Encrypts settings that may contain secrets. */
  readonly key: KeyObject;
  readonly logger: Logger;
  readonly telemetry: Telemetry;
  /** The host's name and version for servers. */
  readonly clientInfo: Implementation & { readonly version: string };
  /** The host's own. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The file mode creation mask of servers; the host's own by default. */
  readonly umask?: number;
  /** Plugins besides those of the configuration. */
  readonly plugins: readonly string[];
  /** This host as a server for its own agents; undefined if they get none of its tools. */
  readonly itself: { readonly url: string; readonly token: string } | undefined;
  readonly harnesses: Harnesses;
  readonly templates: Pick<Templates, 'follow'>;
  readonly viewPolicies: Pick<ViewPolicies, 'offersTools'>;
  readonly callMeta: CallMeta;
  readonly allowances: Pick<Allowances, 'includesViews' | 'allowViews'>;
  readonly mediumOf: MediumOf;
  /** Bytes that were uploaded. Rejects when there are none of this hash. */
  uploaded(hash: string): Promise<Readable>;
  /** Keeps a result that is too long for a chat; resolves to its address. */
  keep(bytes: Uint8Array): Promise<string>;
  /** A server was removed: its keys, and decisions about it elsewhere, are deleted. */
  forgotten(server: string): Promise<void>;
}

/** Composes everything about MCP servers and plugins. */
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
  const { base, config, vault, key, logger, clientInfo, env, harnesses, templates } = options;
  const { kernel, clock, scheduler, connected, sessionLog } = base;
  const { records } = kernel;
  const report = (problem: string, error: unknown): void => logger.warn({ err: error }, problem);
  const audit = observeCalls(await openAudit({ records, clock, scheduler, report }), options.telemetry);
  const recorder = createRecorder(audit, clock);
  const authority = createAuthority({ vault, clock, scheduler, report });
  const pluginFolder = path.join(config.dataDirectory, 'plugins');
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
      shared: [path.join(config.dataDirectory, 'workspace'), pluginFolder],
      homes: path.join(config.dataDirectory, 'server-homes'),
    },
    report,
  });
  // The handlers that come with the host are as trusted as the host, and call back over the network.
  const boxing = config.sandboxServers === 'on' ? { sandboxed: { except: options.plugins } } : {};
  const asksUsers = config.confirm !== 'never';
  const modelOf = (session: string): Sampler | undefined => samplerOf({ kernel, harnesses }, session);
  const calls = new InteractiveCalls(scheduler);
  const sideChannels = createSideChannels({
    recorder,
    asksUsers,
    allowances: {
      includes: (asked) => options.allowances.includesViews(allowedTool(asked)),
      add: (allowed) => options.allowances.allowViews(allowedTool(allowed)),
    },
    metaFor: options.callMeta.forView,
    asking: ({ request: { customizationId: server, serverName, connection, session }, tool, clientId }) => {
      const { sampling } = connection.definition;
      const sample = modelOf(session);
      return calls.onQuestion({ clientId, server, serverName, tool, by: 'view', sampling, sample });
    },
  });
  const servers = [
    ...(await declaredServers(config, { variable: (name) => env[name], ...boxing }, logger)),
    ...(options.itself ? [ownServer(options.itself)] : []),
  ];
  const equipment = createEquipment({
    sessions: withWorkspaces(sessionLog.sessionAccess, kernel),
    gateway,
    // Environments and headers of users' servers contain secrets.
    records: sealedRecords(records, {
      key,
      namespaces: ['servers', 'server-registrations', trustNamespace, pluginRecords],
      report: (problem) => logger.warn(problem),
    }),
    clock,
    scheduler,
    report,
    principal: localPrincipal,
    sideChannels: {
      open: (wanted) => {
        const { connection, customizationId: server, serverName, session } = wanted;
        // A View has no turn in which a person could be asked, so only a permanent permission counts.
        const mayAsk = connection.definition.sampling === 'allow';
        const sampling = mayAsk ? modelOf(session) : undefined;
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
      userFolders: config.userFolders,
    },
    fetchedPlugins: { folder: pluginFolder, env, content: (hash) => options.uploaded(hash) },
    trustedFolders: config.trustedFolders.map((folder) => pathToFileURL(folder).href),
    environment: {
      variable: (name) => (config.environment.includes(name) ? env[name] : undefined),
      ...boxing,
    },
    calls,
    samplerOf: modelOf,
    askClient: (clientId, method, params) => connected.ask(clientId, method, { ...params }),
    metaFor: async (call) => {
      const project = (await sessionLog.sessionAccess.load(call.session))?.project?.uri;
      const workspace = project === undefined ? undefined : workspaceOf(project);
      return call.uri === libraryUri
        ? agentMeta(call.agent, workspace)
        : options.callMeta.forAgent({ ...call, workspace });
    },
    forgotten: options.forgotten,
    mediumOf: options.mediumOf,
    spill: options.keep,
    offersViewTools: ({ server, definition, template }) =>
      options.viewPolicies.offersTools(server, definition, template),
  });
  return {
    gateway,
    audit,
    recorder,
    sideChannels,
    equipment,
    table: {
      ...serverTable(equipment, { audit, authority }),
      ...serverSetupCommands({
        readServer: equipment.readServer,
        editServer: equipment.editServer,
        testServer: (params, { clientId, signal }) => equipment.testServer(params, { clientId, signal }),
      }),
      ...pluginCommands({
        previewPlugin: (params, { clientId, signal }) =>
          equipment.previewPlugin(params, { clientId, signal }),
        addPlugin: equipment.addPlugin,
        listPlugins: equipment.listPlugins,
        updatePlugin: (params, { clientId, signal }) => equipment.updatePlugin(params, { clientId, signal }),
        removePlugin: equipment.removePlugin,
      }),
      ...promptCommands({
        listPrompts: (params, { signal }) => equipment.listPrompts(params, signal),
        getPrompt: (params, caller) => equipment.getPrompt(params, asPerson(caller), caller.signal),
        completePrompt: (params, caller) => equipment.completePrompt(params, asPerson(caller), caller.signal),
      }),
      ...callCommands({
        followCalls: ({ after }, { clientId, signal }) => equipment.calls.follow({ clientId, after }, signal),
        answerCall: async (params, { clientId }) => equipment.calls.answer(clientId, params),
        cancelCall: async ({ call }, { clientId }) => equipment.calls.cancel(clientId, call),
      }),
    },
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
  /** For commands that a delegate can only use on its own servers. */
  function owned<
    Params extends { readonly server?: string | undefined; readonly session?: string | undefined },
  >(run: (params: Params) => Promise<unknown>): (params: Params, caller: ServerCaller) => Promise<unknown> {
    return async (params, { by }) => {
      await equipment.assertControls(params, by);
      return run(params);
    };
  }
  return serverCommands({
    listServers: async (params, { by }) => {
      const { servers } = await equipment.listServers(params);
      // A key is about artifacts, and the servers of a workspace are only for what is in it.
      return {
        servers: by.person ? servers : servers.filter(({ source }) => source.workspace === undefined),
      };
    },
    addServer: (params, { by }) => equipment.addServer(params, by),
    removeServer: (params, { by }) => equipment.removeServer(params, by),
    startServer: owned(equipment.startServer),
    stopServer: owned(equipment.stopServer),
    restartServer: owned(equipment.restartServer),
    serverLogs: owned(equipment.serverLogs),
    listTools: owned(equipment.listTools),
    callTool: (params, { principal, clientId, signal }) =>
      equipment.callTool(params, asPerson({ principal, clientId }), signal),
    askAuthorizationServer: (params, { principal }) => authority.askAuthorizationServer(principal, params),
    diagnose: equipment.diagnose,
    reviewTrust: equipment.reviewTrust,
    setTrust: equipment.setTrust,
    listTrust: equipment.listTrust,
    setEnabled: equipment.setEnabled,
    listAudit: (params) => audit.list(params),
  });
}

/** As the store of allowances keeps it. */
function allowedTool({ server, serverName, definition, tool }: ToolForViews): AllowedTool {
  return { server, serverName, tool: tool.name, definition: allowedDefinition(definition, tool) };
}

/** Over the host's ordinary HTTP API, with a key of its own. */
function ownServer({ url, token }: { readonly url: string; readonly token: string }): DeclaredServer {
  const headers = { Authorization: `Bearer ${token}` };
  const transport = { kind: 'http', url, headers } as const;
  return {
    name: 'loggia',
    // Not its address: decisions about it are stored under this.
    uri: libraryUri,
    definition: { name: 'loggia', transport },
    // Nor its key: it is always this host, whatever it listens on.
    written: { fingerprint: libraryUri, launch: { kind: 'http', url, headers: Object.keys(headers) } },
  };
}

/** The servers of the configuration file, read by the same rules as all others. */
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

/** Asks a server on behalf of whoever called the command. */
function asPerson({ principal, clientId }: Pick<Caller, 'principal' | 'clientId'>): McpCaller {
  const by = actsWithKey(principal) ? 'key' : 'person';
  return { by, principal: authorOf(principal), clientId, allowedBy: 'request' };
}
