import { ManualClock, ManualScheduler } from '@loggia/testing/kernel';
import { expect, test } from 'vitest';
import type { SeenTemplate } from './seen-templates.ts';
import { Templates } from './templates.ts';
import { ViewConnection } from './view-connection.testkit.ts';

function rig(maxBytes?: number) {
  const clock = new ManualClock();
  const scheduler = new ManualScheduler(clock);
  const seen: SeenTemplate[] = [];
  const templates = new Templates({
    clock,
    scheduler,
    seen: { add: (template) => void seen.push(template) },
    ...(maxBytes !== undefined && { maxBytes }),
  });
  const connection = new ViewConnection();
  const source = { connection: ViewConnection.of(connection), server: 's', serverName: 'Views' };
  const tool = (name: string, resourceUri: unknown) => ({ name, _meta: { ui: { resourceUri } } });
  return { clock, scheduler, seen, templates, connection, source, tool };
}

test('E1: a template is read once while it is fresh, kept by its hash, and listed', async () => {
  const { clock, templates, connection, source, seen } = rig();
  connection.serve('ui://a', '<p>a</p>', { domain: 'x' });
  const [one, two] = await Promise.all([templates.read(source, 'ui://a'), templates.read(source, 'ui://a')]);
  expect(one).toBe(two);
  expect(connection.asked).toEqual(['resources/read ui://a']);
  expect(templates.html(one.hash)?.toString()).toBe('<p>a</p>');
  expect(templates.html('0'.repeat(64))).toBeUndefined();
  expect(seen[0]).toMatchObject({
    hash: one.hash,
    bytes: 8,
    server: 's',
    serverName: 'Views',
    resourceUri: 'ui://a',
  });
  clock.advance(6 * 60_000);
  await templates.read(source, 'ui://a');
  expect(connection.asked).toHaveLength(2);
});

test('E1: what the content does not say is looked for in the list', async () => {
  const { templates, connection, source } = rig();
  connection.serve('ui://a', '<p>a</p>');
  connection.listed = [{ uri: 'ui://b' }, { uri: 'ui://a', _meta: { ui: { prefersBorder: true } } }];
  expect((await templates.read(source, 'ui://a')).declared).toEqual({ prefersBorder: true });
  connection.listed = [null, 'x'];
  connection.changed('resources');
  expect((await templates.read(source, 'ui://a')).declared).toEqual({});
});

test('E1: a change of the server is seen at once, and what failed is asked for again', async () => {
  const { templates, connection, source } = rig();
  connection.contents.set('ui://a', new Error('Not now.'));
  await expect(templates.read(source, 'ui://a')).rejects.toThrow('Not now.');
  connection.serve('ui://a', '<p>1</p>');
  const first = await templates.read(source, 'ui://a');
  connection.serve('ui://a', '<p>2</p>');
  expect(await templates.read(source, 'ui://a')).toBe(first);
  connection.changed('resources');
  expect((await templates.read(source, 'ui://a')).hash).not.toBe(first.hash);
  await expect(templates.read(source, 'https://a.example')).rejects.toThrow(/starts with "ui:/);
});

test('E1: what the tools name is there before anybody asks, and again after a change', async () => {
  const { scheduler, templates, connection, source, tool } = rig();
  connection.serve('ui://a', '<p>a</p>');
  connection.serve('ui://b', '<p>b</p>');
  connection.tools = [
    tool('one', 'ui://a'),
    tool('two', 'ui://a'),
    tool('odd', 7),
    tool('bad', 'http://x'),
    { name: 'none' },
  ];
  const stop = templates.follow(source);
  await scheduler.advance(0);
  const reads = () => connection.asked.filter((asked) => asked.startsWith('resources/read'));
  await expect.poll(reads).toEqual(['resources/read ui://a']);
  connection.tools = [tool('new', 'ui://b')];
  connection.changed('tools');
  connection.changed('tools');
  await scheduler.advance(2000);
  await expect.poll(reads).toEqual(['resources/read ui://a', 'resources/read ui://b']);
  stop();
  connection.changed('tools');
  await scheduler.advance(10_000);
  expect(reads()).toHaveLength(2);
});

test('E1, L5: a server that fails, hangs or names hundreds harms nobody', async () => {
  const { scheduler, templates, connection, source, tool } = rig();
  connection.tools = Array.from({ length: 500 }, (_, index) => tool(`t${index}`, `ui://${index}`));
  templates.follow(source);
  await scheduler.advance(0);
  await expect
    .poll(() => connection.asked.filter((asked) => asked.startsWith('resources/read')).length)
    .toBe(20);
  const hanging = new ViewConnection();
  hanging.tools = Array.from({ length: 20 }, (_, index) => tool(`t${index}`, `ui://${index}`));
  hanging.request = () => new Promise(() => undefined);
  templates.follow({ ...source, connection: ViewConnection.of(hanging) });
  await scheduler.advance(0);
  connection.serve('ui://asked-for', '<p>x</p>');
  expect((await templates.read(source, 'ui://asked-for')).html.toString()).toBe('<p>x</p>');
});

test('L5: what is kept is bounded; what has gone is read again', async () => {
  const { templates, connection, source } = rig(25);
  for (const name of ['a', 'b', 'c', 'd']) connection.serve(`ui://${name}`, `<p>${name}</p>`);
  const hashes = [];
  for (const name of ['a', 'b', 'c', 'd']) hashes.push((await templates.read(source, `ui://${name}`)).hash);
  expect(hashes.map((hash) => templates.html(hash) !== undefined)).toEqual([false, true, true, true]);
  const again = await templates.read(source, 'ui://a');
  expect(again.hash).toBe(hashes[0]);
  expect(templates.html(again.hash)?.toString()).toBe('<p>a</p>');
});
