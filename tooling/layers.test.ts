import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkLayers } from './layers.mjs';
import { temporaryTree } from './temporary-tree.ts';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** A handler, so that there is a type to look for. */
const handler = {
  'handlers/parcel/src/main.ts': `export const type = { mime: 'application/vnd.acme.parcel-list+json' };`,
};

test('I2, I4: this repository keeps its layers apart', { timeout: 60_000 }, () => {
  const { examined, types, violations } = checkLayers(root);
  expect(violations).toEqual([]);
  expect(examined.length).toBeGreaterThan(300);
  expect(types).toEqual(
    expect.arrayContaining([
      'application/vnd.loggia.board+json',
      'application/vnd.loggia.mcp-server+json',
      'application/vnd.loggia.table+json',
    ]),
  );
});

const branch = 'branches on a content type; let the registry decide';

test.each([
  [
    'a type that a handler declares',
    'core/kernel/src/a.ts',
    `f('application/vnd.acme.parcel-list+json');`,
    /names .*parcel-list/,
  ],
  ['a comparison', 'presentation/shell/src/a.ts', `if (type.mime === 'parcel') f();`, branch],
  [
    'a comparison the other way round',
    'presentation/shell/src/a.ts',
    `x = 'parcel' !== contentType ? 1 : 2;`,
    branch,
  ],
  ['the type of an artifact', 'presentation/shell/src/a.tsx', `x = artifact?.type === 'parcel';`, branch],
  [
    'the type of an opened artifact',
    'presentation/cli/src/a.ts',
    `x = opened.artifact.type == 'parcel';`,
    branch,
  ],
  ['a switch', 'presentation/shell/src/a.ts', `switch (view.mimeType) { default: f(); }`, branch],
  ['a category', 'presentation/shell/src/a.ts', `x = type.startsWith('image/');`, branch],
  ['a search in a type', 'presentation/shell/src/a.ts', `x = mime.includes('board');`, branch],
  ['a list of types', 'presentation/shell/src/a.ts', `x = 'board table'.includes(mime);`, branch],
  [
    'an endpoint for one type',
    'core/host/src/http/a.ts',
    `app.post('/api/parcel-lists/:id', f);`,
    /serves .* for one type/,
  ],
  [
    'a command for one type',
    'contracts/protocol/src/a.ts',
    `x = { 'x-loggia/moveParcelList': 1 };`,
    /has a command .* for one type/,
  ],
  [
    'a prompt',
    'core/sessions/src/a.ts',
    'x = `You are a helpful assistant.`;',
    'holds a prompt; prompts come from customizations',
  ],
])('I2: %s is caught', (_what, file, source, says) => {
  const { violations } = checkLayers(temporaryTree({ ...handler, [file]: `\n${source}` }));
  expect(violations.length).toBeGreaterThan(0);
  for (const violation of violations) {
    expect(violation.startsWith(`${file}:2: `)).toBe(true);
    expect(violation).toMatch(says);
  }
});

test('I2: what every action and route has is not meant', () => {
  const planted = temporaryTree({
    ...handler,
    'presentation/shell/src/a.ts': `x = action.type === 'chat/delta' && part.kind === 'text' && mime === other;`,
    'core/host/src/http/a.ts': `app.get('/api/artifacts/:id/content', f); x = 'You are signed in.';`,
    'contracts/protocol/src/a.ts': `x = { 'x-loggia/listArtifacts': 1, 'x-loggia/listServers': 2 };`,
    'core/host/src/a.test.ts': `x = 'application/vnd.acme.parcel-list+json';`,
  });
  expect(checkLayers(planted).violations).toEqual([]);
});

test('I2: a check that looked at nothing, or for nothing, fails', () => {
  expect(checkLayers(temporaryTree({ 'README.md': '' })).violations).toEqual([
    'no source file was examined',
    'no type that a handler declares was found',
  ]);
});
