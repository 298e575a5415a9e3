import { expect, test } from 'vitest';
import { createSandboxOrigins, type SandboxOriginPorts } from './sandbox-origins.ts';

const ports: SandboxOriginPorts = {
  port: 5644,
  address: '127.0.0.1',
  sandbox: undefined,
  sharedPort: undefined,
  isServed: (authority) =>
    [
      'localhost:5644',
      '127.0.0.1:5644',
      '[::1]:5644',
      'localhost:8080',
      '10.0.0.5:5644',
      'desk.example',
    ].includes(authority),
  isAllowed: (origin) => ['http://localhost:5173', 'https://other.example'].includes(origin),
};
const plain = { server: 's', resourceUri: 'ui://a', domain: undefined, needsOrigin: false };
const asking = { ...plain, domain: 'views.example' };
const placesOf = (changes: Partial<SandboxOriginPorts> = {}) =>
  createSandboxOrigins({ ...ports, ...changes });

test.each([
  ['http://localhost:5644', /^http:\/\/v-[0-9a-f]{32}\.localhost:5644$/],
  ['http://127.0.0.1:5644', /^http:\/\/v-[0-9a-f]{32}\.localhost:5644$/],
  ['http://[::1]:5644', /^http:\/\/v-[0-9a-f]{32}\.localhost:5644$/],
  // The address the shell was reached at, such as through a tunnel.
  ['http://localhost:8080', /^http:\/\/v-[0-9a-f]{32}\.localhost:8080$/],
  // A page from elsewhere, such as a development server.
  ['http://localhost:5173', /^http:\/\/v-[0-9a-f]{32}\.localhost:5644$/],
])('E3: the shell at %s gets an origin for each View, out of the box', (shell, origin) => {
  const places = placesOf();
  const [one, two] = [places.placeFor(shell, plain), places.placeFor(shell, plain)];
  expect(one).toMatchObject({ kind: 'own', notes: [] });
  expect(one.origin).toMatch(origin);
  expect(new URL(one.origin).hostname).toBe(one.name);
  expect(one.name).not.toBe(two.name);
});

test('E3: with a domain a View has an origin that stays, and that no other server, template or domain gets', () => {
  const places = placesOf();
  const shell = 'http://localhost:5644';
  const place = places.placeFor(shell, asking);
  expect(place).toMatchObject({ kind: 'own', notes: [] });
  expect(place.name).toMatch(/^d-[0-9a-f]{32}\.localhost$/);
  expect(places.placeFor(shell, asking).name).toBe(place.name);
  expect(places.placeFor(shell, { ...asking, server: 't' }).name).not.toBe(place.name);
  expect(places.placeFor(shell, { ...asking, resourceUri: 'ui://b' }).name).not.toBe(place.name);
  expect(places.placeFor(shell, { ...asking, domain: 'other' }).name).not.toBe(place.name);
});

test('E3: a wildcard name is used for everybody who is not at this machine', () => {
  const places = placesOf({ sandbox: 'https://*.views.example' });
  const { origin, kind } = places.placeFor('https://desk.example', plain);
  expect(origin).toMatch(/^https:\/\/v-[0-9a-f]{32}\.views\.example$/);
  expect(kind).toBe('own');
  expect(places.placeFor('http://localhost:5644', plain).origin).toContain('.localhost:5644');
  expect(places.sourcesFor('desk.example')).toEqual(['https://*.views.example']);
  expect(places.sourcesFor('localhost:5644')).toEqual(['http://*.localhost:5644', 'https://*.views.example']);
});

test('E3: without one, Views share an origin, have none themselves, and it is said', () => {
  const listening = placesOf({ sharedPort: 7000 });
  const shared = { kind: 'shared' };
  const place = listening.placeFor('http://10.0.0.5:5644', asking);
  expect(place).toMatchObject({ ...shared, origin: 'http://10.0.0.5:7000', name: '10.0.0.5' });
  expect(place.notes).toEqual([expect.stringContaining('wildcard name')]);
  expect(listening.placeFor('http://10.0.0.5:5644', { ...plain, needsOrigin: true }).notes).toEqual(
    place.notes,
  );
  expect(listening.placeFor('http://10.0.0.5:5644', plain).notes).toEqual([]);
  expect(listening.sourcesFor('10.0.0.5:5644')).toEqual(['http://10.0.0.5:7000']);
  const named = placesOf({ sandbox: 'https://views.example:8443' });
  expect(named.placeFor('https://desk.example', plain)).toMatchObject({
    ...shared,
    origin: 'https://views.example:8443',
  });
});

test('E3, L5: where there is no place, it is said what to set', () => {
  const places = placesOf({ sharedPort: 7000 });
  expect(() => places.placeFor('https://desk.example', plain)).toThrow(/Set "sandbox"/);
  expect(() => placesOf().placeFor('http://10.0.0.5:5644', plain)).toThrow(/Set "sandbox"/);
  expect(placesOf().sourcesFor('10.0.0.5:5644')).toEqual([]);
  expect(placesOf().sourcesFor('not a name')).toEqual([]);
});

test.each([
  'http://evil.example',
  'http://localhost:9999',
  'http://user@localhost:5644',
  'ftp://localhost:5644',
  'null',
  'javascript:alert(1)',
  "http://localhost:5644'; script-src *",
])('E3: %j is no shell of this host', (shell) => {
  expect(() => placesOf().placeFor(shell, plain)).toThrow(/isn't a page of this host/);
});

test('E3: names for Views are known as such, and no others', () => {
  const own = `v-${'0'.repeat(32)}`;
  const isSandbox = (places: ReturnType<typeof placesOf>, name: string, port?: number) =>
    places.isSandbox({ name, port });
  expect(isSandbox(placesOf(), `${own}.localhost`, 5644)).toBe(true);
  expect(isSandbox(placesOf(), `d-${'f'.repeat(32)}.localhost`)).toBe(true);
  for (const name of ['localhost', 'x.localhost', `${own}.evil.example`, `a.${own}.localhost`, own])
    expect([name, isSandbox(placesOf(), name)]).toEqual([name, false]);
  const wide = placesOf({ sandbox: 'https://*.views.example' });
  expect(isSandbox(wide, 'anything.views.example')).toBe(true);
  expect(isSandbox(wide, 'views.example')).toBe(false);
  expect(isSandbox(wide, 'otherviews.example')).toBe(false);
  const single = placesOf({ sandbox: 'https://views.example:8443', sharedPort: undefined });
  expect([isSandbox(single, 'views.example', 8443), isSandbox(single, 'views.example', 1)]).toEqual([
    true,
    false,
  ]);
  const listening = placesOf({ sharedPort: 7000 });
  expect([isSandbox(listening, '10.0.0.5', 7000), isSandbox(listening, '10.0.0.5', 5644)]).toEqual([
    true,
    false,
  ]);
});
