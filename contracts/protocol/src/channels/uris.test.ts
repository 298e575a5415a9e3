import { expect, test } from 'vitest';
import { annotationsUri, schemeOf, sessionOfAnnotations } from './uris.ts';

test('A2: the annotations of a session have its address with a suffix', () => {
  expect(annotationsUri('ahp-session:/1')).toBe('ahp-session:/1/annotations');
  expect(schemeOf('ahp-session:/1/annotations')).toBe('annotations');
  expect(schemeOf('ahp-session:/1')).toBe('session');
});

test.each([
  ['ahp-session:/1/annotations', 'ahp-session:/1'],
  ['own-scheme:one/annotations', 'own-scheme:one'],
  ['ahp-session:/annotations', undefined],
  ['ahp-session:///annotations', undefined],
  ['ahp-session:/1/annotations/', undefined],
  ['/annotations', undefined],
])('A2: %s belongs to %s', (uri, session) => {
  expect(sessionOfAnnotations(uri)).toBe(session);
});
