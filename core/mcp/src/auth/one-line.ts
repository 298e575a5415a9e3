// Control and formatting characters, which could make a sentence read differently.
const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** A server's text as one line that can be shown to a user. */
export function oneLine(text: string, longest: number): string {
  // Cut before it is searched: the text can have any length.
  const line = text
    .slice(0, longest * 4)
    .replace(unprintable, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
