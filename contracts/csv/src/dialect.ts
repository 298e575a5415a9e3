/** The format of a file, so that saving changes only what was edited. */
export interface Dialect {
  readonly delimiter: string;
  readonly newline: '\n' | '\r\n' | '\r';
  readonly quoting: 'needed' | 'all';
  readonly mark: boolean;
  readonly finalNewline: boolean;
}

export const plainDialect: Dialect = {
  delimiter: ',',
  newline: '\n',
  quoting: 'needed',
  mark: false,
  finalNewline: true,
};

export const byteOrderMark = '\uFEFF';

/** In order of preference if two do equally well: nobody types a tab by accident. */
const delimiters = ['\t', ',', ';', '|'];
const sampleLength = 64 * 1024;
const sampleRecords = 20;

/** Guesses from the start of a text; without any hints, RFC 4180 applies. */
export function sniffDialect(text: string): Dialect {
  const mark = text.startsWith(byteOrderMark);
  const sample = text.slice(mark ? 1 : 0, sampleLength);
  return {
    delimiter: delimiterIn(sample),
    newline: sniffNewline(sample),
    quoting: sniffQuoting(sample),
    mark,
    finalNewline: true,
  };
}

/** The delimiter alone, for readers that don't write. */
export function sniffDelimiter(text: string): string {
  return delimiterIn(text.slice(text.startsWith(byteOrderMark) ? 1 : 0, sampleLength));
}

/** The one that splits most records into the same number of fields, and at least two. */
function delimiterIn(sample: string): string {
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of delimiters) {
    const counts = countPerRecord(sample, delimiter);
    const first = counts[0] ?? 0;
    if (first === 0) continue;
    const agreeing = counts.filter((count) => count === first).length;
    const score = agreeing / counts.length + Math.min(first, 50) / 1000;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

function countPerRecord(sample: string, delimiter: string): number[] {
  const counts: number[] = [];
  let count = 0;
  let length = 0;
  let quoted = false;
  for (const character of sample) {
    if (character === '"') quoted = !quoted;
    if (!quoted && (character === '\n' || character === '\r')) {
      if (length > 0) counts.push(count);
      if (counts.length === sampleRecords) return counts;
      count = 0;
      length = 0;
      continue;
    }
    length += 1;
    if (!quoted && character === delimiter) count += 1;
  }
  // The last record of a sample may be cut; it only counts if there is no other.
  if (counts.length === 0) counts.push(count);
  return counts;
}

function sniffNewline(sample: string): Dialect['newline'] {
  let quoted = false;
  for (let at = 0; at < sample.length; at += 1) {
    const character = sample[at];
    if (character === '"') quoted = !quoted;
    if (quoted) continue;
    if (character === '\n') return '\n';
    if (character === '\r') return sample[at + 1] === '\n' ? '\r\n' : '\r';
  }
  return '\n';
}

/** Some programs quote every field. A single field without quotes rules that out. */
function sniffQuoting(sample: string): Dialect['quoting'] {
  const line = /^[^\r\n]*/.exec(sample)?.[0] ?? '';
  return /^"(?:[^"]|"")*"(?:[,;\t|]"(?:[^"]|"")*")+$/.test(line) ? 'all' : 'needed';
}
