import { describe, expect, test } from 'vitest';
import { isKnownTo } from './actions.ts';
import { compareVersions, familyOf, negotiate } from './versions.ts';

describe('negotiation', () => {
  test.each([
    [['1.0.0'], '1.0.0', '1.0'],
    [['0.9.0', '1.0.0'], '1.0.0', '1.0'],
    [['1.0.0', '1.1.0', '0.9.7'], '1.1.0', '1.0'],
    [['2.0.0', '0.9.4'], '0.9.4', '0.9'],
    [['0.10.1', '0.3.9'], '0.3.9', '0.3'],
    [['0.9.0', '0.10.0'], '0.10.0', '1.0'],
    [['0.10.0', '1.0.0'], '1.0.0', '1.0'],
    [['0.3.0', '0.9.0'], '0.9.0', '0.9'],
    [['1.999999999.3'], '1.999999999.3', '1.0'],
  ])('A1: of %j it takes %s', (offered, version, family) => {
    expect(negotiate(offered)).toEqual({ outcome: 'agreed', version, family });
    expect(familyOf(version)).toBe(family);
  });

  test.each([[[]], [['2.0.0']], [['0.8.0', '0.4.0', '0.10.1']], [['0.2.9', '0.1.0', '0.0.3']]])(
    'A1: none of %j',
    (offered) => {
      expect(negotiate(offered)).toEqual({ outcome: 'unsupported' });
    },
  );

  test.each(['1.0', 'v1.0.0', '1.0.0-rc.1', '01.0.0', '1.0.0 ', '', '1.0.0\n', '1.0.0+5', '99999999999.0.0'])(
    'A1: %j is malformed wherever it stands in the list',
    (entry) => {
      expect(negotiate(['1.0.0', entry])).toEqual({ outcome: 'malformed', entry });
    },
  );

  test('A1: numbers compare as numbers', () => {
    expect(compareVersions('0.10.0', '0.9.0')).toBeGreaterThan(0);
    expect(compareVersions('1.0.0', '1.0.0')).toBe(0);
  });

  test.each([
    'session/chatsReordered',
    'session/mcpServerBackgroundRequested',
    'chat/backgroundWorkSet',
    'chat/backgroundWorkRemoved',
    'chat/movableChanged',
    'chat/changesetsChanged',
    'chat/isReadChanged',
    'chat/isArchivedChanged',
  ])('A1: %s first shipped in 1.0.0, whatever the registry says', (type) => {
    expect(isKnownTo(type, '0.9.9')).toBe(false);
    expect(isKnownTo(type, '1.0.0')).toBe(true);
    expect(isKnownTo(type, '0.10.0')).toBe(true);
  });
});
