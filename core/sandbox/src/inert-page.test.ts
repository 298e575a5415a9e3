import { ManualClock } from '@loggia/testing/kernel';
import { expect, test } from 'vitest';
import { openInertPage } from './inert-page.ts';
import { Sandboxes } from './sandboxes.ts';

test('J10: the page of an artifact runs nothing, loads nothing and is framed by the shell alone', () => {
  const sandboxes = new Sandboxes(new ManualClock());
  const place = {
    origin: 'http://v-1.localhost:1',
    name: 'v-1.localhost',
    kind: 'own',
    notes: [],
  } as const;
  const { url } = openInertPage(
    { places: { placeFor: () => place }, sandboxes },
    { html: '<h1>Hi</h1>', shell: 'http://127.0.0.1:1/anything' },
  );
  const [origin, secret = ''] = [url.slice(0, url.lastIndexOf('/')), url.split('/').at(-1)];
  const page = sandboxes.take('v-1.localhost', secret);
  expect([origin, page?.page]).toEqual(['http://v-1.localhost:1', '<h1>Hi</h1><base target="_blank">']);
  const policy = page?.headers['Content-Security-Policy']?.split('; ') ?? [];
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'none'");
  expect(policy).toContain('frame-ancestors http://127.0.0.1:1');
  // Nothing is enabled: no scripts, no forms, no windows, no origin.
  expect(policy).toContain('sandbox');
  expect(policy.filter((directive) => /script-src|connect-src|frame-src|https?:/.test(directive))).toEqual([
    'frame-ancestors http://127.0.0.1:1',
  ]);
  expect(page?.headers['Permissions-Policy']).toContain('camera=()');
  expect(page?.headers['Connection-Allowlist']).toBe('(response-origin);redirects=allow');
});
