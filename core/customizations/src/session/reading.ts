/** The outcome of reading something. */
export type Reading<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'read'; readonly value: T }
  /** A sentence for the user. */
  | { readonly kind: 'failed'; readonly message: string };
