import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../files/memory-files.testkit.ts';
import { readMarketplace } from './marketplace.ts';

async function listOf(plugins: readonly unknown[], metadata = {}) {
  const list = JSON.stringify({ name: 'market', metadata, plugins }, null, 1);
  const market = await readMarketplace(memoryFiles({ '.claude-plugin/marketplace.json': list }));
  if (market === undefined) throw new Error('There is no list.');
  return market;
}

describe('a list of plugins', () => {
  it('D3: names plugins in its own folders', async () => {
    const { entries } = await listOf([
      { name: 'one', source: './plugins/one', description: 'One.', version: '1.0' },
      { name: 'two', source: { source: 'local', path: './plugins/two' } },
      { name: 'whole', source: './' },
    ]);
    expect(entries).toMatchObject([
      { name: 'one', description: 'One.', version: '1.0', source: { kind: 'local', path: 'plugins/one' } },
      { name: 'two', source: { kind: 'local', path: 'plugins/two' } },
      { name: 'whole', source: { kind: 'local', path: '' } },
    ]);
    const below = await listOf([{ name: 'one', source: './one' }], { pluginRoot: './packs' });
    expect(below.entries).toMatchObject([{ source: { kind: 'local', path: 'packs/one' } }]);
  });

  it('D3: names repositories elsewhere, but only those that anybody could fetch', async () => {
    const { entries } = await listOf([
      { name: 'a', source: { source: 'github', repo: 'acme/a', path: 'plugins/a', ref: 'v1' } },
      { name: 'b', source: { source: 'git-subdir', url: 'https://example.com/b.git', path: './b' } },
      { name: 'c', source: 'https://example.com/c.git' },
      { name: 'd', source: { source: 'npm', package: '@acme/d' } },
      { name: 'e' },
      { name: 'f', source: { source: 'url', url: 'ssh://git@example.com/f.git' } },
      { name: 'g', source: { source: 'url', url: 'https://user:key@example.com/g.git' } },
    ]);
    expect(entries.map(({ source }) => source)).toEqual([
      { kind: 'git', address: 'https://github.com/acme/a.git', ref: 'v1', inside: 'plugins/a' },
      { kind: 'git', address: 'https://example.com/b.git', inside: 'b' },
      { kind: 'git', address: 'https://example.com/c.git' },
      { kind: 'elsewhere', from: '@acme/d' },
      { kind: 'elsewhere', from: 'an unknown location' },
      { kind: 'elsewhere', from: 'ssh://git@example.com/f.git' },
      { kind: 'elsewhere', from: 'https://user:key@example.com/g.git' },
    ]);
  });

  it('L5: broken entries are told with their line, and the others are there', async () => {
    const { entries, problems } = await listOf([
      { source: './a' },
      { name: 'out', source: '../../etc' },
      { name: 'ok', source: './gone' },
      { name: 'ok', source: './b' },
    ]);
    expect(entries.map(({ name }) => name)).toEqual(['ok']);
    expect(problems.map(({ line, message }) => [line, message])).toEqual([
      [5, 'A plugin without a name is listed. Add "name".'],
      [8, '"../../etc" leads out of this folder. Name a path inside it, without "..".'],
      [16, 'The plugin "ok" is listed twice. Remove one.'],
    ]);
  });

  it('L5: a list that is none is told, and no list is nothing', async () => {
    expect(await readMarketplace(memoryFiles({ 'a.md': '' }))).toBeUndefined();
    expect(
      await readMarketplace(memoryFiles({ '.github/plugin/marketplace.json': '{"plugins": {}}' })),
    ).toMatchObject({
      entries: [],
      problems: [{ file: '.github/plugin/marketplace.json', line: 1, message: '"plugins" must be a list.' }],
    });
  });
});
