/** Exit codes for scripts. 130 is the shells' convention for a program that Ctrl-C ended. */
export const exitCodes = {
  done: 0,
  failed: 1,
  wrongUsage: 2,
  noHost: 3,
  signInNeeded: 4,
  interrupted: 130,
} as const;

export type Outcome = keyof typeof exitCodes;
export type ExitCode = (typeof exitCodes)[Outcome];

/** The reason why a command failed, as a sentence for the user. */
export class CommandFailed extends Error {
  readonly outcome: Exclude<Outcome, 'done'>;

  constructor(outcome: Exclude<Outcome, 'done'>, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandFailed';
    this.outcome = outcome;
  }
}

export function wrongUsage(message: string): CommandFailed {
  return new CommandFailed('wrongUsage', message);
}
