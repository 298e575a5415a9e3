import { expect, test } from 'vitest';
import { isMissing, type ViewSnapshot } from './view-snapshot.ts';

const trouble = { title: 'Stopped', text: 'Start it.' };

test.each<[ViewSnapshot['phase'], ViewSnapshot['trouble'], boolean]>([
  ['failed', trouble, true],
  ['silent', undefined, true],
  ['stopped', trouble, true],
  ['waiting', trouble, true],
  ['waiting', { ...trouble, remedy: 'wait' }, false],
  ['waiting', undefined, false],
  ['loading', undefined, false],
  ['ready', trouble, false],
  ['resting', undefined, false],
  ['closed', undefined, false],
])('E11: while a View is %s with %j, its result has to be read elsewhere: %s', (phase, why, expected) => {
  expect(isMissing({ phase, trouble: why })).toBe(expected);
});
