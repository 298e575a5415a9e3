import type { AuthChallenge } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { challengeIn } from './challenge-in.ts';
import { challengeWords } from './challenge-words.ts';

const resource = {
  resource: 'https://tickets.example/mcp',
  authorization_servers: ['https://login.example/tenant'],
  scopes_supported: ['read', 'write', 'read'],
};

describe('B11: what a sign-in asks for, in words', () => {
  it('B11: names the server, where to sign in, and what is asked for', () => {
    expect(challengeWords({ reason: 'required', resource }, 'tickets')).toEqual({
      title: '“tickets” asks you to sign in.',
      description: undefined,
      authority: 'login.example',
      scopes: ['read', 'write'],
      moreScopes: 0,
    });
  });

  it('B11: what is required comes before what there is', () => {
    const challenge: AuthChallenge = { reason: 'insufficientScope', resource, requiredScopes: ['admin'] };
    expect(challengeWords(challenge, 'tickets')).toMatchObject({
      title: '“tickets” asks for more access.',
      scopes: ['admin'],
    });
    expect(challengeWords({ ...challenge, reason: 'expired' }, 'tickets').title).toContain('has expired');
  });

  it('B11: a server’s own words are plain and short, and its list ends', () => {
    const words = challengeWords(
      {
        reason: 'required',
        resource: { resource: 'no address' },
        requiredScopes: Array.from({ length: 40 }, (_, index) => `${index}${'x'.repeat(200)}`),
        description: `a\u0000\nb${'c'.repeat(400)}`,
      },
      'x',
    );
    expect(words.description).toHaveLength(300);
    expect(words.description).toMatch(/^a\ufffd bc+…$/);
    expect([words.scopes.length, words.scopes[0]?.length, words.moreScopes]).toEqual([12, 80, 28]);
    expect(words.authority).toBe('no address');
  });

  it('B11: a refused request says what it asks for', () => {
    const data = { resources: [resource], reason: 'insufficientScope', requiredScopes: ['admin'] };
    expect(challengeIn({ kind: 'AuthRequired', data })).toEqual({
      reason: 'insufficientScope',
      resource,
      requiredScopes: ['admin'],
    });
    expect(challengeIn({ kind: 'NotFound', data })).toBeUndefined();
    for (const other of [undefined, {}, { resources: [] }, { resources: ['x'] }]) {
      expect(challengeIn({ kind: 'AuthRequired', data: other })).toBeUndefined();
    }
  });
});
