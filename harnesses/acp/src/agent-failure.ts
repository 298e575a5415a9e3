import { TurnFailure } from '@loggia/sessions/harness';

/** An agent can't go on. The turn can be resumed, after following the advice if there is one. */
export class AgentFailure extends TurnFailure {
  /** The sentences for a place where there isn't a turn to resume. */
  readonly explained: string;

  /** The end of what the program wrote beside the protocol. */
  readonly output: string;

  /** `advice` is a sentence without its end. */
  constructor(
    what: string,
    { advice, output = '' }: { readonly advice?: string; readonly output?: string } = {},
  ) {
    super(
      advice === undefined
        ? `${what} Resume to start it again.`
        : `${what} ${advice}, then resume this turn.`,
    );
    this.output = output;
    this.explained = advice === undefined ? what : `${what} ${advice}.`;
  }
}
