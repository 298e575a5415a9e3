import { Cell, type ConnectionStatus } from '@loggia/client';
import { beforeEach, expect, test } from 'vitest';
import { ShownReport } from './shown-report.ts';

const connected: ConnectionStatus = { phase: 'connected', version: '1.0.0', family: '1' } as never;
const away: ConnectionStatus = { phase: 'reconnecting', attempt: 1 };

let windows: string[];
let told: string[][];
let discarded: string[];
let due: (() => void)[];
let status: Cell<ConnectionStatus>;
let answer: () => Promise<readonly { id: string; title: string }[]>;

function report(): ShownReport {
  return new ShownReport({
    shown: () => windows,
    tell: (artifacts) => {
      told.push([...artifacts]);
      return answer();
    },
    discarded: (drafts) => void discarded.push(...drafts.map(({ title }) => title)),
    status,
    after: (_ms, run) => {
      due.push(run);
      return () => void (due = due.filter((one) => one !== run));
    },
  });
}

beforeEach(() => {
  windows = [];
  told = [];
  discarded = [];
  due = [];
  status = new Cell(connected);
  answer = async () => [];
});

const passTime = (): void => due.splice(0).forEach((run) => run());

test('J8: what is opened is told at once, what is closed once its View has had time to save', async () => {
  const { changed } = report();
  windows = ['a'];
  changed();
  windows = ['b'];
  changed();
  expect(told).toEqual([['a'], ['b', 'a']]);
  answer = async () => [{ id: 'a', title: 'Untitled board' }];
  passTime();
  expect(told.at(-1)).toEqual(['b']);
  await Promise.resolve();
  await Promise.resolve();
  expect(discarded).toEqual(['Untitled board']);
});

test('J8: a window that is back within the moment was never closed', () => {
  const { changed } = report();
  windows = ['a'];
  changed();
  windows = [];
  changed();
  windows = ['a'];
  changed();
  passTime();
  expect(told).toEqual([['a']]);
});

test('J8: a host that comes back is told again, and one that fails is not complained about', async () => {
  const { changed } = report();
  answer = async () => Promise.reject(new Error('not now'));
  windows = ['a'];
  changed();
  status.set(away);
  status.set(connected);
  await Promise.resolve();
  expect([told, discarded]).toEqual([[['a'], ['a']], []]);
});

test('J8: a page without windows tells nothing', () => {
  const { changed } = report();
  changed();
  status.set(away);
  status.set(connected);
  passTime();
  expect(told).toEqual([]);
});
