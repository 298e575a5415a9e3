import type { World } from '../world.ts';
import { printable, printableJson } from './printable.ts';
import { styleFor, type Style } from './style.ts';
import { table, type Column } from './table.ts';
import { wrapped } from './width.ts';

/** The output of a command: lines for people, or one document for programs, never both. */
export interface Printer {
  readonly style: Style;
  /** The document; people do not see it. */
  document(value: unknown): void;
  /** One of many documents, each on a line of its own. */
  documentLine(value: unknown): void;
  /** For people only. The caller makes text from strangers printable. */
  line(text?: string): void;
  /** A sentence for people only, broken where the terminal ends, each line indented. */
  sentence(text: string, indent?: string): void;
  table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): void;
  /** Beside the result, on the other stream, for both. */
  note(text: string): void;
}

export function printerFor({ out, complaints, env }: World, reader: 'people' | 'programs'): Printer {
  const style = styleFor(out.isTerminal, env);
  const cells = out.columns === undefined || out.columns < 1 ? Number.POSITIVE_INFINITY : out.columns;
  const write = (text: string): void => {
    if (reader === 'people') out.write(`${text}\n`);
  };
  return {
    style,
    document(value) {
      if (reader === 'programs') out.write(`${printableJson(value, 2)}\n`);
    },
    documentLine(value) {
      if (reader === 'programs') out.write(`${printableJson(value)}\n`);
    },
    line: (text = '') => write(text),
    sentence(text, indent = '') {
      for (const line of wrapped(printable(text), cells - indent.length)) write(indent + line);
    },
    table(rows, columns) {
      for (const line of table(rows, columns, { cells, style })) write(line);
    },
    note: (text) => complaints.write(`${printable(text)}\n`),
  };
}
