import type { AuditRecord } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { groupsOf, templatesIn } from './audit-groups.ts';
import { record } from './record.testkit.ts';

const blocked = (id: string, changes: Partial<AuditRecord> = {}) =>
  record(id, { method: 'csp', decision: 'refused', target: 'eval', reason: 'Blocked.', ...changes });

const idsOf = (records: readonly AuditRecord[]) =>
  groupsOf(records).map(({ records: same }) => same.map(({ id }) => id).join(' '));

describe('E9: refusals that say the same stand once', () => {
  it('E9: where the newest is, with all of them', () => {
    const records = [blocked('5', { view: 'v2' }), record('4'), blocked('3', { view: 'v1' }), record('2')];
    expect(idsOf(records)).toEqual(['5 3', '4', '2']);
    expect(groupsOf(records)[0]?.newest).toBe(records[0]);
  });

  it.each([{ server: 's2' }, { method: 'tools/call' }, { target: 'img.example' }, { reason: 'Another.' }])(
    'E9: another %j is another refusal',
    (changes) => {
      expect(idsOf([blocked('2'), blocked('1', changes)])).toEqual(['2', '1']);
    },
  );

  it('E9: what was done, or failed, stands as often as it happened', () => {
    expect(idsOf([record('2'), record('1')])).toEqual(['2', '1']);
    expect(idsOf([record('2', { decision: 'failed' }), record('1', { decision: 'failed' })])).toEqual([
      '2',
      '1',
    ]);
  });

  it('E9: a View is known by what it was opened with', () => {
    const opened = record('1', { method: 'sandbox/open', view: 'v1', target: 'ui://board/board.html' });
    expect([...templatesIn([record('3', { view: 'v2', target: 'x' }), opened])]).toEqual([
      ['v1', 'ui://board/board.html'],
    ]);
  });
});
