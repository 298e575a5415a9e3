export { allowanceRecords, Allowances, type Allowance, type AllowedTool } from './allowances.ts';
export { ReviewedTools, reviewRecords } from './reviewed-tools.ts';
export { completionTriggerCharacters, type FindFiles } from './completions.ts';
export type { SessionListener } from './announcer.ts';
export type {
  AgentProgram,
  CommandTerminals,
  DeniedCall,
  Equipment,
  Guidance,
  HookRequest,
  HookVerdict,
  NewSession,
  OfferedTool,
  OpenedTerminal,
  Persona,
  Rule,
  RunningCall,
  SessionAccess,
  Skill,
  ToolReport,
  ViewCall,
} from './equipment.ts';
export type {
  AgentCommand,
  AgentOption,
  Announcements,
  OptionValue,
  WorkspaceContents,
  ChatMemory,
  ListedArtifact,
  ListedType,
  Form,
  FormAnswer,
  FormField,
  FormValue,
  Harness,
  HarnessAttachment,
  HarnessDescription,
  HarnessEvent,
  HarnessMessage,
  HarnessModel,
  HarnessTool,
  HarnessTurn,
  Library,
  Media,
  OwnCall,
  OwnCallContent,
  OwnCallLocation,
  PastPart,
  PastTurn,
  PermissionOption,
  PlanStep,
  ProcessGuard,
  Recalled,
  SampleRequest,
  Summary,
  TerminalRequest,
  ToolOutcome,
  ToolRequest,
  TurnFiles,
  TurnTerminal,
  TurnTerminals,
} from './harness.ts';
export type { Files } from './files.ts';
export { defaultDelegation, type DelegationLimits } from './delegation/limits.ts';
export { foldersOf } from './chat-folders.ts';
export { Harnesses } from './harnesses.ts';
export { hostTool, succeeded, type HostTool } from './host-tools/host-tool.ts';
export type { HostToolRecord } from './host-tools/turn-equipment.ts';
export { kinds } from './kinds.ts';
export { ActionRefused } from './rules/refusal.ts';
export type { Sampler } from './sampler.ts';
export { SessionLog, type SessionLogPorts } from './session-log.ts';
export { samplerOf } from './session-sampler.ts';
export type { ListRequest, SessionPage } from './session-list.ts';
export { Sessions } from './sessions.ts';
export type { SessionsOptions } from './sessions-options.ts';
export type { ConfirmPolicy } from './turns/confirmations.ts';
export type { ProjectFor, SettingsIn } from './session-lifecycle.ts';
export type { LibraryFor } from './workspace-contents.ts';
export { windowed, type TurnPage } from './turn-pages.ts';
