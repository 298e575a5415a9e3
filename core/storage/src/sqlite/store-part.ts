/** A part of the host that writes in the kernel's transactions, on the same connection. */
export interface StorePart {
  /** Inside the transaction. A throw undoes all of it. */
  apply(write: unknown): void;
  /** All of the transaction's writes have been applied; it is about to be committed. */
  complete(): void;
  /** The transaction was rolled back; it may be retried. */
  rolledBack(): void;
}
