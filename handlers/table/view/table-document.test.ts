import { describe, expect, it } from 'vitest';
import { applyOperations } from '../src/operations.ts';
import { readTable, writeTable, type Table } from '../src/table.ts';
import type { Connection, Opened } from './connection.ts';
import { Sheet } from './sheet.ts';
import { TableDocument } from './table-document.ts';

const artifact: Opened = { id: 't', type: 'text/csv', title: 'T', state: 'draft', context: {} };

/** A server with one table, which somebody else may change. */
function bench(text: string, state = 'draft') {
  const stored = { table: readTable(text).table, revision: 1 };
  const said: string[] = [];
  let failing: Error | undefined;
  const piece = () => ({
    revision: stored.revision,
    hash: `h${stored.revision}`,
    text: writeTable(stored.table),
    next: undefined,
    length: 0,
    cut: false,
  });
  const connection: Connection = {
    async readOn(_id, first, report) {
      const { table } = readTable(first.text);
      await report({ table, decimal: '.', done: 1, cut: first.cut, unclosed: false });
    },
    readFirst: async () => piece(),
    async save(_id, at, { operations }) {
      if (failing) throw failing;
      if (at.revision !== stored.revision) return { kind: 'conflict' };
      stored.table = applyOperations(stored.table, operations).table;
      stored.revision += 1;
      return { kind: 'saved', revision: stored.revision, hash: `h${stored.revision}` };
    },
  };
  const sheet = new Sheet({ drawn: () => undefined, edited: (operations) => document.edited(operations) });
  const document = new TableDocument({
    sheet,
    connection,
    changed: () => undefined,
    say: (sentence) => said.push(sentence),
  });
  return {
    stored,
    said,
    sheet,
    document,
    open: (more: { readonly cut?: boolean } = {}) =>
      document.open({ ...artifact, state }, { ...piece(), ...more }),
    set: (row: number, value: string) => sheet.edit([{ kind: 'setCells', cells: [[row, 0, value]] }]),
    meddle: (change: (table: Table) => Table) => {
      stored.table = change(stored.table);
      stored.revision += 1;
    },
    fail: (error: Error | undefined) => {
      failing = error;
    },
  };
}

const cells = ({ rows }: Table): (string | undefined)[] => rows.map(([first]) => first);
const changing =
  (row: number, value: string) =>
  (table: Table): Table =>
    applyOperations(table, [{ kind: 'setCells', cells: [[row, 0, value]] }]).table;

describe('a stored table', () => {
  it('saves what was edited, and undo like any edit', async () => {
    const { document, open, set, sheet, stored } = bench('a\n1\n2\n');
    await open();
    set(0, 'x');
    await document.flush();
    sheet.undo();
    set(1, 'y');
    await document.flush();
    expect([cells(stored.table), document.saveState.kind]).toEqual([['1', 'y'], 'saved']);
  });

  it('keeps both changes when others changed other cells', async () => {
    const { document, open, set, sheet, stored, meddle, said } = bench('a\n1\n2\n3\n');
    await open();
    meddle(changing(2, 'theirs'));
    set(0, 'mine');
    await document.flush();
    expect(cells(stored.table)).toEqual(['mine', '2', 'theirs']);
    expect([cells(sheet.table), document.inConflict]).toEqual([['mine', '2', 'theirs'], false]);
    expect(said).toEqual(['Someone else changed other cells. Both changes were kept.']);
    set(1, 'next');
    await document.flush();
    expect(cells(stored.table)).toEqual(['mine', 'next', 'theirs']);
  });

  it.each(['mine', 'theirs'] as const)('asks where both changed one cell, and takes %s', async (whose) => {
    const { document, open, set, sheet, stored, meddle } = bench('a\n1\n2\n');
    await open();
    meddle(changing(0, 'theirs'));
    set(0, 'mine');
    await document.flush();
    expect([document.inConflict, cells(stored.table)]).toEqual([true, ['theirs', '2']]);
    set(1, 'later');
    await document.flush();
    expect(cells(stored.table)).toEqual(['theirs', '2']);
    document.decide(whose);
    await document.flush();
    const expected = whose === 'mine' ? ['mine', 'later'] : ['theirs', '2'];
    expect([cells(stored.table), cells(sheet.table), document.inConflict]).toEqual([
      expected,
      expected,
      false,
    ]);
  });

  it('loses nothing when saving fails, and saves it with the next try', async () => {
    const { document, open, set, stored, fail } = bench('a\n1\n2\n');
    await open();
    fail(new Error('away'));
    set(0, 'x');
    await document.flush();
    expect(document.saveState).toEqual({ kind: 'failed', message: 'away' });
    fail(undefined);
    set(1, 'y');
    await document.flush();
    expect(cells(stored.table)).toEqual(['x', 'y']);
  });

  it('cannot be edited when it is archived, or only a part of it is here', async () => {
    const archived = bench('a\n1\n', 'archived');
    await archived.open();
    const cut = bench('a\n1\n');
    await cut.open({ cut: true });
    archived.set(0, 'x');
    cut.set(0, 'x');
    expect([archived.sheet.readOnly, cut.sheet.readOnly]).toEqual(['Archived, read only', 'Read only']);
    expect([cells(archived.sheet.table), cells(cut.sheet.table)]).toEqual([['1'], ['1']]);
  });
});
