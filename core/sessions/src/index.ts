export { allowanceRecords, Allowances, type Allowance, type AllowedTool } from './allowances.ts';
export { ReviewedTools, reviewRecords } from './reviewed-tools.ts';
export { completionTriggerCharacters, type FindFiles } from './completions.ts';
export type { SessionListener } from './announcer.ts';
export type {
  DeniedCall,
  Equipment,
  Guidance,
  HookRequest,
  HookVerdict,
  NewSession,
  OfferedTool,
  Persona,
  Rule,
  RunningCall,
  SessionAccess,
  Skill,
  ToolReport,
} from './equipment.ts';
export type {
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
  PastPart,
  PastTurn,
  PermissionOption,
  SampleRequest,
  ToolOutcome,
  ToolRequest,
  TurnFiles,
} from './harness.ts';
export type { Files } from './files.ts';
export { Harnesses } from './harnesses.ts';
export { kinds } from './kinds.ts';
export { ActionRefused } from './rules/refusal.ts';
export type { Sampler } from './sampler.ts';
export { SessionLog, type SessionLogPorts } from './session-log.ts';
export { samplerOf } from './session-sampler.ts';
export type { ListRequest, SessionPage } from './session-list.ts';
export { Sessions, type SessionsOptions } from './sessions.ts';
export type { ConfirmPolicy } from './turns/confirmations.ts';
export type { ProjectFor, SettingsIn } from './session-lifecycle.ts';
export type { LibraryFor } from './workspace-contents.ts';
export { windowed, type TurnPage } from './turn-pages.ts';
