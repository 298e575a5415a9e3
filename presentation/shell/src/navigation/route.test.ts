import { describe, expect, test } from 'vitest';
import { formatRoute, parseRoute, type Route } from './route.ts';

const routes: readonly Route[] = [
  { page: 'desk' },
  { page: 'desk', workspace: 'w1' },
  { page: 'session', workspace: 'w1' },
  {
    page: 'session',
    workspace: 'w1',
    session: 'ahp-session:/a b',
    chat: 'ahp-chat:/c#1',
    turn: 'turn/1?x=%2F',
  },
  { page: 'session', workspace: 'w1', session: 's', turn: 't' },
  { page: 'collections', workspace: 'w1', collection: 'c1' },
  { page: 'servers', server: 'x' },
  { page: 'settings', workspace: 'w1', section: 'views' },
  { page: 'settings', workspace: 'w1', section: 'views', server: 's 1' },
  { page: 'search', workspace: 'w1', query: 'a/b "c d" 100%', filters: 'kind=artifact&type=x%2Fy' },
  { page: 'search', workspace: 'w1', filters: 'days=7' },
  { page: 'audit', workspace: 'w1' },
];

describe('addresses', () => {
  test.each(routes.map((route) => [formatRoute(route), route] as const))(
    'J5: %s leads back to where it was made',
    (address, route) => {
      expect(parseRoute(address)).toEqual(route);
    },
  );

  test.each([
    ['', { page: 'desk' }],
    ['#', { page: 'desk' }],
    ['#/', { page: 'desk' }],
    ['#/-', { page: 'desk' }],
    ['#/w1', { page: 'desk', workspace: 'w1' }],
    ['#/w1/nowhere/x', { page: 'desk', workspace: 'w1' }],
    ['#/w1/__proto__', { page: 'desk', workspace: 'w1' }],
    ['#/w1/constructor', { page: 'desk', workspace: 'w1' }],
    ['#/%E0%A4%A/desk', { page: 'desk' }],
    ['#/w1/desk/too/much', { page: 'desk', workspace: 'w1' }],
  ])('what nobody understands is the desk: %s', (address, route) => {
    expect(parseRoute(address)).toEqual(route);
  });

  test('nothing follows the last thing that is named', () => {
    expect(formatRoute({ page: 'session', workspace: 'w1', session: 's' })).toBe('#/w1/session/s');
    expect(formatRoute({ page: 'desk' })).toBe('#/-/desk');
  });
});
