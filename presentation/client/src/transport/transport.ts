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

/** Opens a new transport to the same host. A throw of `TransportRefused` is final; any other is tried again. */
export type Connect = () => Promise<Transport>;

/** The host was reached and wants nothing to do with us. Trying again with the same credentials is no use. */
export class TransportRefused extends Error {
  readonly why: 'unauthorized' | 'refused';

  constructor(why: 'unauthorized' | 'refused', message: string) {
    super(message);
    this.name = 'TransportRefused';
    this.why = why;
  }
}
