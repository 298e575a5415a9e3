/** More would take a browser long to lay out. */
const mostLines = 4000;
const mostCharacters = 400_000;

export interface ShownLines {
  /** The number of the first line, from 1. */
  readonly first: number;
  readonly lines: readonly string[];
  /** How many lines the file has. */
  readonly of: number;
}

/** The lines of a file around one of them; undefined if it isn't text. */
export function shownLines(text: string, line = 1): ShownLines | undefined {
  if (text.includes('\0')) return undefined;
  const all = text.split(/\r?\n/);
  if (all.length > 1 && all.at(-1) === '') all.pop();
  const wanted = Math.min(Math.max(line, 1), all.length);
  const first = Math.max(1, Math.min(wanted - mostLines / 2, all.length - mostLines + 1));
  const lines: string[] = [];
  let characters = 0;
  for (const each of all.slice(first - 1, first - 1 + mostLines)) {
    const shown = each.slice(0, mostCharacters / 10);
    characters += shown.length;
    // The wanted line is there in any case.
    if (characters > mostCharacters && first + lines.length > wanted) break;
    lines.push(shown);
  }
  return { first, lines, of: all.length };
}
