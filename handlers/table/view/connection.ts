import type { App } from '@modelcontextprotocol/ext-apps';
import { createCsvParser, sniffDialect, type CsvParser } from '@loggia/csv';
import type { Operation } from '../src/operations.ts';
import { tableOfRecords, type Table } from '../src/table.ts';
import { decimalMarkOf, type DecimalMark } from '../src/values.ts';
import type { Look } from './sheet.ts';

/** The data that the View is opened with. */
export interface Opened {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly state: string;
  /** An old version: it can be looked at, and nothing is saved. */
  readonly readOnly?: boolean;
  readonly context: Readonly<Record<string, unknown>>;
}

export interface Piece {
  readonly revision: number;
  /** The version, if an older one was opened. */
  readonly version?: number | undefined;
  readonly hash: string;
  readonly text: string;
  readonly next?: number | undefined;
  readonly length: number;
  /** The file is longer, but the server reads no further. */
  readonly cut: boolean;
}

export interface Progress {
  readonly table: Table;
  readonly decimal: DecimalMark;
  /** From 0 to 1. */
  readonly done: number;
  readonly cut: boolean;
  readonly unclosed: boolean;
}

export type SaveAnswer =
  | { readonly kind: 'saved'; readonly revision: number; readonly hash: string }
  | { readonly kind: 'conflict' };

/** The tools of the server that the View talks to. */
export interface Connection {
  /** Reads the rest of a table after its first piece; reports progress after each piece. */
  readOn(id: string, first: Piece, report: (progress: Progress) => Promise<void>): Promise<void>;
  /** The newest table, from its beginning. */
  readFirst(id: string): Promise<Piece>;
  save(
    id: string,
    at: { readonly revision: number; readonly hash: string },
    change: {
      readonly operations: readonly Operation[];
      readonly look: Look;
      /** Somebody chose the look, so it is kept also where an edit alone would not keep it. */
      readonly remember: boolean;
    },
  ): Promise<SaveAnswer>;
}

export function createConnection(app: Pick<App, 'callServerTool'>): Connection {
  async function call(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
    const result = await app.callServerTool({ name, arguments: args });
    if (result.isError)
      throw new Error(textOf(result.content) || 'The table’s server refused the request. Try again.');
    return (result.structuredContent ?? {}) as Record<string, unknown>;
  }

  return {
    async readOn(id, first, report) {
      const dialect = sniffDialect(first.text);
      const decimal = decimalMarkOf(dialect.delimiter);
      const parser = createCsvParser(dialect.delimiter);
      let piece = first;
      for (;;) {
        parser.push(piece.text);
        const { next, length, hash } = piece;
        if (next === undefined || parser.cut) parser.end();
        const done = next === undefined || parser.cut ? 1 : next / Math.max(1, length);
        await report(progressOf(parser, decimal, done, first.cut));
        if (done === 1 || next === undefined) return;
        const { version } = first;
        const of = version === undefined ? {} : { version };
        piece = pieceOf(await call('read_table', { artifact: id, ...of, hash, from: next }));
      }
    },
    readFirst: async (id) => pieceOf(await call('read_table', { artifact: id })),
    async save(id, { revision, hash }, { operations, look, remember }) {
      const answer = await call('save_table', {
        artifact: id,
        revision,
        hash,
        operations,
        layout: layoutOf(look),
        ...(remember && { remember }),
      });
      if (answer['conflict'] === true) return { kind: 'conflict' };
      return { kind: 'saved', revision: Number(answer['revision']), hash: String(answer['hash']) };
    },
  };
}

export function pieceOf(answer: Readonly<Record<string, unknown>>): Piece {
  if (answer['changed'] === true || typeof answer['text'] !== 'string')
    throw new Error('The table was changed while it was read. Open it again.');
  const { next, version } = answer;
  return {
    revision: Number(answer['revision']),
    ...(typeof version === 'number' && { version }),
    hash: String(answer['hash']),
    text: answer['text'],
    next: typeof next === 'number' ? next : undefined,
    length: Number(answer['length']),
    cut: answer['cut'] === true,
  };
}

function progressOf(parser: CsvParser, decimal: DecimalMark, done: number, cut: boolean): Progress {
  // The parser keeps appending to its own list.
  const table = tableOfRecords(parser.records);
  return { table, decimal, done, cut: cut || parser.cut, unclosed: parser.unclosed };
}

/** JSON has no `undefined`, and the server refuses what it does not know. */
function layoutOf(look: Look): unknown {
  return JSON.parse(JSON.stringify(look));
}

function textOf(content: readonly { readonly type: string }[] | undefined): string {
  return (content ?? [])
    .flatMap((block) => ('text' in block && typeof block.text === 'string' ? [block.text] : []))
    .join('\n');
}
