/** A part of the host whose writes ride in the kernel's transactions, on the same connection. */
export interface StorePart {
  /** Inside the transaction. A throw undoes all of it. */
  apply(write: unknown): void;
  /** All of the transaction's writes have been applied; it is about to be committed. */
  complete(): void;
  /** The transaction did not happen; it may come again. */
  rolledBack(): void;
}
