import { describe, expect, test } from 'vitest';
import { stateMarkOf } from './state-mark.ts';

const marks = (type?: Parameters<typeof stateMarkOf>[1]) =>
  (['draft', 'committed', 'archived'] as const).map((state) => stateMarkOf({ state }, type));

describe('G1: the mark of a state', () => {
  test('is for drafts and what is archived where the type does not say', () => {
    const usual = [{ label: 'Draft' }, undefined, { label: 'Archived' }];
    expect(marks()).toEqual(usual);
    expect(marks({})).toEqual(usual);
  });

  test('has the word and the color that the type declares, and no other state has one', () => {
    const states = [
      { state: 'draft', label: 'In progress', color: '#aa3300' },
      { state: 'committed', label: 'Approved', color: 'nothing-we-know' },
    ];
    expect(marks({ states })).toEqual([
      { label: 'In progress', color: '#aa3300' },
      { label: 'Approved' },
      undefined,
    ]);
    expect(marks({ states: [] })).toEqual([undefined, undefined, undefined]);
  });
});
