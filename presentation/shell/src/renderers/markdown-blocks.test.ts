import { describe, expect, test } from 'vitest';
import { blocksOf } from './markdown-blocks.ts';

const seen = (text: string) =>
  blocksOf(text).map(({ kind, html, text: code }) => [kind, code ?? html().trim()]);

describe('J2: the blocks of a Markdown text', () => {
  test('are paragraphs, lists, tables and code', () => {
    expect(seen('# Hi\n\nA *word*.\n\n```js\nlet a;\n```\n\n|a|\n|-|\n|1|\n')).toEqual([
      ['other', '<h1>Hi</h1>'],
      ['other', '<p>A <em>word</em>.</p>'],
      ['code', 'let a;'],
      ['table', expect.stringContaining('<td>1</td>')],
    ]);
  });

  test('of a text that grows stay what they were, but for the last', () => {
    const before = blocksOf('one\n\ntwo');
    const after = blocksOf('one\n\ntwo and mo');
    expect(after[0]?.raw).toBe(before[0]?.raw);
    expect(after[1]?.raw).not.toBe(before[1]?.raw);
  });

  test('know what a reference means that is explained further down', () => {
    expect(seen('See [it][1].\n\n[1]: https://example.com\n')).toEqual([
      ['other', '<p>See <a href="https://example.com">it</a>.</p>'],
    ]);
    expect(blocksOf('See [it][1].')[0]?.raw).not.toBe(blocksOf('See [it][1].\n\n[1]: https://x.y')[0]?.raw);
  });

  test('tasks are boxes that cannot be clicked', () => {
    expect(seen('- [x] done\n- [ ] open')[0]?.[1]).toMatch(/<input checked="" disabled="" type="checkbox">/);
  });

  test('a text that is nested without end is shown as it is', () => {
    for (const text of [
      '>'.repeat(200_000),
      `Hi\n\n${'> '.repeat(1000)}x`,
      '- '.repeat(1000),
      '1. '.repeat(1000),
    ]) {
      expect(seen(text)).toEqual([['code', text]]);
    }
    expect(seen('> > > quoted')[0]?.[0]).toBe('other');
    expect(seen('-'.repeat(200))[0]?.[1]).toBe('<hr>');
  });
});
