import type { Contributor } from '@loggia/protocol';
import type { AllowedBy } from '../equipment.ts';
import type { ToolRequest } from '../harness.ts';
import type { ToolSubject } from './confirmations.ts';
import type { Offer } from './toolbox.ts';

export interface CallRef {
  readonly turnId: string;
  readonly toolCallId: string;
}

/** An offer when the agent last listed tools, with the server it came from. */
export interface Seen {
  readonly offer: Offer;
  readonly customizationId: string | undefined;
}

export interface CallOnServer {
  readonly ref: CallRef;
  readonly offer: Offer;
  readonly subject: ToolSubject;
  readonly request: ToolRequest;
  /** Why it may run; set once it may. */
  allowedBy: AllowedBy;
}

/** A call that the chat shows. */
export interface StartedCall {
  readonly request: ToolRequest;
  readonly offer: Offer;
  /** Undefined for a client's tool. */
  readonly subject: ToolSubject | undefined;
  readonly ref: CallRef;
  readonly displayName: string;
  /** The name under which the session offers the tool. */
  readonly toolName: string;
}

export interface RefusedCall extends Pick<StartedCall, 'ref' | 'toolName' | 'subject'> {
  readonly toolInput: string;
  readonly says: string;
}

/** How a call is introduced. */
export interface Introduction {
  readonly toolName: string;
  readonly displayName: string;
  readonly contributor?: Contributor;
  readonly _meta?: Record<string, unknown>;
}
