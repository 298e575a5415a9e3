import { localPrincipal, type Principal } from '@loggia/access';
import { expect, test } from 'vitest';
import { OpenViews, type OpenView } from './open-views.ts';

const view: OpenView = {
  artifact: 'x',
  workspace: 'w',
  server: 'a',
  principal: localPrincipal,
  grant: 'write',
  type: 'application/vnd.acme.note',
};
const somebody: Principal = { id: 'somebody', kind: 'local' };

test('H4: a View is found by its own server, for whoever opened it, and by nobody else', () => {
  const views = new OpenViews();
  const id = views.open(view);
  expect(views.find(id, { server: 'a', principal: localPrincipal })).toBe(view);
  expect(views.find(id, { server: 'b', principal: localPrincipal })).toBeUndefined();
  expect(views.find(id, { server: 'a', principal: somebody })).toBeUndefined();
  expect(views.find('', { server: 'a', principal: localPrincipal })).toBeUndefined();
  expect(views.find('__proto__', { server: 'a', principal: localPrincipal })).toBeUndefined();
});

test('H4: each opening has a name of its own that cannot be guessed', () => {
  const views = new OpenViews();
  const ids = Array.from({ length: 100 }, () => views.open(view));
  expect(new Set(ids).size).toBe(100);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
});

test('H4: the oldest of very many is forgotten, and no other', () => {
  const views = new OpenViews();
  const asked = { server: 'a', principal: localPrincipal };
  const ids = Array.from({ length: 10_001 }, () => views.open(view));
  expect(ids.flatMap((id, index) => (views.find(id, asked) ? [] : [index]))).toEqual([0]);
});
