import { errorTable } from '@loggia/protocol';

/** A server's own JSON-RPC error, including its code, on its way to the client. It isn't in our table. */
export class ForeignError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'ForeignError';
    this.code = code;
    // Only the host decides where to sign in: clients act on this field.
    this.data = code === errorTable.AuthRequired.code ? undefined : data;
  }

  toJSON(): { code: number; message: string; data?: unknown } {
    return { code: this.code, message: this.message, ...(this.data !== undefined && { data: this.data }) };
  }
}
