/** Why a server could not be started or reached. The message is a sentence for the user. */
export class StartFailure extends Error {
  /** Trying again helps only after somebody has changed something. */
  readonly lasting: boolean;
  /** The machine is out of something that others use as well. Trying again helps sooner or later, however often it failed. */
  readonly shortage: boolean;

  constructor(
    message: string,
    details: { readonly lasting: boolean; readonly shortage?: boolean; readonly cause?: unknown },
  ) {
    super(message, { cause: details.cause });
    this.name = 'StartFailure';
    this.lasting = details.lasting;
    this.shortage = details.shortage ?? false;
  }
}
