/**
 * Takes the user to the authorization server and receives its answer.
 *
 * `signIn` calls `redirectUri` first, then `open` and `wait`, which it may call again after registering a new client,
 * and finally `close`, whatever the outcome.
 */
export interface RedirectReceiver {
  /** Listens from now on. Always the same address: absolute, and on loopback or https. */
  redirectUri(): Promise<string>;
  /** Shows the address to the user, or rejects with a `SignInError` whose message says what to do instead. */
  open(url: string): Promise<void>;
  /**
   * Resolves with the query of the answer to the last `open`; it may have come already. An answer whose `state` is not
   * that of the opened address may be left out, since others may knock. Rejects when the signal is aborted.
   */
  wait(signal: AbortSignal): Promise<URLSearchParams>;
  /** Safe to call twice, and before anything else. */
  close(): void;
}
