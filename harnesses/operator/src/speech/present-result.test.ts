import { expect, it } from 'vitest';
import { named, tool } from '../tools.testkit.ts';
import { code, fenced, plain } from './markdown.ts';
import { looksPreformatted, presentResult } from './present-result.ts';

const quiet = tool('quiet', '');

it('B6: text is shown as it is', () => {
  expect(presentResult(quiet, { kind: 'done', text: 'Hello **you**' })).toBe('Hello **you**');
});

it('B6: what is structured and sent as text once more is shown once, as a table', () => {
  const structured = { temperature: 22.5, conditions: 'Cloudy | windy' };
  const shown = presentResult(quiet, { kind: 'done', text: JSON.stringify(structured), structured });
  expect(shown).toBe('|  |  |\n| --- | --- |\n| temperature | 22.5 |\n| conditions | Cloudy \\| windy |');
});

it('B6: text that is wrapped into an object adds nothing', () => {
  const outcome = { kind: 'done', text: 'a\nb', structured: { content: 'a\nb' } } as const;
  expect(presentResult(quiet, outcome)).toBe('a\nb');
});

it('B6: rows become a table that says how many more there are', () => {
  const rows = Array.from({ length: 14 }, (_, at) => ({ id: at, name: `n${at}` }));
  const shown = presentResult(quiet, { kind: 'done', text: '', structured: { rows } });
  expect(shown.split('\n').slice(0, 3)).toEqual(['| id | name |', '| --- | --- |', '| 0 | n0 |']);
  expect(shown).toContain('There are 2 rows more in the result.');
});

it('B6: what fits into no table is JSON, cut where it is long', () => {
  const shown = presentResult(quiet, {
    kind: 'done',
    text: '',
    structured: { deep: [{ a: { b: 'x'.repeat(9_000) } }] },
  });
  expect(shown.startsWith('```json\n{')).toBe(true);
  expect(shown.length).toBeLessThan(2_300);
  expect(shown).toContain('This is the beginning');
});

it('B6: a View is pointed to instead of saying everything twice', () => {
  const outcome = { kind: 'done', text: '{"a":1}', structured: { a: 1 } } as const;
  expect(presentResult(named('get-budget-data'), outcome)).toBe(
    'The View of **get-budget-data** shows the result.',
  );
});

it('B6: images are mentioned', () => {
  const media = [{ data: 'AA==', contentType: 'image/png' }];
  expect(presentResult(quiet, { kind: 'done', text: '', media })).toBe(
    'It returned 1 image; the tool call above has it.',
  );
});

it('B6: a tool that returns nothing is said to be done', () => {
  expect(presentResult(quiet, { kind: 'done', text: ' ' })).toBe(
    '**quiet** is done; it returned nothing to show.',
  );
});

it('B6: failures say what to do', () => {
  expect(presentResult(named('get-sum'), { kind: 'failed', message: 'a is [not](http://x) a number' })).toBe(
    '**get-sum** failed:\n\n> a is \\[not\\](http://x) a number\n\nCorrect what it complains about and try again with `/get-sum a=1 b=1`.',
  );
  expect(presentResult(quiet, { kind: 'denied', message: 'Not now.' })).toContain(
    'nothing was done. Not now.',
  );
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
