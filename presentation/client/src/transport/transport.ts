/** Why a transport ended, as far as it knows. */
export interface TransportClose {
  readonly code?: number;
  readonly reason?: string;
}

/**
 * An ordered, reliable, two-way stream of text messages: one end of it.
 *
 * The implementer owes that messages that arrive before `onMessage` is called are kept for it, that `onClose` hears
 * exactly once, however the transport ended, and that `send` and `close` on one that has ended do nothing.
 */
export interface Transport {
  send(text: string): void;
  close(code?: number, reason?: string): void;
  /** There is one listener; a second call replaces the first. */
  onMessage(listener: (text: string) => void): void;
  onClose(listener: (close: TransportClose) => void): void;
}

/**
 * Opens a new transport to the same host. `TransportRefused` is final; after any other error, the connection is
 * retried. Once the signal fires, nobody waits for the transport. A half-open one should be closed then: browsers open
 * one WebSocket to a host at a time, so an unanswered one blocks the next for minutes.
 */
export type Connect = (signal?: AbortSignal) => Promise<Transport>;

/** The host was reached and refused this client. Retrying with the same credentials won't help. */
export class TransportRefused extends Error {
  readonly why: 'unauthorized' | 'refused';

  constructor(why: 'unauthorized' | 'refused', message: string) {
    super(message);
    this.name = 'TransportRefused';
    this.why = why;
  }
}
