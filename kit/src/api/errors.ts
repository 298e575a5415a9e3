/** The host refused, or could not be reached. The message says what to do and may be shown as it is. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
  /** The name the host gives this error, such as `NotFound`. */
  readonly kind: string;
  readonly data: unknown;

  constructor(
    message: string,
    details: { readonly status: number; readonly kind: string; readonly data?: unknown },
  ) {
    super(message);
    this.status = details.status;
    this.kind = details.kind;
    this.data = details.data;
  }
}

/** The artifact was changed since the revision that the change was made on. Read it again and decide. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}

/** The call has no access to the host's API, or its access has expired. */
export class NoAccessError extends ApiError {
  override readonly name = 'NoAccessError';

  constructor(message: string) {
    super(message, { status: 0, kind: 'NoAccess' });
  }
}
