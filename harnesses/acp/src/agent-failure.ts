import { TurnFailure } from '@loggia/sessions/harness';
import type { AuthMethod } from './protocol.ts';

interface FailureDetails {
  /** A sentence without its end. */
  readonly advice?: string;
  readonly output?: string;
  readonly signIn?: readonly AuthMethod[];
}

/** An agent can't go on. The turn can be resumed, after following the advice if there is one. */
export class AgentFailure extends TurnFailure {
  /** The sentences for a place where there isn't a turn to resume. */
  readonly explained: string;

  /** The end of what the program wrote beside the protocol. */
  readonly output: string;

  /** The agent's ways to sign in, if that is what is missing. */
  readonly signIn: readonly AuthMethod[] | undefined;

  constructor(what: string, { advice, output = '', signIn }: FailureDetails = {}) {
    super(
      advice === undefined
        ? `${what} Resume to start it again.`
        : `${what} ${advice}, then resume this turn.`,
    );
    this.output = output;
    this.signIn = signIn;
    this.explained = advice === undefined ? what : `${what} ${advice}.`;
  }
}
