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

test('I2, I4: this repository keeps its layers apart', () => {
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
  ['a pattern', 'presentation/shell/src/a.ts', `x = /json|xml/.test(contentType);`, branch],
  ['a pattern in core', 'core/mcp/src/a.ts', `x = contentType.match(/markdown/i);`, branch],
  [
    'a pattern with a name of its own',
    'core/mcp/src/a.ts',
    `x = textual.exec(block.mimeType ?? ''); const textual = /^[^;]*json/;`,
    branch,
  ],
  ['a pattern that is put together', 'core/mcp/src/a.ts', `x = new RegExp('csv').test(mime);`, branch],
  ['a family', 'core/mcp/src/a.ts', `x = contentType.split('/', 1)[0];`, branch],
  [
    'a family that is compared',
    'presentation/shell/src/a.ts',
    `x = /^(image|audio)$/.test(artifact.type.split('/')[0] ?? '');`,
    branch,
  ],
  [
    'the start of a type in core',
    'core/mcp/src/a.ts',
    `x = mimeType.toLowerCase().startsWith('image');`,
    branch,
  ],
  ['a comparison in core', 'core/mcp/src/a.ts', `x = mimeType!.trim() === 'board';`, branch],
  ['a table', 'presentation/shell/src/a.ts', `x = icons[artifact.type]; const icons = { board: 1 };`, branch],
  ['a table on the spot', 'core/mcp/src/a.ts', `x = ({ board: 1 } as Icons)[mime];`, branch],
  [
    'a map',
    'presentation/cli/src/a.ts',
    `x = readers.get(contentType); const readers: Map<string, F> = new Map([['csv', f]]);`,
    branch,
  ],
  ['a set', 'core/mcp/src/a.ts', `x = known.has(mimeType); const known = new Set(['csv']);`, branch],
  ['a list', 'core/mcp/src/a.ts', `x = ['csv', 'json'].includes(mediaType);`, branch],
  ['a list with a name', 'core/mcp/src/a.ts', `x = known.indexOf(mime) > 0; const known = ['csv'];`, branch],
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
    'presentation/shell/src/b.ts': `x = /^[\\w.+-]+\\/[\\w.+-]+$/.test(contentType) && known.get(mime) && types[artifact.type] && contentType === '' && mime.split(';', 1);`,
    'core/host/src/http/a.ts': `app.get('/api/artifacts/:id/content', f); x = 'You are signed in.';`,
    'contracts/protocol/src/a.ts': `x = { 'x-loggia/listArtifacts': 1, 'x-loggia/listServers': 2 };`,
    'core/host/src/a.test.ts': `x = 'application/vnd.acme.parcel-list+json';`,
  });
  expect(checkLayers(planted).violations).toEqual([]);
});

test('I2: a file that speaks HTTP may look at the headers of HTTP', () => {
  const planted = temporaryTree({
    ...handler,
    'core/host/src/http/request-body.ts': `x = contentType === 'json';`,
    'core/host/src/http/other.ts': `x = contentType === 'json';`,
  });
  expect(checkLayers(planted).violations).toEqual([`core/host/src/http/other.ts:1: ${branch}`]);
});

test('I2: a check that looked at nothing, or for nothing, fails', () => {
  expect(checkLayers(temporaryTree({ 'README.md': '' })).violations).toEqual([
    'no source file was examined',
    'no type that a handler declares was found',
  ]);
});
