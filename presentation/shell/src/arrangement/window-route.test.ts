import type { WindowTarget } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { formatRoute, parseRoute } from '../navigation/route.ts';
import { routeOfWindow, targetOfRoute } from './window-route.ts';

const targets: readonly WindowTarget[] = [
  { kind: 'artifact', artifact: 'a1' },
  { kind: 'artifact', artifact: 'a1', version: 3 },
  { kind: 'artifact', artifact: 'a1', with: 'server/1' },
  { kind: 'artifact', artifact: 'a1', version: 3, with: 's' },
  { kind: 'artifact', artifact: 'a1', mode: 'view' },
  { kind: 'toolCall', session: 'ahp-session:/s', chat: 'ahp-chat:/c', turn: 't 1', toolCall: 'c%2F' },
];

test.each(targets)('J8: every window has an address that opens it: %j', (target) => {
  const address = formatRoute(routeOfWindow('w', target));
  expect(targetOfRoute(parseRoute(address))).toEqual(target);
});

test.each(['#/w/artifact', '#/w/artifact/', '#/w/view/s/c/t', '#/w/view', '#/w/desk/a1'])(
  'J8: an address that says too little opens no window: %s',
  (address) => {
    expect(parseRoute(address)).toEqual({ page: 'desk', workspace: 'w' });
    expect(targetOfRoute(parseRoute(address))).toBeUndefined();
  },
);

test('J8: a version that is no number is the newest one', () => {
  expect(targetOfRoute(parseRoute('#/w/artifact/a1/latest'))).toEqual({ kind: 'artifact', artifact: 'a1' });
});
