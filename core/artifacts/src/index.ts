export { artifactCaller } from './artifact-caller.ts';
export type { ArtifactCommands, Artifacts, Caller, OpenedContent, ParamsOf, ResultOf } from './artifacts.ts';
export type {
  ByteRange,
  ByteSource,
  ContentStore,
  PutOptions,
  StoredBytes,
} from './content/content-store.ts';
export { createContentStore } from './content/disk-content.ts';
export { createArtifacts } from './create-artifacts.ts';
export { artifactKinds } from './kinds.ts';
export type { ArtifactPorts, ContextProblem, KnownType, LifecycleEvent, TypePort } from './ports.ts';
export { wordsInFile } from './capabilities/builtin/words-in-file.ts';
export { createCapabilities, type Capabilities, type CapabilityPorts } from './capabilities/capabilities.ts';
export { Deriver, type DeriverPorts } from './derive/deriver.ts';
export { createDeliveries, type Deliveries } from './events/deliveries.ts';
export { Dispatcher, type DispatcherPorts } from './events/dispatcher.ts';
export { createEmitter } from './events/emitter.ts';
export type {
  CapabilityServer,
  HandlerCall,
  HandlerAccess,
  HandlerServer,
  McpResult,
  ServerHandlerStatus,
  HandlerStatus,
} from './handlers/handler-access.ts';
export { addressed, lastingReference } from './handlers/reference.ts';
export { observeMessages } from './messages/observe-messages.ts';
export type { MessageData } from './messages/indexer.ts';
export { quoted } from './refusals.ts';
export { purgeRecords } from './disposal.ts';
export { UntouchedDrafts } from './untouched/untouched-drafts.ts';
