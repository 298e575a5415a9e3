import { describe, expect, test } from 'vitest';
import {
  changeFilters,
  formatFilters,
  parseFilters,
  searchParams,
  toggled,
  type SearchFilters,
} from './filters.ts';

const now = Date.parse('2026-03-10T12:00:00.000Z');

describe('filters of the search', () => {
  test('F6: filters survive the way through an address', () => {
    const filters: SearchFilters = {
      kind: 'artifact',
      types: ['text/x-one', 'text/x-two+json'],
      states: ['draft', 'archived'],
      collection: 'c-1',
      workspace: 'w_1',
      days: 7,
      since: '2026-01-01',
      until: '2026-02-01',
    };
    expect(parseFilters(formatFilters(filters))).toEqual(filters);
    expect(formatFilters({})).toBe('');
    expect(parseFilters('')).toEqual({});
  });

  test.each([
    'kind=everything',
    'type=x',
    `type=${'x'.repeat(256)}`,
    'state=deleted',
    'collection=../../x',
    'workspace=%00',
    'days=-1',
    'days=1.5',
    'days=1e9',
    'since=yesterday',
    'since=2026-99-01',
    '__proto__=1',
  ])('F6: an address cannot make a filter of %s', (text) => {
    expect(parseFilters(text)).toEqual({});
  });

  test('F6: an address names no more types than the host takes', () => {
    const text = Array.from({ length: 80 }, (_, index) => `type=x/${index}`).join('&');
    expect(parseFilters(text).types).toHaveLength(50);
  });

  test('F6: a filter is set, changed and taken away', () => {
    expect(changeFilters({ kind: 'artifact' }, { days: 7 })).toEqual({ kind: 'artifact', days: 7 });
    expect(changeFilters({ kind: 'artifact', days: 7 }, { kind: undefined })).toEqual({ days: 7 });
    expect(changeFilters({ types: ['x/y'] }, { types: [] })).toEqual({});
    expect(toggled(undefined, 'x')).toEqual(['x']);
    expect(toggled(['x', 'y'], 'x')).toEqual(['y']);
  });

  test('F6: the host is asked for all that was chosen', () => {
    expect(searchParams('plan', {}, now)).toEqual({ query: 'plan' });
    expect(searchParams('plan', { kind: 'message', workspace: 'w', days: 7 }, now)).toEqual({
      query: 'plan',
      kinds: ['message'],
      workspace: 'w',
      since: '2026-03-03T12:00:00.000Z',
    });
  });

  test('F6: filters that messages do not have leave them out, or are left out for them', () => {
    expect(searchParams('plan', { states: ['draft'] }, now)).toEqual({
      query: 'plan',
      kinds: ['artifact'],
      states: ['draft'],
    });
    expect(searchParams('plan', { kind: 'message', types: ['x/y'], collection: 'c' }, now)).toEqual({
      query: 'plan',
      kinds: ['message'],
    });
  });

  test('F6: days begin and end where the user is', () => {
    const { since, until } = searchParams('plan', { since: '2026-03-01', until: '2026-03-01' }, now);
    expect(since).toBe(new Date(2026, 2, 1).toISOString());
    expect(until).toBe(new Date(2026, 2, 1, 23, 59, 59, 999).toISOString());
  });
});
