import { expect, it } from 'vitest';
import {
  canonicalResource,
  coversEndpoint,
  isConfidential,
  mayLeadTo,
  sameResource,
} from './resource-name.ts';

const endpoint = new URL('https://a.example/tenant/mcp?key=1');

it.each([
  'https://a.example',
  'https://a.example/',
  'https://A.EXAMPLE:443/tenant',
  'https://a.example/tenant/mcp',
  'https://a.example/tenant/mcp/',
  'https://a.example/tenant/mcp?key=1',
])('B9: %s names a server at or below it', (resource) => {
  expect(coversEndpoint(resource, endpoint)).toBe(true);
});

it.each([
  'http://a.example/tenant/mcp',
  'https://b.example/tenant/mcp',
  'https://a.example:8443/tenant/mcp',
  'https://a.example/ten',
  'https://a.example/tenant/mcp/below',
  'https://a.example/tenant/mcp?key=2',
  'https://a.example/tenant/mcp#part',
  'https://user:pass@a.example/tenant',
  'https://a.example.evil.example/tenant/mcp',
  'urn:a.example',
  'a.example',
  '',
])('B9: %s does not name the server', (resource) => {
  expect(coversEndpoint(resource, endpoint)).toBe(false);
});

it('B13: the name of a server has nothing of its query, which may hold a key', () => {
  expect(canonicalResource(endpoint)).toBe('https://a.example/tenant/mcp');
  expect(canonicalResource(new URL('https://a.example/'))).toBe('https://a.example');
});

it('B10: a slash at the end makes no other resource, anything else does', () => {
  expect(sameResource('https://a.example', 'https://a.example/')).toBe(true);
  expect(sameResource('urn:x', 'urn:x')).toBe(true);
  expect(sameResource('urn:x', 'urn:y')).toBe(false);
  expect(sameResource('https://a.example/b', 'https://a.example/B')).toBe(false);
  expect(sameResource('https://a.example/?a', 'https://a.example/?b')).toBe(false);
});

it.each([
  ['https://a.example', true],
  ['http://127.0.0.1:80', true],
  ['http://127.1', true],
  ['http://localhost:3000', true],
  ['http://[::1]:3000', true],
  ['http://a.example', false],
  ['http://127.0.0.1.evil.example', false],
  ['http://localhost.evil.example', false],
])('B13: %s keeps what is said to itself: %s', (url, expected) => {
  expect(isConfidential(new URL(url))).toBe(expected);
});

it.each([
  ['https://login.example', true, true],
  ['http://login.example', false, false],
  ['http://127.0.0.1:9000', false, true],
  ['http://localhost:9000', false, true],
  ['https://[::1]', false, true],
  // Names for this machine that only some systems resolve are never used.
  ['https://localhost./', false, false],
  ['https://a.localhost', false, false],
  ['https://0.0.0.0', false, false],
  ['https://[::]', false, false],
  ['https://[::ffff:127.0.0.1]', false, false],
  ['https://[::ffff:0.0.0.0]', false, false],
  ['https://[2001:db8::1]', true, true],
  ['https://127.0.0.1.example', true, true],
])('SE16: a server elsewhere may lead to %s: %s, one on this machine: %s', (url, elsewhere, here) => {
  expect(mayLeadTo(new URL(url), endpoint)).toBe(elsewhere);
  expect(mayLeadTo(new URL(url), new URL('http://127.0.0.1:1/mcp'))).toBe(here);
});
