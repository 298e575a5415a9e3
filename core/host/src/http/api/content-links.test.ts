import { expect, onTestFinished, test } from 'vitest';
import { DoorsRig } from '../doors.testkit.ts';
import { Tickets } from '../tickets.ts';
import type { LinkedContent } from './content-links.ts';

async function setUp() {
  const clock = { time: 0, now: () => clock.time };
  const links = new Tickets<LinkedContent>({ clock, lifetimeMs: 1000, once: false });
  const doors = await DoorsRig.open({ links });
  onTestFinished(() => doors.close());
  const workspace = await doors.rig.workspace();
  const { hash } = await doors.rig.artifacts.upload(Buffer.from('0123456789'));
  const { id } = await doors.rig.create(workspace, { content: { hash }, type: 'text/plain' });
  const link = links.issue({ artifact: id, version: undefined }).ticket;
  return { clock, doors, link };
}

test('F7: an address that is a secret shows its content without a token, in ranges, inertly', async () => {
  const { doors, link } = await setUp();
  const whole = await doors.fetch(`/content/${link}`, {}, '');
  expect([whole.status, await whole.text()]).toEqual([200, '0123456789']);
  expect(whole.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  const part = await doors.fetch(`/content/${link}`, { headers: { range: 'bytes=2-4' } }, '');
  expect([part.status, await part.text()]).toEqual([206, '234']);
});

test('F7: nothing else does, nor the same one later', async () => {
  const { clock, doors, link } = await setUp();
  for (const other of [
    `${link}x`,
    'made-up',
    link.toLowerCase() === link ? link.toUpperCase() : link.toLowerCase(),
  ])
    expect((await doors.fetch(`/content/${other}`, {}, '')).status).toBe(403);
  expect((await doors.fetch('/content/', {}, '')).status).toBe(404);
  expect((await doors.fetch(`/content/${link}`, { method: 'PUT', body: 'x' }, '')).status).toBe(404);
  clock.time = 1000;
  expect((await doors.fetch(`/content/${link}`, {}, '')).status).toBe(403);
});
