/**
 * Keeps letters, marks and line breaks. Other control characters aren't words, and some of them mark matches in
 * results.
 */
export function searchable(text: string, longest: number): string {
  return text
    .slice(0, longest)
    .replaceAll(/(?![\n\t])\p{Cc}/gu, ' ')
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}

/** The start of a text as one line; undefined if it has no words. */
export function excerptOf(text: string, longest: number): string | undefined {
  const line = text
    .slice(0, 8 * longest)
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (line === '') return undefined;
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest - 1);
  const word = cut.lastIndexOf(' ');
  const short = word > longest / 2 ? cut.slice(0, word) : cut;
  return `${short.replaceAll(/\p{Surrogate}/gu, '')}…`;
}
