/** Why a server could not be started or reached. The message is a sentence for the user. */
export class StartFailure extends Error {
  /** Trying again helps only after somebody has changed something. */
  readonly lasting: boolean;

  constructor(message: string, details: { readonly lasting: boolean; readonly cause?: unknown }) {
    super(message, { cause: details.cause });
    this.name = 'StartFailure';
    this.lasting = details.lasting;
  }
}
