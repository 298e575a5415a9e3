import type {
  CallLocation,
  ChatInputRequest,
  ConfirmationOption,
  PlanStep,
  Turn,
  UsageInfo,
} from '@loggia/protocol';

/** An event of a turn. With --json, each is printed as a line, in order. */
export type ChatEvent =
  | { readonly type: 'started'; readonly session: string; readonly chat: string; readonly turn: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | ToolEvent
  | { readonly type: 'resource'; readonly uri: string; readonly contentType?: string }
  | {
      readonly type: 'confirmation';
      readonly of: 'call' | 'result';
      readonly id: string;
      readonly name: string;
      readonly server?: string;
      readonly title: string;
      readonly input?: string;
      readonly result?: string;
      readonly options?: readonly ConfirmationOption[];
    }
  | { readonly type: 'question'; readonly request: ChatInputRequest }
  | { readonly type: 'notice'; readonly text: string }
  | { readonly type: 'error'; readonly message: string; readonly resumable?: boolean }
  | { readonly type: 'usage'; readonly usage: UsageInfo }
  | { readonly type: 'done'; readonly state: Turn['state']; readonly turn: string };

export interface ToolEvent {
  readonly type: 'tool';
  readonly id: string;
  readonly name: string;
  readonly server?: string;
  readonly status: string;
  readonly input?: string;
  readonly result?: string;
  /** The files that a call of the agent's own works on. */
  readonly locations?: readonly CallLocation[];
  /** The steps of the agent's plan, if that is what it is. */
  readonly plan?: readonly PlanStep[];
  /** Its View shows the result elsewhere; a terminal can't. */
  readonly hasView?: true;
  /** For people: all of it on one line. */
  readonly line: string;
}
