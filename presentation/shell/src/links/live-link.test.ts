import { artifactLink, placeLink, sayLink } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { liveLinkOf } from './live-link.ts';

test('J3: links name an artifact, a text for the composer, or a page', () => {
  expect(liveLinkOf(artifactLink('a1'))).toEqual({ kind: 'artifact', id: 'a1' });
  expect(liveLinkOf('artifact:a1')).toEqual({ kind: 'artifact', id: 'a1' });
  expect(liveLinkOf(sayLink('open “Cities” & sum 100%'))).toEqual({
    kind: 'say',
    text: 'open “Cities” & sum 100%',
  });
  expect(liveLinkOf(placeLink('settings', 'models'))).toEqual({
    kind: 'place',
    route: { page: 'settings', section: 'models' },
  });
  expect(liveLinkOf(placeLink('servers', 'a/b'))).toEqual({
    kind: 'place',
    route: { page: 'servers', server: 'a/b' },
  });
});

test.each([
  'https://example.com',
  'javascript:alert(1)',
  'artifact:///../../etc',
  'artifact:///a1/content',
  'artifact:///',
  'artifact:///a1\nartifact:///a2',
  'Artifact:///a1',
  `artifact:///${'a'.repeat(65)}`,
  'loggia:say?text=',
  'loggia:say?text=%E0%A4%A',
  `loggia:say?text=${'a'.repeat(2001)}`,
  'loggia:say?send=1&text=x',
  'loggia:/',
  'loggia:/nowhere',
  'loggia:/__proto__',
  'loggia:/settings/views/server/more',
  'loggia:/settings//models',
  'loggia://evil.example/settings',
  'loggia:settings',
  `loggia:/search/${'a'.repeat(2001)}`,
])('J2: %s leads nowhere in the shell', (href) => {
  expect(liveLinkOf(href)).toBeUndefined();
});
