import type { ToolInput } from '@loggia/protocol';
import { printable } from '../../../output/printable.ts';

const mostLines = 40;
const mostCharacters = 4000;

/** JSON indented for reading; text that isn't JSON as it is. */
export function prettyInput(input: ToolInput): string {
  if (typeof input !== 'string') return input.uri;
  try {
    return JSON.stringify(JSON.parse(input), undefined, 2);
  } catch {
    return input;
  }
}

/**
 * As much as fits a screen, with the number of omitted lines: users must not agree to text that scrolled away unseen.
 */
export function boundedLines(text: string): readonly string[] {
  const lines = printable(text.slice(0, mostCharacters)).split('\n');
  const shown = lines.slice(0, mostLines);
  const left = text.length - mostCharacters;
  if (left > 0) return [...shown, `… ${left} more characters are not shown`];
  const hidden = lines.length - shown.length;
  return hidden > 0 ? [...shown, `… ${hidden} more lines are not shown`] : shown;
}
