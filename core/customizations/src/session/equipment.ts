import { AddedServers } from '../decisions/added-servers.ts';
import { Registrations } from '../decisions/registrations.ts';
import { EnablementStore } from '../decisions/enablement-store.ts';
import { TrustStore } from '../decisions/trust-store.ts';
import { diskLoader } from './disk-loader.ts';
import { SourceCache } from './source-cache.ts';
import { createOperations } from './operations.ts';
import type { PlanServices } from './session-plan.ts';
import { defaultTimeouts, type EquipmentPorts } from './ports.ts';
import type { EquipmentService } from './service.ts';
import { configOf } from './session-config.ts';
import { SessionPlans } from './session-plans.ts';

/** Equips sessions with servers, tools, skills and agents, and serves the users' commands on servers. */
export function createEquipment(ports: EquipmentPorts): EquipmentService {
  const { records, clock, trustedFolders, environment } = ports;
  const loader = ports.loader ?? diskLoader(ports.scheduler);
  const report = (problem: string, error: unknown): void => ports.report(problem, error);
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
    registrations: new Registrations(records),
  };
  const sessionPlans = new SessionPlans(services);
  const operations = createOperations({
    services,
    plan: (session) => sessionPlans.plan(session),
    refreshAll: () => sessionPlans.refreshAll(),
    entries: () => sessionPlans.entries(),
    forget: async (server) => {
      sessionPlans.forget(server);
      await ports.forgotten?.(server);
    },
  });
  return {
    ...operations,
    configFor: async ({ config }) => configOf(config),
    resolveConfig: ({ workingDirectory, config }) =>
      sessionPlans.resolveConfig(workingDirectory === undefined ? [] : [workingDirectory], config ?? {}),
    use: (uri) => sessionPlans.use(uri),
    idle: (uri) => sessionPlans.idle(uri),
    disposed: (uri) => sessionPlans.disposed(uri),
    refuse: (uri, state, action) => sessionPlans.refuse(uri, state, action),
    followed: (uri, action) => sessionPlans.followed(uri, action),
    ready: (uri, signal) => sessionPlans.ready(uri, signal),
    tool: (uri, name) => sessionPlans.tool(uri, name),
    call: (call) => sessionPlans.call(call),
    denied: (call) => sessionPlans.denied(call),
    guidance: (uri, message) => sessionPlans.guidance(uri, message),
    declared: () => sessionPlans.declared(),
    servers: (uri) => sessionPlans.servers(uri),
    definitionOf: (server) => sessionPlans.definitionOf(server),
    onServersChanged: (listener) => sessionPlans.onServersChanged(listener),
    stop: () => sessionPlans.stop(),
  };
}
