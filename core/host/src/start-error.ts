/**
 * Why the host doesn't start, as one sentence for the user. The exit code is 2 for errors in flags, environment or
 * configuration, and 1 for errors of the machine.
 */
export class StartError extends Error {
  readonly exitCode: 1 | 2;

  constructor(exitCode: 1 | 2, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
    this.exitCode = exitCode;
  }
}
