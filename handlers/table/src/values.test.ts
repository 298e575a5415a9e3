import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayed } from './display.ts';
import { inferKind, inferSign, oddReason } from './column-kind.ts';
import { dateOf, folded, measureOf, numberOf } from './values.ts';

describe('values', () => {
  it.each([
    ['42', '.', 42],
    ['-1,234.5', '.', -1234.5],
    ['1,23', '.', Number.NaN],
    ['€ 12.50', '.', 12.5],
    ['12%', '.', 12],
    ['1e3', '.', 1000],
    ['.5', '.', 0.5],
    ['1.234,5', ',', 1234.5],
    ['12,5', ',', 12.5],
    ['12.5', ',', 12.5],
    ['', '.', Number.NaN],
    ['.', '.', Number.NaN],
    ['twelve', '.', Number.NaN],
    ['1'.repeat(50), '.', Number.NaN],
  ] as const)('reads %j with %j as %d', (text, decimal, expected) => {
    expect(numberOf(text, decimal)).toBe(expected);
  });

  it('reads every number that it would be written as', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(numberOf(String(value)) === value).toBe(true);
      }),
    );
  });

  it.each([
    ['2026-02-28', '2026-02-28T00:00:00.000Z'],
    ['2026-02', '2026-02-01T00:00:00.000Z'],
    ['2026-01-05 13:30', '2026-01-05T13:30:00.000Z'],
    ['2026-01-05T13:30:10+02:00', '2026-01-05T11:30:10.000Z'],
    ['31.12.2025', '2025-12-31T00:00:00.000Z'],
    ['2/3/2026', '2026-02-03T00:00:00.000Z'],
    ['25/3/2026', '2026-03-25T00:00:00.000Z'],
  ])('reads the date %j', (text, expected) => {
    expect(new Date(dateOf(text)).toISOString()).toBe(expected);
  });

  it.each(['2026-02-30', '2026-13-01', '2026-01-05T25:00', '32.1.2026', 'today', ''])(
    'takes %j for no date',
    (text) => {
      expect(dateOf(text)).toBeNaN();
    },
  );

  it.each([
    [['1', '', '2.5'], 'number'],
    [['2026-01-01', '2026-01-02'], 'date'],
    [['yes', 'No'], 'boolean'],
    [['1', 'x'], 'text'],
    [['1', '2', 'x'], 'number'],
    [['1', '2', '=1+2', '007'], 'number'],
    [['a', 'b', '3'], 'text'],
    [['2026-01-01', 'soon', '2026-01-02'], 'date'],
    [['10%', '20 %', '0.5'], 'percent'],
    [['€ 10', '12.50 €', '3'], 'currency'],
    [['01067', '80331'], 'text'],
    [['0.5', '0'], 'number'],
    [['', ''], 'text'],
  ])('takes a column of %j for %s', (cells, kind) => {
    expect(inferKind({ columns: ['a'], rows: cells.map((cell) => [cell]) }, 0, '.')).toBe(kind);
  });

  it('looks at the whole length of a long column', () => {
    const rows = Array.from({ length: 5000 }, (_, at) => [at > 2000 ? 'x' : '1']);
    expect(inferKind({ columns: ['a'], rows }, 0, '.')).toBe('text');
  });

  it('says why one cell stands out, and leaves the column as it is', () => {
    expect(oddReason('soon', 'number', '.')).toBe(
      "This isn't a number like the rest of the column. It is sorted last and left out of sums.",
    );
    expect(
      [oddReason('12', 'number', '.'), oddReason('', 'date', '.'), oddReason('x', 'text', '.')].filter(
        Boolean,
      ),
    ).toEqual([]);
  });

  it('takes a share without its sign for a fraction of one', () => {
    expect([measureOf('25%', 'percent', '.'), measureOf('0.25', 'percent', '.')]).toEqual([25, 25]);
    expect(measureOf('0.07', 'percent', '.')).toBe(7);
  });

  it('finds the sign of a column', () => {
    const rows = ['€ 1', '2 €', '$3', '4'].map((cell) => [cell]);
    expect(inferSign({ columns: ['a'], rows }, 0)).toBe('€');
  });

  it.each([
    ['1198491', 'number', '1,198,491'],
    ['-12345.50', 'number', '-12,345.50'],
    ['2026', 'number', '2026'],
    ['1,198,491', 'number', '1,198,491'],
    ['007', 'number', '007'],
    ['about 5', 'number', 'about 5'],
    ['118284', 'text', '118284'],
    ['0.255', 'percent', '25.5%'],
    ['12%', 'percent', '12%'],
    ['-1234567.5', 'currency', '-$1,234,567.50'],
    ['$5', 'currency', '$5'],
  ] as const)('shows %j in a column of type %s as %j', (text, kind, expected) => {
    expect(displayed(text, { kind, decimal: '.', sign: '$' })).toBe(expected);
  });

  it('shows numbers the way the file writes them', () => {
    expect(displayed('1198491,5', { kind: 'number', decimal: ',' })).toBe('1.198.491,5');
    expect(displayed('1198491,5', { kind: 'currency', decimal: ',', sign: '€' })).toBe('1.198.491,50 €');
  });

  it('folds case and accents', () => {
    expect([folded('São Paulo'), folded('ZÜRICH'), folded('abc')]).toEqual(['sao paulo', 'zurich', 'abc']);
  });
});
