import { describe, expect, test } from 'vitest';
import { GrowingMarkdown } from './growing-markdown.ts';
import { blocksOf } from './markdown-blocks.ts';
import { slowTexts } from './slow-texts.testkit.ts';

/** Made into HTML, as it would be for the screen. */
function drawn(text: string): number {
  return blocksOf(text).reduce((sum, block) => sum + (block.text ?? block.html()).length, 0);
}

describe('SE10: a text that was made to be slow', () => {
  test.each(Object.entries(slowTexts(200_000)))('%s', (_name, text) => {
    expect(drawn(text)).toBeLessThan(50_000_000);
  });
});

test('SE10: a text that could not be read in time is shown as it is, and says so', () => {
  const clock = performance.now.bind(performance);
  let late = 0;
  performance.now = () => clock() + (late += 10_000);
  try {
    const text = '*a* '.repeat(1000);
    expect(blocksOf(text)).toMatchObject([
      { kind: 'code', text, note: 'Shown as plain text: too complex to format.' },
    ]);
  } finally {
    performance.now = clock;
  }
});

test('SE10: what is too long, or grows too long, is shown as it is', () => {
  expect(blocksOf('a\n\n'.repeat(700_000))).toMatchObject([
    { kind: 'code', note: 'Shown as plain text: too long to format.' },
  ]);
  const paragraph = 'Some words. '.repeat(10_000);
  expect(blocksOf(`# Hi\n\n${paragraph}\n\nBye`)).toMatchObject([
    { kind: 'other' },
    { kind: 'code', note: 'Shown as plain text: too long to format.' },
    { kind: 'other' },
  ]);
});

describe('SE10: a text that grows', () => {
  const text =
    '# Title\n\nA *word*.\n\n- one\n\n- two\n  more\n\n```js\nlet a;\n\nlet b;\n```\n\n> q\n\n|a|\n|-|\n|1|\n\nEnd\n';
  const seen = (blocks: ReturnType<typeof blocksOf>) =>
    blocks.map(({ kind, raw, text: code, html }) => [kind, raw, code ?? html()]);

  test('has the same blocks as when it is read at once, at every length', () => {
    for (const whole of [
      text,
      `${text}\n[a]: b\n\nSee [a].`,
      `See [a].\n\n[a]: bcd\n\n${text}`,
      text.replaceAll('\n', '\r\n'),
    ]) {
      const growing = new GrowingMarkdown();
      for (let length = 1; length <= whole.length; length++) {
        const now = whole.slice(0, length);
        expect(seen(growing.blocksOf(now)).map(([kind, , html]) => [kind, html])).toEqual(
          seen(blocksOf(now)).map(([kind, , html]) => [kind, html]),
        );
      }
    }
  });

  test('is not read from its beginning each time: blocks that are complete are the same objects', () => {
    const growing = new GrowingMarkdown();
    const before = growing.blocksOf('One\n\nTwo\n\nThr');
    const after = growing.blocksOf('One\n\nTwo\n\nThree\n\nFour');
    expect(after.map(({ raw }) => raw.trim())).toEqual(['One', 'Two', 'Three', 'Four']);
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([true, true]);
  });

  test('may change altogether', () => {
    const growing = new GrowingMarkdown();
    growing.blocksOf(text);
    expect(seen(growing.blocksOf('Other\n\ntext'))).toEqual(seen(blocksOf('Other\n\ntext')));
  });
});
