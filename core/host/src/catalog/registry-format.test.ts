import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readRegistry } from './registry-format.ts';

const opencode = {
  id: 'opencode',
  name: 'OpenCode',
  version: '1.2.3',
  description: 'An agent',
  repository: 'https://code.example/opencode',
  license: 'MIT',
  icon: 'https://icons.example/opencode.svg',
  distribution: { npx: { package: 'opencode-ai@1.2.3', cmd: 'opencode', args: ['acp'] } },
};

const read = (...agents: readonly unknown[]) => readRegistry(JSON.stringify({ version: '1.0.0', agents }));

test('J9: an entry of a registry is read with everything that decides how it runs', () => {
  const additions = { loggia: { node: '22', keys: [{ name: 'KEY', description: 'A key' }] }, other: 1 };
  expect(read({ ...opencode, _meta: additions })).toEqual({
    problems: [],
    entries: [
      {
        id: 'opencode',
        name: 'OpenCode',
        version: '1.2.3',
        description: 'An agent',
        license: 'MIT',
        website: 'https://code.example/opencode',
        node: '22',
        keys: [{ name: 'KEY', description: 'A key' }],
        npx: { package: 'opencode-ai@1.2.3', cmd: 'opencode', args: ['acp'], env: {} },
        uvx: undefined,
        binary: undefined,
        unknownKinds: [],
      },
    ],
  });
  expect(readRegistry(JSON.stringify(opencode)).entries.map(({ id }) => id)).toEqual(['opencode']);
});

test('L5: a broken entry is named and left out; the others count', () => {
  const { entries, problems } = read(
    opencode,
    { ...opencode, id: 'Bad Id' },
    { ...opencode, id: 'nameless', name: '' },
    { ...opencode, id: 'no-distribution', distribution: undefined },
    { ...opencode, id: 'odd', distribution: { npx: { package: 7 } } },
    null,
    { ...opencode, id: 'snapped', distribution: { snap: { channel: 'edge' } } },
  );
  expect(entries.map(({ id, unknownKinds }) => [id, unknownKinds])).toEqual([
    ['opencode', []],
    ['snapped', ['snap']],
  ]);
  expect(problems.map((problem) => problem.replace(/: [^"]*\)$/, ')'))).toEqual([
    'has a mistake in the agent "Bad Id" ("id": must be lowercase letters, digits and "-")',
    'has a mistake in the agent "nameless" ("name")',
    'has a mistake in the agent "no-distribution" ("distribution")',
    'has a mistake in the agent "odd" ("package")',
    'has a mistake in the agent number 6 (the entry)',
  ]);
});

test.each([
  ['', 'is not valid JSON'],
  ['<html>', 'is not valid JSON'],
  ['[]', 'is not a registry: it has no list called "agents"'],
  ['null', 'is not a registry: it has no list called "agents"'],
  ['{"agents":{}}', 'is not a registry: it has no list called "agents"'],
])('L5: a document that is not a registry says so: %s', (document, problem) => {
  expect(readRegistry(document)).toEqual({ entries: [], problems: [problem] });
});

test('L5: a registry with too many entries or mistakes is cut', () => {
  const many = Array.from({ length: 1200 }, (_, index) => ({ ...opencode, id: `agent-${index}` }));
  expect(read(...many)).toMatchObject({
    entries: { length: 1000 },
    problems: ['has more than 1000 agents; the rest is left out'],
  });
  expect(read(...many.slice(0, 8).map((entry) => ({ ...entry, name: 1 }))).problems.at(-1)).toBe(
    'has 3 more mistakes',
  );
});

test('J9: the catalog that comes with the product has no mistakes', () => {
  const file = new URL('../../../../harnesses/acp/catalog.json', import.meta.url);
  const { entries, problems } = readRegistry(readFileSync(file, 'utf8'));
  expect(problems).toEqual([]);
  expect(entries.map(({ id }) => id)).toEqual([
    ...['opencode', 'codex-acp', 'claude-acp', 'gemini', 'goose', 'github-copilot-cli'],
    ...['qwen-code', 'kilo', 'cline', 'kimi', 'auggie'],
  ]);
  for (const { license } of entries) expect(license).toBeDefined();
});
