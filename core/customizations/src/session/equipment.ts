import { AddedServers } from '../decisions/added-servers.ts';
import { Registrations } from '../decisions/registrations.ts';
import { EnablementBook } from '../decisions/enablement-book.ts';
import { TrustBook } from '../decisions/trust-book.ts';
import { diskLoader } from './disk-loader.ts';
import { Library } from './library.ts';
import { createOperations } from './operations.ts';
import type { Workshop } from './outfit.ts';
import { defaultPatience, type EquipmentPorts } from './ports.ts';
import type { EquipmentService } from './service.ts';
import { configOf } from './session-config.ts';
import { Wardrobe } from './wardrobe.ts';

/** Equips sessions with servers, tools, skills and agents, and serves the users' commands on servers. */
export function createEquipment(ports: EquipmentPorts): EquipmentService {
  const { records, clock, trustedFolders, environment } = ports;
  const loader = ports.loader ?? diskLoader(ports.scheduler);
  const report = (problem: string, error: unknown): void => ports.report(problem, error);
  const workshop: Workshop = {
    ports,
    patience: { ...defaultPatience, ...ports.patience },
    library: new Library({
      loader,
      environment,
      report,
      askClient: (clientId, method, params) => ports.askClient(clientId, method, params),
    }),
    trust: new TrustBook({ records, clock, trustedFolders }),
    enablement: new EnablementBook(records),
    added: new AddedServers({ records, loader, environment, report }),
    registrations: new Registrations(records),
  };
  const wardrobe = new Wardrobe(workshop);
  const operations = createOperations({
    workshop,
    outfit: (session) => wardrobe.outfit(session),
    refreshAll: () => wardrobe.refreshAll(),
    entries: () => wardrobe.entries(),
    forget: async (server) => {
      wardrobe.forget(server);
      await ports.forgotten?.(server);
    },
  });
  return {
    ...operations,
    configFor: async ({ config }) => configOf(config),
    resolveConfig: ({ workingDirectory, config }) =>
      wardrobe.resolveConfig(workingDirectory === undefined ? [] : [workingDirectory], config ?? {}),
    use: (uri) => wardrobe.use(uri),
    idle: (uri) => wardrobe.idle(uri),
    disposed: (uri) => wardrobe.disposed(uri),
    refuse: (uri, state, action) => wardrobe.refuse(uri, state, action),
    followed: (uri, action) => wardrobe.followed(uri, action),
    ready: (uri, signal) => wardrobe.ready(uri, signal),
    tool: (uri, name) => wardrobe.tool(uri, name),
    call: (call) => wardrobe.call(call),
    denied: (call) => wardrobe.denied(call),
    guidance: (uri, message) => wardrobe.guidance(uri, message),
    declared: () => wardrobe.declared(),
    servers: (uri) => wardrobe.servers(uri),
    definitionOf: (server) => wardrobe.definitionOf(server),
    onServersChanged: (listener) => wardrobe.onServersChanged(listener),
    stop: () => wardrobe.stop(),
  };
}
