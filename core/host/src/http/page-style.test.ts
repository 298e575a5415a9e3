import { expect, test } from 'vitest';
import { pageStyle } from './page-style.ts';

const pairs = new Map(
  [...pageStyle.matchAll(/--color-([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name, light, dark]) => [name ?? '', [light ?? '', dark ?? ''] as const],
  ),
);

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const texts = [...pairs.keys()].filter((name) => name.startsWith('text-'));
const grounds = [...pairs.keys()].filter((name) => name.startsWith('background-'));

test('L1: every text color can be read on every background, in light and in dark (WCAG AA)', () => {
  expect([texts.length, grounds.length]).toEqual([5, 2]);
  const weak = texts.flatMap((text) =>
    grounds.flatMap((ground) =>
      [0, 1].flatMap((scheme) => {
        const ratio = contrast(pairs.get(text)?.[scheme] ?? '', pairs.get(ground)?.[scheme] ?? '');
        return ratio >= 4.5 ? [] : [`${text} on ${ground}: ${ratio.toFixed(2)}`];
      }),
    ),
  );
  expect(weak).toEqual([]);
});
