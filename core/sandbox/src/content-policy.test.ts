import { array, assert, constantFrom, domain, oneof, property, record, string, webUrl } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentPolicy, type DeclaredDomains, type Loosening, type PolicyRequest } from './content-policy.ts';
import { leadsTo } from './own-address.ts';

const base: PolicyRequest = {
  declared: undefined,
  loosened: [],
  shell: 'http://localhost:5644',
  isOwn: (source) => leadsTo({ shell: 'http://localhost:5644', port: 5644, isServed: () => false }, source),
};
const policyOf = (changes: Partial<PolicyRequest>) => contentPolicy({ ...base, ...changes });

/** Parses like a browser: the first directive of a name counts. */
function parsed(policy: string): Map<string, readonly string[]> {
  const directives = policy.split(';').map((part) => part.trim().split(/\s+/));
  return new Map(directives.toReversed().map(([name = '', ...sources]) => [name, sources]));
}

test('E3: a template that declares nothing gets the restrictive default', () => {
  const { policy, granted, notes } = policyOf({});
  expect(Object.fromEntries(parsed(policy))).toEqual({
    'default-src': ["'none'"],
    'script-src': ["'self'", "'unsafe-inline'", "'report-sample'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'none'"],
    'media-src': ["'self'", 'data:'],
    'connect-src': ["'none'"],
    'worker-src': ["'none'"],
    'frame-src': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'", 'about:'],
    'form-action': ["'none'"],
    'frame-ancestors': ['http://localhost:5644'],
  });
  expect({ granted, notes }).toEqual({ granted: undefined, notes: [] });
});

test('E3: each list of the template goes to its directives, and to no other', () => {
  const declared = {
    connectDomains: ['https://api.example', 'wss://live.example:8443'],
    resourceDomains: ['https://*.cdn.example'],
    frameDomains: ['https://video.example/'],
    baseUriDomains: ['https://base.example'],
  };
  const { policy, granted, notes } = policyOf({ declared });
  const plain = parsed(policyOf({}).policy);
  const changed = [...parsed(policy)].filter(([name, sources]) => sources.join() !== plain.get(name)?.join());
  const cdn = 'https://*.cdn.example';
  expect(Object.fromEntries(changed)).toEqual({
    'script-src': ["'self'", "'unsafe-inline'", cdn, "'report-sample'"],
    'style-src': ["'self'", "'unsafe-inline'", cdn],
    'img-src': ["'self'", 'data:', cdn],
    'font-src': ["'self'", cdn],
    'media-src': ["'self'", 'data:', cdn],
    'connect-src': ['https://api.example', 'wss://live.example:8443'],
    'frame-src': ['https://video.example'],
    'base-uri': ['https://base.example', 'about:'],
  });
  expect(granted).toEqual({ ...declared, frameDomains: ['https://video.example'] });
  expect(notes).toEqual([]);
});

test('E3: an empty declaration grants nothing but the fonts of nowhere', () => {
  const { policy } = policyOf({ declared: {} });
  const empty = parsed(policy);
  expect(empty.get('connect-src')).toEqual(["'none'"]);
  expect(empty.get('font-src')).toEqual(["'self'"]);
});

test.each<[Loosening, Record<string, string>]>([
  ['unsafe-eval', { 'script-src': "'unsafe-eval'" }],
  ['wasm-unsafe-eval', { 'script-src': "'wasm-unsafe-eval'" }],
  [
    'blob:',
    {
      'script-src': 'blob:',
      'img-src': 'blob:',
      'media-src': 'blob:',
      'connect-src': 'blob:',
      'worker-src': 'blob:',
    },
  ],
  ['data:', { 'script-src': 'data:', 'font-src': 'data:', 'connect-src': 'data:' }],
])('E3: the user grants %s, and that alone changes', (loosening, added) => {
  const plain = parsed(policyOf({}).policy);
  const loosened = parsed(policyOf({ loosened: [loosening] }).policy);
  const changes = [...loosened].flatMap(([name, sources]) => {
    const more = sources.filter((source) => !plain.get(name)?.includes(source));
    return more.length > 0 ? [[name, more.join(' ')]] : [];
  });
  expect(Object.fromEntries(changes)).toEqual(added);
  expect([...loosened.keys()]).toEqual([...plain.keys()]);
});

