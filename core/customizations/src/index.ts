export { clientFiles, type AskClient } from './files/client-files.ts';
export { diskFiles } from './files/disk-files.ts';
export { FileRefused } from './files/file-refused.ts';
export { watchFolders, type FolderWatch, type WatchedFolder } from './files/watch-folders.ts';
export { loadPlugin } from './plugins/load-plugin.ts';
export type {
  DeclaredChild,
  DeclaredServer,
  Environment,
  LoadedPlugin,
  PartProblem,
  PluginFiles,
  PluginFormat,
} from './plugins/loaded.ts';
export {
  parseServers,
  type FoundServers,
  type ServerConfiguration,
} from './plugins/servers/parse-servers.ts';
export { settingsToDefinition } from './plugins/servers/settings.ts';
export type { WorkspaceDirectory } from './workspace/directories.ts';
export type { UserFolder } from './workspace/layouts.ts';
export {
  readWorkspace,
  type WorkspaceConfiguration,
  type WorkspacePlugin,
} from './workspace/read-workspace.ts';
export { pluginRecords } from './decisions/added-plugins.ts';
export { addedServerRecords, serverNameRecords, serverWorkspaceRecords } from './decisions/added-servers.ts';
export { allowedDefinition } from './decisions/fingerprint.ts';
export { enablementRecords } from './decisions/enablement-store.ts';
export { trustNamespace, type TrustDecision } from './decisions/trust-store.ts';
export { createEquipment } from './session/equipment.ts';
export {
  defaultTimeouts,
  type ChannelOpener,
  type EquipmentPorts,
  type Loader,
  type Timeouts,
  type RecordStore,
} from './session/ports.ts';
export type {
  AskedBy,
  EquipmentService,
  EquippedServer,
  InScope,
  OneServer,
  ServerOperations,
} from './session/service.ts';
export type { ServerSource } from './session/planned.ts';
export { InteractiveCalls } from './session/interactive-calls.ts';
