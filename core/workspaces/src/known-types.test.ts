import { buildRegistry, type Registry } from '@loggia/registry';
import { expect, test } from 'vitest';
import { knownTypes } from './known-types.ts';
import type { WorkspaceRegistries } from './workspace-registries.ts';
import { contractOf } from './servers.testkit.ts';

const note = 'application/vnd.acme.note';
const invoice = 'application/vnd.acme.invoice+json';
const json = 'application/json';

const schema = { type: 'object', required: ['total'] };
const registry: Registry = buildRegistry({
  claims: [
    {
      server: 'a',
      name: 'A',
      order: 0,
      trust: 'trusted',
      contracts: [
        contractOf(note, {
          definition: { mime: note, version: '1.0.0', extensions: ['.note'] },
          schema,
          preview: { text: '/title' },
          presentation: {
            label: 'Note',
            creatable: { title: 'A note', context: { total: 0 }, content: 'Dear' },
          },
        }),
      ],
    },
  ],
  builtins: [contractOf(json, { schema, preview: { text: '/title' } })],
  policy: { precedence: {}, chosen: {} },
});
const types = knownTypes({ of: () => registry } as unknown as WorkspaceRegistries);

test('F4: what a type says of its contexts holds for it', () => {
  const { known, validate, preview } = types.resolve('w', note);
  expect([known, validate({ total: 1 }), preview({ title: 'Hello' })]).toEqual([true, [], { text: 'Hello' }]);
  expect(validate({})).toHaveLength(1);
});

test('F4: and for no other type that is only served as this one', () => {
  const { known, validate, preview } = types.resolve('w', invoice);
  expect(registry.resolve(invoice).contract?.mime).toBe(json);
  expect([known, validate({}), preview({ title: 'Hello' })]).toEqual([false, [], undefined]);
});

test('G1: the template of a type is its own', () => {
  expect(types.resolve('w', note).template).toMatchObject({
    title: 'A note',
    context: { total: 0 },
    content: 'Dear',
  });
  expect(types.resolve('w', invoice).template).toBeUndefined();
});

test('F7: what the files of a type end with is what it says first, and not what another says', () => {
  expect([types.resolve('w', note).extension, types.resolve('w', invoice).extension]).toEqual([
    '.note',
    undefined,
  ]);
});

test.each([
  ['letter.note', '', note],
  ['letter', 'Hello', 'text/plain'],
  ['letter', 'Grü', 'text/plain'],
  ['letter', '', 'application/octet-stream'],
  ['letter', 'a\0b', 'application/octet-stream'],
])('F7: a file %s of %j is %s', (name, head, type) => {
  expect(types.typeForFile('w', name, Buffer.from(head))).toBe(type);
});

test('F7: a character that is cut in two does not make a text something else, and broken ones do', () => {
  const emoji = Buffer.from('Hello 🙂');
  for (const cut of [1, 2, 3])
    expect(types.typeForFile('w', 'x', emoji.subarray(0, emoji.length - cut))).toBe('text/plain');
  expect(types.typeForFile('w', 'x', Buffer.from([0x41, 0xff, 0xfe, 0x41, 0x41, 0x41, 0x41]))).toBe(
    'application/octet-stream',
  );
});
