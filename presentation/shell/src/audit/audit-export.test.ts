import { describe, expect, it } from 'vitest';
import { exportAudit, headOf, lineOf, type AuditPageAnswer } from './audit-export.ts';
import { record } from './record.testkit.ts';

describe('E9: the audit as a file', () => {
  it('E9: a line of JSON each', () => {
    const one = record('1', { reason: 'a\nb' });
    expect(lineOf(one, 'jsonl').split('\n')).toHaveLength(2);
    expect(JSON.parse(lineOf(one, 'jsonl'))).toEqual(one);
    expect(headOf('jsonl')).toBe('');
  });

  it('C7, E9: CSV has as many cells in each line as in its head', () => {
    const line = lineOf(
      record('1', {
        target: 'say "hi", twice',
        responseBytes: 5,
        durationMs: 1.5,
        by: 'agent',
        principal: 'local via agent operator',
        allowedBy: 'always',
      }),
      'csv',
    );
    expect(line).toBe(
      '1,2026-01-01T00:00:00.000Z,allowed,board,s1,tools/call,"say ""hi"", twice",,,,local via agent operator,c1,10,5,1.5,agent,always\r\n',
    );
    expect(headOf('csv').split(',')).toHaveLength(17);
  });

  it.each(['=1+1', '+cmd', '-2', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '|calc'])(
    'E9: %j is text to a spreadsheet',
    (target) => {
      const [, , , , , , cell = ''] =
        /^(?:[^,]*,){6}("(?:[^"]|"")*"|[^,]*)/
          .exec(lineOf(record('1', { target }), 'csv'))?.[0]
          .split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/) ?? [];
      expect(cell.replace(/^"/, '')).toMatch(/^'/);
    },
  );

  it('E9: what begins like nothing of the kind stays as it is', () => {
    expect(lineOf(record('1', { target: 'a=b' }), 'csv')).toContain(',a=b,');
  });

  function pages(...all: readonly AuditPageAnswer[]) {
    const asked: (string | undefined)[] = [];
    return {
      asked,
      page: async (cursor: string | undefined) => {
        asked.push(cursor);
        return all[asked.length - 1] ?? { records: [] };
      },
    };
  }

  it('E9: holds the whole filtered list, page by page', async () => {
    const { page, asked } = pages(
      { records: [record('3'), record('2', { decision: 'failed' })], nextCursor: 'b' },
      { records: [record('1')] },
    );
    const progress: number[][] = [];
    const pieces = await exportAudit({
      format: 'jsonl',
      page,
      keeps: ({ decision }) => decision === 'allowed',
      onProgress: (...counts) => progress.push(counts),
      signal: new AbortController().signal,
    });
    expect(pieces.join('')).toBe(lineOf(record('3'), 'jsonl') + lineOf(record('1'), 'jsonl'));
    expect(asked).toEqual([undefined, 'b']);
    expect(progress).toEqual([
      [2, 1],
      [3, 2],
    ]);
  });

  it('E9: can be cancelled between pages', async () => {
    const abort = new AbortController();
    const { page, asked } = pages({ records: [record('1')], nextCursor: 'b' }, { records: [record('0')] });
    const exporting = exportAudit({
      format: 'csv',
      page,
      keeps: () => true,
      onProgress: () => abort.abort(new Error('enough')),
      signal: abort.signal,
    });
    await expect(exporting).rejects.toThrow('enough');
    expect(asked).toEqual([undefined]);
  });

  it('E9: ends where a host repeats itself', async () => {
    const { page, asked } = pages(
      { records: [record('1')], nextCursor: 'b' },
      { records: [record('0')], nextCursor: 'b' },
    );
    await exportAudit({
      format: 'csv',
      page,
      keeps: () => true,
      onProgress: () => undefined,
      signal: new AbortController().signal,
    });
    expect(asked).toEqual([undefined, 'b']);
  });
});
