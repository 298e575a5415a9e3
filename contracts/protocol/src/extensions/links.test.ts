import { expect, test } from 'vitest';
import { artifactLink, artifactOfLink, placeLink, placeOfLink, sayLink, textOfLink } from './links.ts';

test('J8: each kind of link is read back as it was made', () => {
  expect(artifactOfLink(artifactLink('a1-B_2'))).toBe('a1-B_2');
  expect(textOfLink(sayLink('show “Cities” & more?'))).toBe('show “Cities” & more?');
  expect(placeOfLink(placeLink('settings', 'models'))).toEqual(['settings', 'models']);
  expect(placeOfLink(placeLink('servers', 'a/b c'))).toEqual(['servers', 'a/b c']);
});

test('J8: links of pictures in documents name artifacts without slashes', () => {
  expect(artifactOfLink('artifact:abc')).toBe('abc');
});

test.each([
  'artifact:///',
  'artifact:///../x',
  'artifact://host/x',
  'https://example.com/artifact:///x',
  'loggia:say?text=',
  'loggia:say?text=%zz',
  'loggia:',
  'loggia:/',
  'loggia:/settings//x',
  'loggia:/%ff',
  'javascript:alert(1)',
  '',
])('L5: %s is not a link of ours', (href) => {
  expect([artifactOfLink(href), textOfLink(href), placeOfLink(href)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
