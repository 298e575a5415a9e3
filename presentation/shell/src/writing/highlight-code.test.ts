import { expect, test } from 'vitest';
import { highlightedParts } from './highlight-code.ts';

test('J10: code is colored by its language, and no letter of it is lost', async () => {
  const code = 'def heron():\n    # waits\n    return "water", 42\n';
  const parts = (await highlightedParts(code, 'python')) ?? [];
  expect(parts.map(({ text }) => text).join('')).toBe(code);
  const kindOf = (wanted: string) => parts.find(({ text }) => text === wanted)?.kind;
  expect([kindOf('def'), kindOf('# waits'), kindOf('"water"'), kindOf('42')]).toEqual([
    'code-keyword',
    'code-comment',
    'code-string',
    'code-number',
  ]);
  expect(await highlightedParts('x', 'heronscript')).toBeUndefined();
});
