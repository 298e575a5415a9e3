import { expect, onTestFinished, test } from 'vitest';
import { EndpointsRig } from '../endpoints.testkit.ts';
import { Tickets } from '../tickets.ts';
import type { LinkedContent } from '../../commands/link-content.ts';

async function setUp() {
  const clock = { time: 0, now: () => clock.time };
  const links = new Tickets<LinkedContent>({ clock, lifetimeMs: 1000, once: false });
  const endpoints = await EndpointsRig.open({ links });
  onTestFinished(() => endpoints.close());
  const workspace = await endpoints.rig.workspace();
  const { hash } = await endpoints.rig.artifacts.upload(Buffer.from('0123456789'));
  const { id } = await endpoints.rig.create(workspace, { content: { hash }, type: 'text/plain' });
  const link = links.issue({ artifact: id, version: undefined }).ticket;
  return { clock, endpoints, link, links, hash };
}

test('F7: an address that is a secret shows its content without a token, in ranges, inertly', async () => {
  const { endpoints, link } = await setUp();
  const whole = await endpoints.fetch(`/content/${link}`, {}, '');
  expect([whole.status, await whole.text()]).toEqual([200, '0123456789']);
  expect(whole.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  const part = await endpoints.fetch(`/content/${link}`, { headers: { range: 'bytes=2-4' } }, '');
  expect([part.status, await part.text()]).toEqual([206, '234']);
});

test('F7: nothing else does, nor the same one later', async () => {
  const { clock, endpoints, link } = await setUp();
  for (const other of [
    `${link}x`,
    'made-up',
    link.toLowerCase() === link ? link.toUpperCase() : link.toLowerCase(),
  ])
    expect((await endpoints.fetch(`/content/${other}`, {}, '')).status).toBe(403);
  expect((await endpoints.fetch('/content/', {}, '')).status).toBe(404);
  expect((await endpoints.fetch(`/content/${link}`, { method: 'PUT', body: 'x' }, '')).status).toBe(404);
  clock.time = 1000;
  expect((await endpoints.fetch(`/content/${link}`, {}, '')).status).toBe(403);
});

test('J3: a file of a message is shown and saved under its own name, and can’t become a page', async () => {
  const { endpoints, links, hash } = await setUp();
  const file = { name: 'plan ä.html', hash, size: 10, contentType: 'text/html' };
  const { ticket } = links.issue({ file });
  const shown = await endpoints.fetch(`/content/${ticket}`, {}, '');
  expect([shown.status, await shown.text()]).toEqual([200, '0123456789']);
  expect(shown.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  const part = await endpoints.fetch(`/content/${ticket}`, { headers: { range: 'bytes=2-4' } }, '');
  expect([part.status, await part.text()]).toEqual([206, '234']);
  const saved = await endpoints.fetch(`/content/${ticket}?download=1`, {}, '');
  await saved.arrayBuffer();
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment;.*plan%20%C3%A4\.html/);
  const missing = links.issue({ file: { ...file, hash: 'b'.repeat(64) } }).ticket;
  expect((await endpoints.fetch(`/content/${missing}`, {}, '')).status).toBe(404);
});
