import { ManualClock } from '@loggia/testing';
import { describe, expect, it } from 'vitest';
import { MemoryRecords } from '../session/rig.testkit.ts';
import { TrustStore, trustNamespace } from './trust-store.ts';

function book(
  records = new MemoryRecords(),
  trustedFolders: readonly string[] = ['file:///home/me/work/'],
): TrustStore {
  return new TrustStore({ records, clock: new ManualClock(), trustedFolders });
}

describe('trust', () => {
  it('L5: is what somebody decided about this very source, however it is written', async () => {
    const records = new MemoryRecords();
    const trust = book(records);
    expect(trust.decisionOn('file:///elsewhere')).toBe('undecided');
    trust.trust('file:///elsewhere/', {});
    expect(trust.decisionOn('file:///elsewhere')).toBe('trusted');
    expect(trust.decisionOn('file:/elsewhere')).toBe('trusted');
    expect(trust.decisionOn('file:///elsewhere/below')).toBe('undecided');
    expect(trust.decisionOn('file:///elsewhere2')).toBe('undecided');
    const again = book(records);
    await again.load();
    expect(again.list()).toEqual([
      { source: 'file:///elsewhere', decision: 'trusted', at: '2026-01-01T00:00:00.000Z' },
    ]);
    again.forget('file:///elsewhere');
    expect(again.decisionOn('file:///elsewhere')).toBe('undecided');
    expect(await records.list(trustNamespace)).toEqual([]);
  });

  it('L5: of a folder reaches what is really in it, and a decision goes before it', () => {
    const trust = book();
    expect(trust.decisionOn('file:///home/me/work')).toBe('trusted');
    expect(trust.decisionOn('file:///home/me/work/a/b')).toBe('trusted');
    for (const outside of [
      'file:///home/me/workshop',
      'file:///home/me/work/../secret',
      'file:///home/me/work/%2e%2e/secret',
      'file:///home/me/work/..%2fsecret',
      'file://other/home/me/work',
      'https://home/me/work',
    ])
      expect({ outside, is: trust.decisionOn(outside) }).toEqual({ outside, is: 'undecided' });
    trust.deny('file:///home/me/work/a');
    expect(trust.decisionOn('file:///home/me/work/a')).toBe('denied');
  });
});