test('E3: what is dropped is said, and the page that shows it is not reached', () => {
  const { granted, notes } = policyOf({
    declared: {
      connectDomains: [
        '*',
        'http://localhost:5644',
        'localhost:5644',
        'https://ok.example',
        'x.example; script-src *',
      ],
    },
  });
  expect(granted).toEqual({ connectDomains: ['https://ok.example'] });
  expect(notes).toEqual([
    '"*" was dropped from connectDomains: it isn\'t an origin, host or pattern such as https://*.example.com.',
    '"http://localhost:5644" was dropped from connectDomains: a View can\'t reach the page that shows it.',
    '"localhost:5644" was dropped from connectDomains: a View can\'t reach the page that shows it.',
    '"x.example; script-src *" was dropped from connectDomains: it isn\'t an origin, host or pattern such as https://*.example.com.',
  ]);
});

test('L5: neither the policy nor what is said of it grows without bounds', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => `https://h${index}.example`);
  const wrong = Array.from({ length: 10_000 }, () => 'x'.repeat(10_000));
  const { policy, notes } = policyOf({ declared: { resourceDomains: many, connectDomains: wrong } });
  expect(policy.length).toBeLessThan(10_000);
  expect(notes.length).toBeLessThan(60);
  expect(notes.join('').length).toBeLessThan(20_000);
});

describe('E3: whatever is declared', () => {
  const pieces = constantFrom(
    ...[
      'https://',
      'http:',
      'wss://',
      '*',
      '*.',
      'a.example',
      "'unsafe-eval'",
      "'self'",
      "'none'",
      ';',
      ',',
      ' ',
    ],
    ...[
      '\n',
      '\t',
      '\u0000',
      '"',
      '<',
      '>',
      '%3B',
      ':443',
      ':*',
      '/',
      '?',
      '#',
      '@',
      'data:',
      'blob:',
      'script-src',
    ],
    ...['report-uri', '\u2028', 'é', '[::1]', '127.0.0.1', 'javascript:', 'nonce-x', 'localhost'],
  );
  const entry = oneof(
    array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
    string(),
    webUrl(),
    domain(),
  );
  const list = array(entry, { maxLength: 6 });
  const declaration = record(
    { connectDomains: list, resourceDomains: list, frameDomains: list, baseUriDomains: list },
    { requiredKeys: [] },
  );
  const plain = parsed(policyOf({ declared: {} }).policy);
  const host = /^(?:(?:https?|wss):\/\/)?(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/;

  test('no directive is added, no keyword loosened, and no host let in that is not declared', () => {
    assert(
      property(declaration, (declared) => {
        const { policy } = policyOf({ declared: declared as DeclaredDomains });
        expect(policy).toMatch(/^[\x20-\x7e]+$/);
        expect(policy.split(';')).toHaveLength(plain.size);
        const found = parsed(policy);
        expect([...found.keys()]).toEqual([...plain.keys()]);
        const entries = Object.values(declared)
          .flat()
          .map((text) => text?.toLowerCase().replace(/\/$/, ''));
        for (const [name, sources] of found) {
          for (const source of sources) {
            if (plain.get(name)?.includes(source)) continue;
            expect(source).toMatch(host);
            expect(entries).toContain(source);
          }
        }
        for (const name of ['default-src', 'object-src', 'worker-src', 'form-action', 'frame-ancestors'])
          expect(found.get(name)).toEqual(plain.get(name));
      }),
      { numRuns: 300 },
    );
  });
});
