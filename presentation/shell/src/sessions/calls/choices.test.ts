import { describe, expect, it } from 'vitest';
import { choicesFor, withEditedInput, withReason } from './choices.ts';

describe('the answers to a confirmation', () => {
  it('J3: are the options as given, with what lets it run first', () => {
    const choices = choicesFor({
      options: [
        { id: 'no', label: 'Deny', kind: 'deny' },
        { id: 'always', label: 'Always allow', kind: 'approve', group: 2 },
        { id: 'once', label: 'Allow once', kind: 'approve', group: 1 },
      ],
    });
    expect(choices.map(({ label }) => label)).toEqual(['Allow once', 'Always allow', 'Deny']);
    expect(choices[1]?.decision).toEqual({
      approved: true,
      confirmed: 'user-action',
      selectedOptionId: 'always',
    });
    expect(choices[2]?.decision).toEqual({ approved: false, reason: 'denied', selectedOptionId: 'no' });
  });

  it('J3: are yes and no without options, and an unknown kind never comes out as a yes', () => {
    const choices = choicesFor({ options: [{ id: 'x', label: 'Launch', kind: 'escalate' as 'approve' }] });
    expect(choices.map(({ label, approves }) => [label, approves])).toEqual([
      ['Allow', true],
      ['Deny', false],
    ]);
    expect(choices.every(({ decision }) => decision.selectedOptionId === undefined)).toBe(true);
  });

  it('J3: edited input goes with a yes, a reason with a no', () => {
    const [yes, no] = choicesFor({});
    if (!yes || !no) throw new Error('There are two choices.');
    expect(withEditedInput(yes, '{}').editedToolInput).toBe('{}');
    expect(withEditedInput(no, '{}')).toEqual(no.decision);
    expect(withReason(no, ' because ').reasonMessage).toBe('because');
    expect(withReason(no, '  ')).toEqual(no.decision);
    expect(withReason(yes, 'because')).toEqual(yes.decision);
  });
});
