const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A short id, unlikely to repeat on one board. `randomUUID` may not be available where a View runs. */
export function newId(kind: 'card' | 'column'): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  return `${kind}-${[...bytes].map((byte) => alphabet[byte % alphabet.length]).join('')}`;
}
