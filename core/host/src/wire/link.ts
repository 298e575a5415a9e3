/** A message ready to be sent; one buffer may go to any number of links. */
export type Frame = string | Buffer;

/**
 * One client's line, whatever carries it: ordered, reliable, text frames.
 *
 * The carrier owes one call of `closed` on its handler, also when `close` was called from here. Sending on a closed
 * link does nothing.
 */
export interface Link {
  send(frame: Frame): void;
  close(code: number, reason: string): void;
  /** Bytes taken for sending that have not left yet. */
  readonly backlog: number;
  /** Stops and continues reading from the client. */
  pause(): void;
  resume(): void;
}

export interface LinkHandler {
  received(text: string): void;
  /** A frame that is not text. */
  receivedBinary(): void;
  closed(): void;
}

/** Why the host ends a connection. Codes from 4000 are the application's own. */
export const closings = {
  goingAway: { code: 1001, reason: 'The host is stopping. Reconnect in a moment.' },
  unsupported: { code: 4005, reason: 'No common protocol version.' },
  superseded: { code: 4001, reason: 'The same client has connected again.' },
  revoked: { code: 4401, reason: 'What this client signed in with has been revoked. Sign in again.' },
  slow: { code: 4008, reason: 'This client reads too slowly. Reconnect to continue from where you were.' },
  tooLarge: { code: 1009, reason: 'The message is too large.' },
} as const;
