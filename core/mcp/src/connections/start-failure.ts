/** Why a server couldn't be started or reached. The message is a sentence for the user. */
export class StartFailure extends Error {
  /** Retrying only helps after somebody has changed something. */
  readonly lasting: boolean;
  /** The machine lacks a shared resource. Retrying helps eventually, however often it failed. */
  readonly shortage: boolean;
  /** The server itself complained about its settings, such as a missing key. */
  readonly misconfigured: boolean;

  constructor(
    message: string,
    details: {
      readonly lasting: boolean;
      readonly shortage?: boolean;
      readonly misconfigured?: boolean;
      readonly cause?: unknown;
    },
  ) {
    super(message, { cause: details.cause });
    this.name = 'StartFailure';
    this.lasting = details.lasting;
    this.shortage = details.shortage ?? false;
    this.misconfigured = details.misconfigured ?? false;
  }
}

export function installationCanceled(): StartFailure {
  return new StartFailure('The installation was canceled. Start the server to install it again.', {
    lasting: true,
  });
}
