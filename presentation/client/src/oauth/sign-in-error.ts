/**
 * - `cancelled`: the user said no, or the signal was aborted.
 * - `unsupported`: the authorization server lacks something that is required; trying again does not help.
 * - `configure`: somebody has to set something up first; the message says what.
 * - `refused`: the authorization server said no.
 * - `unreachable`: it did not answer, or not with what the standards say.
 * - `untrusted`: an answer is not what was asked for, or not from whom; it was not used.
 */
export type SignInErrorKind =
  | 'cancelled'
  | 'unsupported'
  | 'configure'
  | 'refused'
  | 'unreachable'
  | 'untrusted';

/** A sign-in that came to nothing. The message is for people; neither it nor anything else here holds a secret. */
export class SignInError extends Error {
  readonly kind: SignInErrorKind;
  /** The error code of OAuth, where there is one. */
  readonly code: string | undefined;

  constructor(kind: SignInErrorKind, message: string, code?: string) {
    super(message);
    this.name = 'SignInError';
    this.kind = kind;
    this.code = code;
  }
}
