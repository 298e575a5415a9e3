import { byteOrderMark } from './dialect.ts';

export interface CsvLimits {
  readonly records: number;
  readonly fields: number;
  readonly cells: number;
}

/** Beyond these limits a table is shown in part: a View holds all of it in memory. */
export const csvLimits: CsvLimits = { records: 200_001, fields: 1000, cells: 4_000_000 };

export interface CsvParser {
  /** Everything read so far. The array grows in place. */
  readonly records: string[][];
  /** Whether something was left out because a limit was reached. */
  readonly cut: boolean;
  /** Whether the text ended inside quotes, so that the rest of the file became one field. */
  readonly unclosed: boolean;
  push(text: string): void;
  end(): void;
}

type Mode = 'start' | 'plain' | 'quoted' | 'closing';

/**
 * Parses RFC 4180 incrementally, with any line ending (the second character of one ends a blank line, which is
 * skipped), and never refuses a file: a quote inside a field that didn't start with one is an ordinary character, and
 * so is everything after a closing quote.
 */
export function createCsvParser(delimiter: string, limits: CsvLimits = csvLimits): CsvParser {
  const records: string[][] = [];
  let mode: Mode = 'start';
  let field = '';
  let record: string[] = [];
  let cells = 0;
  /** Tells a blank line from a record whose only field is empty. */
  let begun = false;
  let first = true;
  let cut = false;
  let unclosed = false;

  function endField(): void {
    if (record.length < limits.fields) record.push(field);
    else cut = true;
    field = '';
    mode = 'start';
  }

  function endRecord(): void {
    const blank = record.length === 0 && field === '' && !begun;
    if (!blank) {
      endField();
      if (records.length < limits.records && cells + record.length <= limits.cells) {
        records.push(record);
        cells += record.length;
      } else cut = true;
    }
    record = [];
    begun = false;
    mode = 'start';
  }

  const full = (): boolean => records.length >= limits.records || cells >= limits.cells;

  function push(text: string): void {
    let at = 0;
    if (first && text.length > 0) {
      first = false;
      if (text.startsWith(byteOrderMark)) at = 1;
    }
    while (at < text.length) {
      if (full()) {
        // A final line ending isn't more content.
        if (/[^\r\n]/.test(text.slice(at, at + 1024))) cut = true;
        return;
      }
      if (mode === 'quoted') {
        const quote = text.indexOf('"', at);
        const end = quote === -1 ? text.length : quote;
        field += text.slice(at, end);
        at = end + 1;
        if (quote !== -1) mode = 'closing';
        continue;
      }
      const character = text[at];
      if (mode === 'closing') {
        if (character === '"') {
          field += '"';
          mode = 'quoted';
          at += 1;
        } else mode = 'plain';
        continue;
      }
      if (mode === 'start' && character === '"') {
        mode = 'quoted';
        begun = true;
        at += 1;
        continue;
      }
      let end = at;
      while (end < text.length) {
        const found = text[end];
        if (found === delimiter || found === '\n' || found === '\r') break;
        end += 1;
      }
      field += text.slice(at, end);
      if (end === text.length) {
        if (end > at) mode = 'plain';
        return;
      }
      at = end + 1;
      if (text[end] === delimiter) {
        endField();
        begun = true;
      } else endRecord();
    }
  }

  return {
    records,
    get cut() {
      return cut;
    },
    get unclosed() {
      return unclosed;
    },
    push,
    end() {
      unclosed = mode === 'quoted';
      if (record.length > 0 || field !== '' || begun) endRecord();
    },
  };
}

export function parseCsv(text: string, delimiter: string, limits: CsvLimits = csvLimits): CsvParser {
  const parser = createCsvParser(delimiter, limits);
  parser.push(text);
  parser.end();
  return parser;
}
