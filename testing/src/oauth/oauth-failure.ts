/** An error response as in RFC 6749 §5.2. */
export class OAuthFailure extends Error {
  readonly error: string;
  readonly status: number;

  constructor(error: string, description: string, status = 400) {
    super(description);
    this.error = error;
    this.status = status;
  }
}
