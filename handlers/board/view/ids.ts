const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Short, and unlikely to be met twice on one board. A View may run where `randomUUID` is not to be had. */
export function newId(kind: 'card' | 'column'): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  return `${kind}-${[...bytes].map((byte) => alphabet[byte % alphabet.length]).join('')}`;
}
