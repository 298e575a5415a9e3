/**
 * Why the host does not start, as one sentence for whoever started it. The exit code is 2 for what they wrote (flags,
 * environment, configuration) and 1 for what the machine refuses.
 */
export class StartError extends Error {
  readonly exitCode: 1 | 2;

  constructor(exitCode: 1 | 2, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
    this.exitCode = exitCode;
  }
}
