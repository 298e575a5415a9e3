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
 * Opens a new transport to the same host. A throw of `TransportRefused` is final; any other is tried again. From the
 * signal on nobody waits for it any more. What is half open then should be closed: browsers open one WebSocket to a
 * host at a time, so one that gets no answer is in the way of the next for minutes.
 */
export type Connect = (signal?: AbortSignal) => Promise<Transport>;

/** The host was reached and wants nothing to do with us. Trying again with the same credentials is no use. */
export class TransportRefused extends Error {
  readonly why: 'unauthorized' | 'refused';

  constructor(why: 'unauthorized' | 'refused', message: string) {
    super(message);
    this.name = 'TransportRefused';
    this.why = why;
  }
}
