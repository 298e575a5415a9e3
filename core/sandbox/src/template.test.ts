import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { largestTemplate, templateOf } from './template.ts';
import { viewType } from './view-connection.testkit.ts';

const uri = 'ui://a/view.html';
const content = (more: object = {}) => ({
  contents: [{ uri, mimeType: viewType, text: '<p>é</p>', ...more }],
});

test('E1: a template is its HTML and its declaration, and has the hash of both', () => {
  const ui = { csp: { connectDomains: ['https://a.example'] }, prefersBorder: false };
  const template = templateOf(uri, content({ _meta: { ui } }));
  expect(template.html.toString('utf8')).toBe('<p>é</p>');
  expect(template.declared).toEqual(ui);
  const hash = createHash('sha256')
    .update(`${JSON.stringify(ui)}\n<p>é</p>`)
    .digest('hex');
  expect(template.hash).toBe(hash);
  const wider = { ...ui, csp: { connectDomains: ['https://a.example', 'https://b.example'] } };
  expect(templateOf(uri, content({ _meta: { ui: wider } })).hash).not.toBe(hash);
});

test.each([
  viewType,
  'text/html; profile=mcp-app',
  'TEXT/HTML;Profile="mcp-app"',
  'text/html ; charset=utf-8 ; profile = mcp-app',
])('E1: %s is shown', (mimeType) => {
  expect(templateOf(uri, content({ mimeType })).html.length).toBeGreaterThan(0);
});

test.each(['text/html', 'text/html;profile=other', 'text/plain;profile=mcp-app', '', 7, undefined])(
  'E1: %s is no View',
  (mimeType) => {
    expect(() => templateOf(uri, content({ mimeType }))).toThrow(/isn't a View/);
  },
);

test('E1: bytes are as good as text', () => {
  const blob = Buffer.from('<p>é</p>').toString('base64');
  const template = templateOf(uri, content({ text: undefined, blob }));
  expect(template.html.toString('utf8')).toBe('<p>é</p>');
  expect(template.hash).toBe(templateOf(uri, content()).hash);
});

test('E1: what the content says of itself wins over the list', () => {
  const listed = { uri, _meta: { ui: { domain: 'listed' } } };
  expect(templateOf(uri, content({ _meta: { ui: { domain: 'own' } } }), listed).declared).toEqual({
    domain: 'own',
  });
  expect(templateOf(uri, content(), listed).declared).toEqual({ domain: 'listed' });
  expect(templateOf(uri, content()).declared).toEqual({});
});

describe('E1, L5: hostile results', () => {
  test.each([undefined, null, 'x', [], {}, { contents: 1 }, { contents: [null, 'x', []] }])(
    '%j',
    (result) => {
      expect(() => templateOf(uri, result)).toThrow(/isn't a View/);
    },
  );

  test('an empty or huge page is refused with a sentence', () => {
    expect(() => templateOf(uri, content({ text: undefined }))).toThrow(/is empty/);
    const text = 'x'.repeat(largestTemplate + 1);
    expect(() => templateOf(uri, content({ text }))).toThrow(/and the limit is/);
  });

  test('a declaration is reduced to what is understood, within bounds', () => {
    const ui = {
      csp: {
        connectDomains: [
          'https://a.example',
          7,
          null,
          ...Array.from({ length: 1000 }, () => 'x'.repeat(5000)),
        ],
        resourceDomains: 'https://b.example',
        scriptDomains: ['*'],
      },
      permissions: JSON.parse('{"camera":{},"__proto__":{"microphone":{}},"usb":false}') as object,
      domain: '',
      prefersBorder: 'yes',
      more: 'x'.repeat(100_000),
    };
    const { declared } = templateOf(uri, content({ _meta: { ui } }));
    expect(Object.keys(declared)).toEqual(['csp', 'permissions']);
    expect(Object.keys(declared.csp ?? {})).toEqual(['connectDomains']);
    expect(declared.csp?.connectDomains?.length).toBe(200);
    expect(JSON.stringify(declared).length).toBeLessThan(110_000);
    expect(Object.getPrototypeOf(declared.permissions)).toBe(Object.prototype);
    expect('microphone' in (declared.permissions ?? {})).toBe(false);
    expect('usb' in (declared.permissions ?? {})).toBe(false);
  });
});
