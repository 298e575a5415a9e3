import { describe, expect, test } from 'vitest';
import { expandChangeset } from './expand.ts';

describe('the template of a changeset', () => {
  test.each([
    ['ahp-changeset:/s', {}, 'ahp-changeset:/s'],
    ['ahp-changeset:/s/{turnId}', { turnId: 't1' }, 'ahp-changeset:/s/t1'],
    ['ahp-changeset:/s/{turnId}', { turnId: "a/b {c}(d)'" }, 'ahp-changeset:/s/a%2Fb%20%7Bc%7D%28d%29%27'],
    ['x:/{originalTurnId}..{modifiedTurnId}', { originalTurnId: '1', modifiedTurnId: '2' }, 'x:/1..2'],
  ])('A2: %s expands with %j', (template, variables, uri) => {
    expect(expandChangeset(template, variables)).toBe(uri);
  });

  test.each([
    ['ahp-changeset:/s/{turnId}', {}],
    ['ahp-changeset:/s/{later}', { turnId: 't1' }],
    ['ahp-changeset:/s/{constructor}', { turnId: 't1' }],
    ['x:/{originalTurnId}..{modifiedTurnId}', { originalTurnId: '1' }],
  ])('A2: %s has no URI with %j', (template, variables) => {
    expect(expandChangeset(template, variables)).toBeUndefined();
  });
});
