/** A message ready to be sent; one buffer may go to any number of links. */
export type Frame = string | Buffer;

/**
 * One client's connection, whatever the transport: ordered, reliable, text frames.
 *
 * The transport calls `closed` once on its handler, even after `close`. Sending on a closed link does nothing.
 */
export interface Link {
  send(frame: Frame): void;
  close(code: number, reason: string): void;
  /** Bytes queued for sending. */
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

/** Why the host closes a connection. Codes from 4000 are the application's own. */
export const closings = {
  goingAway: { code: 1001, reason: 'The host is stopping. Reconnect in a moment.' },
  unsupported: { code: 4005, reason: 'No common protocol version.' },
  superseded: { code: 4001, reason: 'The same client has connected again.' },
  revoked: { code: 4401, reason: 'The sign-in of this client was revoked. Sign in again.' },
  slow: { code: 4008, reason: 'This client reads too slowly. Reconnect to continue from where you were.' },
  tooLarge: { code: 1009, reason: 'The message is too large.' },
} as const;
