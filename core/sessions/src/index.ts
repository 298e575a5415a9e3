export { allowanceRecords, Allowances, type Allowance } from './allowances.ts';
export type { SessionListener } from './announcer.ts';
export type {
  DeniedCall,
  Equipment,
  Guidance,
  NewSession,
  OfferedTool,
  Persona,
  RunningCall,
  SessionAccess,
  Skill,
  ToolReport,
} from './equipment.ts';
export type {
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
  Media,
  PastPart,
  PastTurn,
  SampleRequest,
  ToolOutcome,
  ToolRequest,
} from './harness.ts';
export { kinds } from './kinds.ts';
export { ActionRefused } from './rules/refusal.ts';
export type { Sampler } from './sampler.ts';
export { SessionLog, type SessionLogPorts } from './session-log.ts';
export { samplerOf } from './session-sampler.ts';
export type { ListRequest, SessionPage } from './session-list.ts';
export { Sessions, type SessionsOptions } from './sessions.ts';
export type { ConfirmPolicy } from './turns/confirmations.ts';
export { windowed, type TurnPage } from './turn-pages.ts';
