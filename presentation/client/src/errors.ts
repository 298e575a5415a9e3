import { errorNameOf, type ErrorName } from '@loggia/protocol';
import type { TransportClose } from './transport/transport.ts';

/** The host answered with an error. `kind` is its name where the protocol has one for the code. */
export class HostError extends Error {
  readonly code: number;
  readonly kind: ErrorName | undefined;
  readonly data: unknown;

  constructor(failure: { code: number; message: string; data?: unknown }) {
    super(failure.message);
    this.name = 'HostError';
    this.code = failure.code;
    this.kind = errorNameOf(failure.code);
    this.data = failure.data;
  }
}

export type ClientErrorKind =
  | 'timedOut'
  | 'disconnected'
  | 'closed'
  | 'malformed'
  | 'gone'
  | 'rejected'
  | 'unconfirmed';

/** Everything that fails on this side of the wire. `kind` is for programs, the message for people. */
export class ClientError extends Error {
  readonly kind: ClientErrorKind;

  constructor(kind: ClientErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ClientError';
    this.kind = kind;
  }
}

export class RequestTimedOut extends ClientError {
  constructor(method: string, ms: number) {
    super('timedOut', `${method} was not answered within ${ms} ms. Look at the result before you try again.`);
    this.name = 'RequestTimedOut';
  }
}

/** The transport was lost. The request may or may not have been carried out. */
export class Disconnected extends ClientError {
  readonly close: TransportClose;

  constructor(close: TransportClose) {
    const why = close.reason ? `: ${close.reason.replace(/\.$/, '')}` : '';
    super('disconnected', `The connection was lost${why}. Look at the result before you try again.`);
    this.name = 'Disconnected';
    this.close = close;
  }
}

export class ClientClosed extends ClientError {
  constructor(why: string) {
    super('closed', `This client is closed: ${why}`);
    this.name = 'ClientClosed';
  }
}

export class MalformedAnswer extends ClientError {
  constructor(method: string, why: string) {
    super('malformed', `The host's answer to ${method} is not what the protocol says: ${why}`);
    this.name = 'MalformedAnswer';
  }
}

/** The channel doesn't exist on the host. */
export class ChannelGone extends ClientError {
  constructor(uri: string, options?: ErrorOptions) {
    super('gone', `The channel ${uri} doesn’t exist on the host.`, options);
    this.name = 'ChannelGone';
  }
}

/** The host refused an action. Its effect has been rolled back. */
export class ActionRejected extends ClientError {
  readonly reason: string;

  constructor(reason: string) {
    super('rejected', reason);
    this.name = 'ActionRejected';
    this.reason = reason;
  }
}

/** It is unknown whether the host accepted an action. Its effect has been rolled back. */
export class ActionUnconfirmed extends ClientError {
  constructor(why: string) {
    super('unconfirmed', `${why} Look at the state, and repeat the action if it is not in it.`);
    this.name = 'ActionUnconfirmed';
  }
}
