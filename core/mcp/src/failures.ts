import type { AuthChallenge } from '@loggia/protocol';

/** Why a call got no answer from its server. The message is a sentence for the user. */
export type FailureKind =
  /** The connection is down, or went down during the call. */
  | 'unavailable'
  | 'timeout'
  | 'cancelled'
  /** The server answered with a JSON-RPC error. */
  | 'refused';

export class ServerFailure extends Error {
  readonly kind: FailureKind;
  /** The code of the server's own error. */
  readonly code: number | undefined;
  readonly data: unknown;

  constructor(
    kind: FailureKind,
    message: string,
    details: { readonly code?: number; readonly data?: unknown; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'ServerFailure';
    this.kind = kind;
    this.code = details.code;
    this.data = details.data;
  }
}

/** The server requires a sign-in, or more permissions, before it does this. */
export class AuthNeeded extends Error {
  readonly challenge: AuthChallenge;

  constructor(challenge: AuthChallenge) {
    super(challenge.description ?? 'The server asks for a sign-in.');
    this.name = 'AuthNeeded';
    this.challenge = challenge;
  }
}
