/** More than any table on a screen needs; a file can claim to have any number. */
const mostRows = 1_000_000;
const mostCells = 10_000_000;

export interface CsvTable {
  readonly delimiter: string;
  readonly rows: readonly (readonly string[])[];
  /** The most cells that a row has. */
  readonly width: number;
  /** There is more in the file than `rows` has. */
  readonly isCut: boolean;
}

interface Limits {
  readonly rows: number;
  readonly cells: number;
}

/** Reads separated values the way spreadsheets write them. A cell is only ever text: nothing in it is worked out. */
export function parseCsv(
  text: string,
  limits: Limits = { rows: mostRows, cells: mostCells },
  delimiter: string = sniffDelimiter(text),
): CsvTable {
  const rows: string[][] = [];
  let row: string[] = [];
  let cells = 0;
  let width = 0;
  let at = text.charCodeAt(0) === 0xfe_ff ? 1 : 0;
  const endRow = (): void => {
    // An empty line is no row of one empty cell.
    if (row.length > 1 || row[0] !== '') {
      rows.push(row);
      width = Math.max(width, row.length);
    }
    row = [];
  };
  while (at < text.length) {
    if (rows.length >= limits.rows || cells >= limits.cells) {
      if (row.length > 0) endRow();
      return { delimiter, rows, width, isCut: true };
    }
    const cell = text[at] === '"' ? quotedCell(text, at, delimiter) : plainCell(text, at, delimiter);
    row.push(cell.value);
    cells += 1;
    at = cell.end;
    if (at >= text.length) break;
    if (text[at] === delimiter) {
      at += 1;
      // A delimiter at the very end is followed by one more cell, an empty one.
      if (at >= text.length) row.push('');
      continue;
    }
    endRow();
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
  }
  if (row.length > 0) endRow();
  return { delimiter, rows, width, isCut: false };
}

interface Cell {
  readonly value: string;
  /** Where the delimiter is, or the end of the line. */
  readonly end: number;
}

function plainCell(text: string, start: number, delimiter: string): Cell {
  let end = start;
  while (end < text.length) {
    const char = text[end];
    if (char === delimiter || char === '\n' || char === '\r') break;
    end += 1;
  }
  return { value: text.slice(start, end), end };
}

/** A quote that is never closed takes the rest of the file, as it does in spreadsheets. */
function quotedCell(text: string, start: number, delimiter: string): Cell {
  const parts: string[] = [];
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return { value: parts.join('"') + tail(parts, text.slice(from)), end: text.length };
    parts.push(text.slice(from, quote));
    if (text[quote + 1] !== '"') {
      // What follows a closing quote by mistake still belongs to the cell.
      const rest = plainCell(text, quote + 1, delimiter);
      return { value: parts.join('"') + rest.value, end: rest.end };
    }
    from = quote + 2;
  }
}

function tail(parts: readonly string[], rest: string): string {
  return parts.length === 0 ? rest : `"${rest}`;
}

/** Where two do equally well the first has it: nobody types a tab by accident. */
const candidates = ['\t', ',', ';', '|'] as const;

/** The sign that cuts the first lines into the same number of cells, and into the most. */
export function sniffDelimiter(text: string): string {
  const head = text.slice(0, 20_000);
  const scores = candidates.map((delimiter) => {
    const { rows } = parseCsv(head, { rows: 20, cells: 10_000 }, delimiter);
    const width = rows[0]?.length ?? 1;
    const same = rows.filter((row) => row.length === width).length;
    return { delimiter, score: width > 1 ? (same / rows.length) * 1000 + width : 0 };
  });
  const best = scores.reduce((most, next) => (next.score > most.score ? next : most));
  return best.score === 0 ? ',' : best.delimiter;
}
