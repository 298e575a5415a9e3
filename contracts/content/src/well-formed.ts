/** Half of a pair of code units is no character, and cannot be sent on as UTF-8. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}
