import type { HarnessTool, ToolOutcome } from '@loggia/sessions/harness';
import { expect, it } from 'vitest';
import { english } from '../phrases/english.ts';
import { german } from '../phrases/german.ts';
import { named, tool } from '../tools.testkit.ts';
import { code, fenced, plain } from './markdown.ts';
import { unhappy } from './outcomes.ts';
import { looksPreformatted, presentResult as present, type Presentation } from './present-result.ts';

const quiet = tool('quiet', '');
const presentResult = (of: HarnessTool, outcome: ToolOutcome, more: Partial<Presentation> = {}) =>
  present(of, outcome, { phrases: english, ...more });

it('B6: text is shown as it is', () => {
  expect(presentResult(quiet, { kind: 'done', text: 'Hello **you**' })).toBe('Hello **you**');
});

it('B6: what is structured and sent as text once more is shown once, as a list', () => {
  const structured = { temperature: 22.5, conditions: 'Cloudy | windy' };
  const shown = presentResult(quiet, { kind: 'done', text: JSON.stringify(structured), structured });
  expect(shown).toBe('- **Temperature:** 22.5\n- **Conditions:** Cloudy \\| windy');
});

it('B6: text that is wrapped into an object adds nothing', () => {
  const outcome = { kind: 'done', text: 'a\nb', structured: { content: 'a\nb' } } as const;
  expect(presentResult(quiet, outcome)).toBe('a\nb');
});

it('B6: rows become a table that says how many more there are', () => {
  const rows = Array.from({ length: 14 }, (_, at) => ({ id: at, name: `n${at}` }));
  const shown = presentResult(quiet, { kind: 'done', text: '', structured: { rows } });
  expect(shown.split('\n').slice(0, 3)).toEqual(['| Id | Name |', '| --- | --- |', '| 0 | n0 |']);
  expect(shown).toContain('There are 2 more rows; the call above has all of them.');
});

it('K7: what fits into no table is a list in words, without ids and never JSON', () => {
  const id = '0875cbf9-539f-4821-ade7-fa530b4beacb';
  const structured = { page: { total: 2, cursor: id }, entries: [{ ok: true }, { notes: ['a', 'b'] }] };
  expect(presentResult(quiet, { kind: 'done', text: '', structured })).toBe(
    '- **Page:**\n  - **Total:** 2\n- **Entries:**\n  - **Ok:** yes\n  - **Notes:**\n    - a\n    - b',
  );
  const long = { deep: Array.from({ length: 90 }, (_, at) => ({ a: { b: at } })) };
  const shown = presentResult(quiet, { kind: 'done', text: JSON.stringify(long) });
  expect(shown.split('\n').length).toBeLessThan(40);
  expect(shown).toMatch(/The call above has all of it\.$/u);
});

it('K7: what the host keeps is shown as what it is', () => {
  const kept = { id: 'a1', title: 'Cities', workspace: 'w', hash: 'f'.repeat(64) };
  expect(presentResult(quiet, { kind: 'done', text: '', structured: { artifacts: [kept] } })).toBe(
    '- [Cities](artifact:///a1)',
  );
});

const grid = {
  columns: ['Country', 'sum of Population'],
  rows: [
    ['Peru', 434114],
    ['Italy', 3265203],
  ],
  total: 2,
};

it('K7: rows and columns are a table, with numbers as people write them', () => {
  expect(presentResult(quiet, { kind: 'done', text: '', structured: grid })).toBe(
    '| Country | sum of Population |\n| --- | ---: |\n| Peru | 434,114 |\n| Italy | 3,265,203 |',
  );
});

it('K7: what is asked for as a chart has bars, the longest first', () => {
  const shown = presentResult(quiet, { kind: 'done', text: '', structured: grid }, { shows: 'chart' });
  const [, , italy = '', peru = ''] = shown.split('\n');
  expect(italy).toMatch(/^\| Italy \| 3,265,203 \| █{12} \|$/u);
  expect(peru).toMatch(/^\| Peru \| 434,114 \| █{2} \|$/u);
});

it('B6: what a View shows is not said twice', () => {
  const outcome = { kind: 'done', text: '{"a":1}', structured: { a: 1 } } as const;
  expect(presentResult(named('get-budget-data'), outcome)).toBe('');
});

it('B6: images are mentioned', () => {
  const media = [{ data: 'AA==', contentType: 'image/png' }];
  expect(presentResult(quiet, { kind: 'done', text: '', media })).toBe('The call above shows 1 image.');
});

it('B6: a tool that returns nothing is said to be done', () => {
  expect(presentResult(quiet, { kind: 'done', text: ' ' })).toBe('Done.');
});

it('K7: a failure is said once, with a way to try again; a refusal changes nothing', () => {
  expect(unhappy({ kind: 'failed', message: 'a is not a number' }, 'add a and 4', english)).toBe(
    'That didn’t work. [Edit and try again](loggia:say?text=add%20a%20and%204)',
  );
  expect(unhappy({ kind: 'denied', message: 'Not now.' }, '', english)).toBe(
    'Canceled. Nothing was changed.',
  );
  expect(unhappy({ kind: 'denied' }, '', german)).toBe('Abgebrochen. Es wurde nichts geändert.');
});

it.each<[string, boolean]>([
  ['[FILE] a.txt\n[DIR] notes', true],
  ['const a = 1;\nif (a) {\n  b();\n}', true],
  ['name   size\na.txt  5', true],
  ['HOME=/home/ann\nPATH=/bin', true],
  ['One sentence.\nAnother one.', false],
  ['# Title\n\n- one\n- two\n\n    code', false],
  ['| a | b |\n| - | - |', false],
  ['one line   with spaces', false],
])('B6: whether %j is laid out by its lines: %s', (text, expected) => {
  expect(looksPreformatted(text)).toBe(expected);
});

it('B6: nothing that a server says breaks out of where it is put', () => {
  expect(fenced('a\n```\nb')).toBe('````\na\n```\nb\n````');
  expect(code('a`b')).toBe('``a`b``');
  expect(plain('x\n# [y](z) <b>')).toBe('x \\# \\[y\\](z) \\<b\\>');
});
