/** The budget for one result, unless configured. */
export const defaultModelTokens = 25_000;

const cutHere = '\n[Cut here: the rest is too long for a model. The user has the whole result.]';

/**
 * Cuts the text to what fits. Tokens are estimated: four characters of plain English are one token, and every other
 * character is one. Reads no more of the text than fits, however long it is.
 */
export function withinTokens(text: string, tokens: number): string {
  const end = endWithin(text, tokens);
  return end === text.length ? text : `${text.slice(0, end)}${cutHere}`;
}

export function fitsTokens(text: string, tokens: number): boolean {
  return endWithin(text, tokens) === text.length;
}

/** The number of characters of the text that fit. */
export function endWithin(text: string, tokens: number): number {
  let left = tokens * 4;
  let end = 0;
  while (end < text.length) {
    const point = text.codePointAt(end) ?? 0;
    left -= point < 0x80 ? 1 : 4;
    if (left < 0) return end;
    end += point > 0xffff ? 2 : 1;
  }
  return end;
}
