export {
  auditRecords,
  openAudit,
  type Audit,
  type AuditEntry,
  type AuditPage,
  type AuditPorts,
  type AuditQuery,
  type AuditRecords,
} from './audit/audit.ts';
export {
  createRecorder,
  type Act,
  type AllowedBy,
  type Caller,
  type RecordedOutcome,
  type Recorder,
} from './audit/recorder.ts';
export type { Authority, Authorization, AuthorityPorts, TokenChange, TokenHolder } from './auth/authority.ts';
export { createAuthority } from './auth/create-authority.ts';
export type { CancelSignal } from './cancel-signal.ts';
export type { AskingBack, ChannelCapabilities, Sampler } from './channel/capabilities.ts';
export { ForeignError } from './channel/foreign-error.ts';
export type { ChannelCaller, SideChannels } from './channel/port.ts';
export {
  createSideChannels,
  type ChannelRequest,
  type OpenChannel,
  type SideChannelHub,
  type SideChannelPorts,
} from './channel/side-channels.ts';
export { toldOf } from './channel/told.ts';
export type { ToolForViews } from './channel/view-consent.ts';
export { isVisibleTo, uiOf, type Audience } from './channel/visibility.ts';
export type {
  CallContext,
  CallOptions,
  ConnectionChange,
  Elicitation,
  ElicitationAnswer,
  LeaseRequest,
  McpTool,
  McpToolResult,
  RequestContext,
  ServerConnection,
  ServerFacts,
  ServerLease,
} from './connection.ts';
export { ProcessGuard } from './connections/launch/process-guard.ts';
export type { Program, ProgramEnd } from './connections/launch/run-program.ts';
export { safeEnvironment } from './connections/launch/safe-environment.ts';
export type { Sandboxing } from './connections/launch/sandbox/bubblewrap.ts';
export type { ServerLog, LogPage } from './connections/server-log.ts';
export type { ServerDefinition, ServerSandbox, ServerTransport } from './definition.ts';
export { AuthNeeded, ServerFailure, type FailureKind } from './failures.ts';
export type { Gateway, OfferedToken, ServerTally, TokenTaken } from './gateway.ts';
export { createGateway, type GatewayLimits, type GatewayPorts } from './pooled-gateway.ts';
export { keepWithin } from './results/keep-within.ts';
export { listSkills, readSkill, type ListedSkills, type McpSkill } from './skills/server-skills.ts';
export { renderResult, type RenderedResult, type RenderLimits } from './results/render-result.ts';
