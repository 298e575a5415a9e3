import { describe, expect, it } from 'vitest';
import { decisionTone, decisionWord, methodWord, sentTo, viewWord, whenWords } from './audit-words.ts';

describe('E9: a record in words', () => {
  it('E9: says what was blocked, and what was done', () => {
    expect(['csp', 'sandbox/open', 'tools/call'].map((method) => methodWord({ method }))).toEqual([
      'Blocked by the browser',
      'Opened a View',
      'tools/call',
    ]);
    expect((['allowed', 'refused', 'failed'] as const).map((decision) => decisionWord({ decision }))).toEqual(
      ['Allowed', 'Refused', 'Failed'],
    );
    expect(decisionTone({ decision: 'refused' })).toBe('danger');
  });

  it('E9: says who asked', () => {
    expect(viewWord({ view: 'v1', clientId: 'c' })).toBe('View v1');
    expect(viewWord({ clientId: 'host' })).toBe('The host itself');
    expect(viewWord({ clientId: 'c' })).toBe('A client');
  });

  it('E9: what a View writes is cut to a line', () => {
    expect(sentTo({ target: 'x'.repeat(500) })).toHaveLength(120);
    expect(sentTo({ target: '' })).toBeUndefined();
  });

  it('E9: the day is said where it is not today', () => {
    const at = new Date(2026, 0, 2, 13, 4, 5);
    expect(whenWords(at.toISOString(), at.getTime(), 'en')).toBe('13:04:05');
    expect(whenWords(at.toISOString(), at.getTime() + 86_400_000, 'en')).toBe('Jan 2, 13:04');
  });
});
