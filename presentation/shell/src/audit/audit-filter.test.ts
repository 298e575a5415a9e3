import { describe, expect, it } from 'vitest';
import { askedOf, choicesIn, isFiltered, matches, noFilter, sinceOf, withNewest } from './audit-filter.ts';
import { record } from './record.testkit.ts';

describe('E9: what of the audit is shown', () => {
  it('E9: the host is asked for server, session and time; the rest is looked at here', () => {
    const now = Date.parse('2026-01-02T00:00:00.000Z');
    expect(
      askedOf({ ...noFilter, server: 's1', session: 'x:/1', span: 'day', since: sinceOf('day', now) }),
    ).toEqual({
      server: 's1',
      session: 'x:/1',
      since: '2026-01-01T00:00:00.000Z',
    });
    expect(
      askedOf({
        ...noFilter,
        view: 'v',
        method: 'm',
        decision: 'failed',
        text: 't',
        since: sinceOf('', now),
      }),
    ).toEqual({});
  });

  it.each([
    [{ view: 'v1' }, ['2']],
    [{ caller: 'person' }, ['1']],
    [{ caller: 'view' }, ['2', '3']],
    [{ caller: 'agent' }, ['4', '5']],
    [{ caller: 'agent operator' }, ['4']],
    [{ caller: 'handler' }, ['6']],
    [{ method: 'csp' }, ['3']],
    [{ decision: 'refused' as const }, ['3']],
    [{ text: ' IMG.EXAMPLE ' }, ['3']],
    [{ text: 'board' }, ['1', '2', '3', '4', '5', '6']],
    [{ text: 'operator' }, ['4']],
    [{}, ['1', '2', '3', '4', '5', '6']],
  ])('C7, E9: filtered by %j', (part, ids) => {
    const records = [
      record('1'),
      record('2', { view: 'v1' }),
      record('3', {
        by: 'view',
        method: 'csp',
        decision: 'refused',
        reason: 'img-src blocked https://img.example.',
      }),
      record('4', { by: 'agent', principal: 'local via agent operator' }),
      record('5', { principal: 'local via agent' }),
      record('6', { clientId: 'host' }),
    ];
    const filter = { ...noFilter, ...part };
    expect(records.filter((one) => matches(one, filter)).map(({ id }) => id)).toEqual(ids);
    expect(isFiltered(filter)).toBe(Object.keys(part).length > 0);
  });

  it('E9: new records come in front, each once', () => {
    const before = { entries: [record('2'), record('1')], cursor: 'c' };
    const page = { entries: [record('3'), record('2')], cursor: '2' };
    expect(withNewest(before, page)).toEqual({
      entries: [record('3'), record('2'), record('1')],
      cursor: 'c',
    });
    expect(withNewest(before, { entries: [record('2')], cursor: '2' })).toBe(before);
  });

  it('E9: where more came than a page holds, the list begins anew instead of hiding a gap', () => {
    const before = { entries: [record('1')], cursor: undefined };
    const page = { entries: [record('9'), record('8')], cursor: '8' };
    expect(withNewest(before, page)).toEqual(page);
  });

  it('E9: offers what was seen', () => {
    const seen = choicesIn([
      record('1', { view: 'v2', principal: 'local via agent operator' }),
      record('2', { view: 'v1', server: 's2', serverName: 'alpha', session: 'x:/1' }),
    ]);
    expect(seen).toEqual({
      servers: [
        { value: 's2', label: 'alpha' },
        { value: 's1', label: 'board' },
      ],
      agents: ['operator'],
      views: ['v1', 'v2'],
      methods: ['tools/call'],
      sessions: ['x:/1'],
    });
  });
});
