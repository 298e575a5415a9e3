import { expect, it } from 'vitest';
import { readBearerChallenge } from './bearer-challenge.ts';

it('B9: scopes, error, description and metadata come from the Bearer challenge', () => {
  const header =
    'Basic realm="x", Bearer error="insufficient_scope", scope="files:read files:read  mail", ' +
    'error_description="More, please", resource_metadata="https://a.example/m"';
  expect(readBearerChallenge(header)).toEqual({
    error: 'insufficient_scope',
    description: 'More, please',
    scopes: ['files:read', 'mail'],
    metadataUrl: 'https://a.example/m',
  });
});

it('B9: of two Bearer challenges the one that says something counts', () => {
  expect(readBearerChallenge('Bearer realm="x", Bearer error="invalid_token"').error).toBe('invalid_token');
});

it.each([null, '', 'Basic realm="scope"'])('B9: the header %j says nothing about a token', (header) => {
  expect(readBearerChallenge(header)).toEqual({
    error: undefined,
    description: undefined,
    scopes: [],
    metadataUrl: undefined,
  });
});

it('L5: a description is one bounded line of plain text', () => {
  const bidi = String.fromCodePoint(0x202e);
  const escape = String.fromCodePoint(0x1b);
  const told = readBearerChallenge(
    `Bearer error_description="a${bidi}b${escape}[31mc \t d${'x'.repeat(9000)}"`,
  );
  expect(told.description).toMatch(/^a b \[31mc dx+…$/);
  expect(told.description).toHaveLength(500);
});

it('L5: scopes that are none are left out, and so is what is too much', () => {
  const many = Array.from({ length: 500 }, (_, index) => `s${index}`).join(' ');
  expect(readBearerChallenge(`Bearer scope="a\\"b c\\\\d é ok ${'y'.repeat(300)}"`).scopes).toEqual(['ok']);
  expect(readBearerChallenge(`Bearer scope="${many}"`).scopes).toHaveLength(100);
});

it('B13: a server that quotes the token does not make it public', () => {
  const told = readBearerChallenge('Bearer error_description="bad: tok-123456!", scope="tok-123456 b"', [
    'tok-123456',
  ]);
  expect(told.description).toBe('bad: [secret]!');
  expect(told.scopes).toEqual(['[secret]', 'b']);
});
