import { describe, expect, test } from 'vitest';
import { shows, treatmentOf } from './dialect.ts';

describe('what a connection is shown', () => {
  test.each([
    ['1.0.0', 'chat/delta', true],
    ['1.0.0', 'chat/isReadChanged', true],
    ['1.0.0', 'x-private/thing', false],
    ['1.4.2', 'chat/isReadChanged', true],
    ['0.9.0', 'chat/turnResume', true],
    ['0.9.3', 'chat/isReadChanged', false],
    ['0.9.0', 'session/mcpServerBackgroundRequested', false],
    ['0.3.0', 'session/activeClientChanged', true],
    ['0.3.0', 'session/activeClientSet', false],
    ['0.3.1', 'session/delta', true],
    ['0.3.0', 'chat/delta', false],
    ['0.3.0', 'root/agentsChanged', true],
    ['0.3.0', 'resourceWatch/changed', true],
    ['0.3.0', 'terminal/data', true],
    ['0.3.0', 'annotations/set', false],
    ['0.9.0', 'annotations/updated', true],
    ['1.0.0', 'annotations/entrySet', true],
    ['0.9.0', 'terminal/exited', true],
    ['0.3.0', 'changeset/fileSet', true],
    ['0.3.0', 'changeset/contentChanged', false],
    ['0.3.0', 'changeset/filesReviewChanged', false],
    ['0.9.0', 'changeset/filesReviewChanged', true],
    ['0.7.0', 'chat/delta', false],
  ] as const)('A1: %s and %s: %s', (version, type, shown) => {
    expect(shows(type, version)).toBe(shown);
  });

  test('A1: each family has its treatment', () => {
    expect(treatmentOf).toEqual({ '1.0': 'canonical', '0.9': 'filtered', '0.3': 'translated' });
  });
});
