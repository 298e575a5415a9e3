import { summaryMarkOf } from '@loggia/protocol';
import { contentOf, inputOf, plain, titleOf } from '../calls/call-words.ts';
import type { Row } from './rows.ts';

/** The most characters of one row that are searched. */
const mostCharacters = 200_000;

/** The words of a row that can be seen, or unfolded. */
function wordsOf(row: Row): string {
  if (row.kind === 'message') return row.turn.message.text.slice(0, mostCharacters);
  if (row.kind !== 'part') return '';
  const { part } = row;
  switch (part.kind) {
    case 'markdown':
    case 'reasoning':
      return part.content.slice(0, mostCharacters);
    case 'systemNotification':
      return [plain(part.content), summaryMarkOf(part)?.text ?? ''].join('\n').slice(0, mostCharacters);
    case 'error':
      return part.error.message;
    case 'inputRequest':
      return [part.request.message, ...(part.request.questions ?? []).map(({ message }) => message)].join(
        '\n',
      );
    case 'toolCall': {
      const { toolCall } = part;
      const texts = contentOf(toolCall).flatMap((content) => (content.type === 'text' ? [content.text] : []));
      const all = [toolCall.displayName, titleOf(toolCall), inputOf(toolCall) ?? '', ...texts];
      return all.join('\n').slice(0, mostCharacters);
    }
    default:
      return '';
  }
}

/** The keys of the rows that have the words, from the first to the last. */
export function findRows(rows: readonly Row[], query: string): readonly string[] {
  const wanted = query.trim().toLocaleLowerCase();
  if (wanted === '') return [];
  return rows.filter((row) => wordsOf(row).toLocaleLowerCase().includes(wanted)).map(({ key }) => key);
}

/** The match after the current one, wrapping around; the last, which is the newest, where there is no current one. */
export function nextMatch(
  found: readonly string[],
  current: string | undefined,
  step: 1 | -1,
): string | undefined {
  if (found.length === 0) return undefined;
  const at = current === undefined ? -1 : found.indexOf(current);
  if (at < 0) return found.at(-1);
  return found[(at + step + found.length) % found.length];
}
