import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorNameOf, errorTable, ProtocolError } from './errors.ts';

test('L5: every error says what to do, and the page about errors knows each of them', () => {
  const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
  for (const [name, { code, say }] of Object.entries(errorTable)) {
    expect(say).toMatch(/\.$/);
    expect(page).toContain(`| ${code} | ${name} | ${say} |`);
    expect(errorNameOf(code)).toBe(name);
  }
  expect(page.match(/^\| -\d+ \|/gm)).toHaveLength(Object.keys(errorTable).length);
});

test('L5: an error crosses the wire with its code, its sentence and its data', () => {
  const error = new ProtocolError('UnsupportedProtocolVersion', 'No.', { supportedVersions: ['^1.0.0'] });
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    code: -32005,
    message: 'No.',
    data: { supportedVersions: ['^1.0.0'] },
  });
});
