import { describe, expect, test } from 'vitest';
import { spokenMarkdown } from './spoken-markdown.ts';

describe('J5: an answer is read out as words', () => {
  test.each([
    ['There are **3 boards** on the *desk*.', 'There are 3 boards on the desk.'],
    ['## Boards\n\n- [Plan](artifact:///a1)\n- ~~old~~ `code`', 'Boards. Plan. old code.'],
    ['See [the docs](https://example.com) and ![a cat](cat.png)', 'See the docs and a cat.'],
    ['| Name | Rows |\n|-|-:|\n| Cities | 12 |', 'Name. Rows. Cities. 12.'],
    ['Run this:\n\n```js\nlet a = 1;\n```\n\nDone!', 'Run this: (code) Done!'],
    ['a snake_case_name and 2 * 3 * 4', 'a snake_case_name and 2 * 3 * 4.'],
    ['\\*not bold\\* <b>bold</b>', '*not bold* bold.'],
    ['', ''],
  ])('%j', (markdown, words) => {
    expect(spokenMarkdown(markdown)).toBe(words);
  });
});
