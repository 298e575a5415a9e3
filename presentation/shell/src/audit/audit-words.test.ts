import { describe, expect, it } from 'vitest';
import {
  basisWord,
  decisionTone,
  decisionWord,
  methodWord,
  sentTo,
  sizeWord,
  viewChoice,
  callerWord,
  whenWords,
} from './audit-words.ts';

const local = { principal: 'local' };

describe('E9: a record in words', () => {
  it('SE15: tells what a handler or an agent did from what a client did', () => {
    const by = (principal: string) => callerWord({ principal, clientId: 'http' }, new Map());
    const callers = ['local', 'local via handler notes', 'local via agent', 'local via key ci'];
    expect(callers.map(by)).toEqual(['A client', 'Handler notes', 'An agent', 'Key “ci”']);
    expect(methodWord({ method: 'x-loggia/updateArtifact' })).toBe('updateArtifact');
  });

  it('C7: says which agent asked, why it was allowed, and how much was sent', () => {
    const byAgent = {
      by: 'agent',
      principal: 'local via agent operator',
      clientId: 'host',
      allowedBy: 'always',
    } as const;
    expect(basisWord(byAgent, new Map())).toBe('Agent operator, always allowed');
    expect(basisWord({ ...local, by: 'person', clientId: 'c', allowedBy: 'request' }, new Map())).toBe(
      'You, on request',
    );
    expect(basisWord({ ...local, by: 'view', clientId: 'c' }, new Map())).toBe('A View');
    expect(sizeWord({ requestBytes: 10, responseBytes: 2048 })).toBe('10 B → 2.0 kB');
    expect(sizeWord({ requestBytes: 10 })).toBe('10 B');
  });

  it('E9: says what was blocked, and what was done', () => {
    const ofView = {
      by: 'agent' as const,
      view: 'view-1',
      clientId: 'c1',
      principal: 'local via agent echo',
    };
    expect(methodWord({ ...ofView, method: 'tools/call' })).toBe('Tool of a View');
    expect(callerWord(ofView, new Map([['view-1', 'Budget']]))).toBe('Agent echo');
    expect(['csp', 'sandbox/open', 'tools/call'].map((method) => methodWord({ method }))).toEqual([
      'Blocked by the browser',
      'Opened a View',
      'tools/call',
    ]);
    expect((['allowed', 'refused', 'failed'] as const).map((decision) => decisionWord({ decision }))).toEqual(
      ['Allowed', 'Refused', 'Failed'],
    );
    expect(decisionTone({ decision: 'refused', method: 'tools/call' })).toBe('danger');
  });

  it('E9: says who asked', () => {
    const templates = new Map([['0123456789', 'Groceries']]);
    expect(callerWord({ ...local, view: '0123456789', clientId: 'c' }, templates)).toBe('View “Groceries”');
    expect(callerWord({ ...local, view: 'v1', clientId: 'c' }, templates)).toBe('A View');
    expect(callerWord({ ...local, clientId: 'host' }, templates)).toBe('The host itself');
    expect(callerWord({ ...local, clientId: 'c' }, templates)).toBe('A client');
    expect(viewChoice('0123456789', templates)).toBe('Groceries (01234567)');
    expect(viewChoice('v1', templates)).toBe('View (v1)');
    const ofCall = 'toolCall:ahp-chat:/b#94cab0c9-5b0f';
    expect(viewChoice(ofCall, new Map([[ofCall, 'app of x']]))).toBe('app of x (94cab0c9)');
  });

  it('E9: only to have tried is no alarm', () => {
    const blocked = { method: 'csp', decision: 'refused', target: 'eval' } as const;
    expect(decisionTone(blocked)).toBeUndefined();
    expect(decisionTone({ ...blocked, target: 'https://img.example' })).toBe('danger');
    expect(decisionTone({ ...blocked, method: 'tools/call' })).toBe('danger');
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
