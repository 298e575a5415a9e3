import { expect, test } from 'vitest';
import { ShownArtifacts } from './shown-artifacts.ts';

test('F3: an artifact is left when the last client that shows it stops doing so', () => {
  const shown = new ShownArtifacts();
  expect(shown.show('one', ['a', 'b'])).toEqual([]);
  expect(shown.show('two', ['b'])).toEqual([]);
  expect(shown.show('one', [])).toEqual(['a']);
  expect([shown.isShown('a'), shown.isShown('b')]).toEqual([false, true]);
  expect(shown.show('two', ['c'])).toEqual(['b']);
});

test('F3: a client that is gone shows nothing any more; one that said it never showed something leaves nothing', () => {
  const shown = new ShownArtifacts();
  shown.show('one', ['a']);
  expect(shown.show('two', [])).toEqual([]);
  shown.keepOnly((client) => client === 'one');
  expect(shown.isShown('a')).toBe(true);
  shown.keepOnly(() => false);
  expect(shown.isShown('a')).toBe(false);
});
