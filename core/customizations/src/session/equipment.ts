import { keepWithin } from '@loggia/mcp';
import { AddedPlugins } from '../decisions/added-plugins.ts';
import { AddedServers } from '../decisions/added-servers.ts';
import { Registrations } from '../decisions/registrations.ts';
import { EnablementStore } from '../decisions/enablement-store.ts';
import { TrustStore } from '../decisions/trust-store.ts';
import { ToolMemory } from '../decisions/tool-memory.ts';
import { defaultFetchLimits } from '../fetched/fetch-limits.ts';
import { PluginFolders } from '../fetched/plugin-folders.ts';
import { diskLoader } from './disk-loader.ts';
import { InteractiveCalls } from './interactive-calls.ts';
import { createPluginOperations } from './plugin-operations.ts';
import { createPromptOperations } from './prompt-operations.ts';
import { unknownTool } from './running-call.ts';
import { SourceCache } from './source-cache.ts';
import type { OperationPorts } from './operation-ports.ts';
import { createOperations } from './operations.ts';
import type { PlanServices } from './plan-services.ts';
import { defaultTimeouts, type EquipmentPorts } from './ports.ts';
import type { EquipmentService } from './service.ts';
import { createServerSetup } from './server-setup.ts';
import { ServerSkills } from './server-skills.ts';
import { configOf } from './session-config.ts';
import { SessionPlans } from './session-plans.ts';

/** Equips sessions with servers, tools, skills and agents, and serves the users' commands on servers. */
export function createEquipment(ports: EquipmentPorts): EquipmentService {
  const { records, clock, trustedFolders, environment } = ports;
  const loader = ports.loader ?? diskLoader(ports.scheduler);
  const report = (problem: string, error: unknown): void => ports.report(problem, error);
  const folders = new PluginFolders(ports.fetchedPlugins.folder);
  const services: PlanServices = {
    ports,
    timeouts: { ...defaultTimeouts, ...ports.timeouts },
    sourceCache: new SourceCache({
      loader,
      environment,
      report,
      askClient: (clientId, method, params) => ports.askClient(clientId, method, params),
    }),
    trust: new TrustStore({ records, clock, trustedFolders }),
    enablement: new EnablementStore(records),
    added: new AddedServers({ records, loader, environment, report }),
    plugins: new AddedPlugins({ records, clock, folders, report }),
    registrations: new Registrations(records),
    toolMemory: new ToolMemory(records),
    skills: new ServerSkills(report),
  };
  const sessionPlans = new SessionPlans(services);
  const calls = ports.calls ?? new InteractiveCalls(ports.scheduler);
  const operationPorts: OperationPorts = {
    calls,
    runningSlots: (server) => sessionPlans.runningSlots(server),
    services,
    plan: (session) => sessionPlans.plan(session),
    refreshAll: () => sessionPlans.refreshAll(),
    entries: () => sessionPlans.entries(),
    forget: async (server) => {
      sessionPlans.forget(server);
      await ports.forgotten?.(server);
    },
  };
  return {
    ...createOperations(operationPorts),
    ...createServerSetup(operationPorts),
    ...createPromptOperations(operationPorts),
    ...createPluginOperations(operationPorts, {
      folders,
      env: ports.fetchedPlugins.env,
      limits: { ...defaultFetchLimits, ...ports.fetchedPlugins.limits },
      content: (hash) => ports.fetchedPlugins.content(hash),
    }),
    calls,
    configFor: async ({ config }) => configOf(config),
    resolveConfig: (wanted) => sessionPlans.resolveConfig(wanted),
    use: (uri) => sessionPlans.use(uri),
    idle: (uri) => sessionPlans.idle(uri),
    disposed: (uri) => sessionPlans.disposed(uri),
    refuse: (uri, state, action) => sessionPlans.refuse(uri, state, action),
    followed: (uri, action) => sessionPlans.followed(uri, action),
    ready: (uri, signal, waitsFor) => sessionPlans.ready(uri, signal, waitsFor),
    started: (uri, signal, starting) => sessionPlans.started(uri, signal, starting),
    tool: (uri, name) => sessionPlans.callsIn(uri)?.tool(name),
    call: async (call) => sessionPlans.callsIn(call.session)?.call(call) ?? unknownTool(call.name),
    denied: (call) => sessionPlans.callsIn(call.session)?.denied(call),
    viewTool: (uri, tool, definition) => sessionPlans.callsIn(uri)?.viewTool(tool, definition),
    viewCall: (call, work) => sessionPlans.callsIn(call.session)?.viewCall(call, work) ?? work(),
    kept: (result) => keepWithin(result, ports.spill),
    guidance: (uri, message) => sessionPlans.guidance(uri, message),
    hooks: (request) => sessionPlans.hooks(request),
    rulesFor: (uri, files) => sessionPlans.rulesFor(uri, files),
    declared: () => sessionPlans.declared(),
    servers: (uri) => sessionPlans.servers(uri),
    definitionOf: (server) => sessionPlans.definitionOf(server),
    onServersChanged: (listener) => sessionPlans.onServersChanged(listener),
    stop: () => sessionPlans.stop(),
  };
}
