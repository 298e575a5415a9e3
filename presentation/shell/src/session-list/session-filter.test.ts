import { Status, workspaceUri, type SessionSummary } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { dockedSession, filterSessions } from './session-filter.ts';
import { markOf } from './session-marks.ts';

function session(id: string, change: Partial<SessionSummary> = {}): SessionSummary {
  return {
    resource: `ahp-session:/${id}`,
    provider: 'operator',
    title: id,
    status: Status.idle | Status.isRead,
    project: { uri: workspaceUri('w1'), displayName: 'One' },
    createdAt: '2026-01-01T00:00:00.000Z',
    modifiedAt: '2026-01-01T00:00:00.000Z',
    ...change,
  };
}

const names = (list: readonly SessionSummary[]) => list.map(({ title }) => title);

describe('the list of a workspace', () => {
  const all = [
    session('Plan the garden'),
    session('Elsewhere', { project: { uri: workspaceUri('w2'), displayName: 'Two' } }),
    session('Homeless', { project: undefined }),
    session('Old plan', { status: Status.idle | Status.isArchived }),
    session('Budget', { activity: 'Planning' }),
  ];

  it('J3: has the sessions of the workspace and no others', () => {
    expect(names(filterSessions(all, { workspace: 'w1', words: '', archived: false }))).toEqual([
      'Plan the garden',
      'Budget',
    ]);
  });

  it('J3: finds all words anywhere, whatever their case', () => {
    const found = (words: string) => names(filterSessions(all, { workspace: 'w1', words, archived: false }));
    expect(found('GARDEN pl')).toEqual(['Plan the garden']);
    expect(found('plan')).toEqual(['Plan the garden', 'Budget']);
    expect(found('garden budget')).toEqual([]);
  });

  it('J3: keeps archived ones apart', () => {
    expect(names(filterSessions(all, { workspace: 'w1', words: 'plan', archived: true }))).toEqual([
      'Old plan',
    ]);
  });

  it('J3: the dock shows what it showed last, or the newest when that is gone', () => {
    const [first, second] = [session('a'), session('b')];
    expect(dockedSession([first, second], second.resource)).toBe(second);
    expect(dockedSession([first, second], 'ahp-session:/gone')).toBe(first);
    expect(dockedSession([], second.resource)).toBeUndefined();
  });
});

describe('marks', () => {
  it('J3: the most pressing one is shown', () => {
    expect(markOf(Status.inputNeeded)).toBe('needs-you');
    expect(markOf(Status.inProgress | Status.isRead)).toBe('working');
    expect(markOf(Status.error)).toBe('failed');
    expect(markOf(Status.idle)).toBe('unread');
    expect(markOf(Status.idle | Status.isRead | Status.isArchived)).toBeUndefined();
  });
});
