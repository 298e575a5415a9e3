/** What a script can tell apart. 130 is what shells say of a program that Ctrl-C ended. */
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

/** Why a command ends without what it was asked for, as a sentence for whoever typed it. */
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
