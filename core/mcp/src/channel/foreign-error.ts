import { errorTable } from '@loggia/protocol';

/** A server's own JSON-RPC error on its way to the client that asked, code and all. It is none of our table. */
export class ForeignError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'ForeignError';
    this.code = code;
    // Where to sign in is for the host to say: clients act on what stands here.
    this.data = code === errorTable.AuthRequired.code ? undefined : data;
  }

  toJSON(): { code: number; message: string; data?: unknown } {
    return { code: this.code, message: this.message, ...(this.data !== undefined && { data: this.data }) };
  }
}
